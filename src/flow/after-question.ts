/** Back to where a question arose, with what people answered, or with what is assumed in place of an answer. */
import { areCommentsWeighed } from '../state/select.ts';
import { proceed } from './proceed.ts';
import { beginStep, granted, notCarriedOut } from './replan-facts.ts';
import type { Facts } from '../state/facts.ts';
import type { Then } from '../state/question.ts';
import type { Task } from '../state/task.ts';
import type { Person } from '../ports/github.ts';
import { planAgain } from './plan-again.ts';

interface Settled {
  /** Null when nobody answered. */
  readonly by: Person | null;
  /** As the tool that asked, or the work, is told. */
  readonly notes: readonly string[];
  /** In the words of that person. */
  readonly answer?: string;
  /** It is judged again without an answer, too. */
  readonly again?: boolean;
  /** Only how to go on was asked: the plan goes on, and what is said may change it like any comment. */
  readonly onlyHow?: boolean;
  /** A person had to step in: with an answer, revisions are counted anew (REPLAN-4). */
  readonly isIntervention?: boolean;
}

export function afterAnswers(task: Task, then: Then, what: Settled): Facts {
  const renews = what.by !== null && (what.isIntervention === true || what.onlyHow === true);
  const renewed: Facts = renews ? [{ type: 'phase', name: 'revisions_renewed' }] : [];
  return [...renewed, ...nextAfterAnswer(task, then, what)];
}

function nextAfterAnswer(task: Task, then: Then, what: Settled): Facts {
  const { stage } = task;
  if (stage.is === 'plan' && stage.draft.step === 'goal') return understoodBy(task, what);
  if (stage.is === 'work') return deliveredToWork(task, then, what);
  // What a person says may change the judgement; an assumption is that the plan goes on, unless more was wanted
  // than to ask.
  return what.by === null && what.again !== true ? proceedUnlessCommented(task, []) : [];
}

/**
 * Answers, and assumptions in their place, are understood anew; where it was only asked how to go on, silence
 * changes nothing.
 */
function understoodBy(task: Task, { by }: Settled): Facts {
  const isKnown = task.stage.is === 'plan' && task.stage.draft.found !== null;
  return by === null && isKnown ? proceed(task) : [beginStep('goal', { fallback: 'judged' })];
}

/**
 * What people said during the work reaches the model as what it is: a tool's result, or a comment that may change
 * the plan.
 */
function deliveredToWork(
  task: Task,
  then: Then,
  { by, notes, answer = '', again = false, onlyHow = false }: Settled,
): Facts {
  // With a lost workspace the work is cut back, and the tool that asked is gone: then it is a comment like any other.
  if (then.is === 'tool_result' && task.work?.waitingTools[0]?.id === then.toolUseId)
    return [{ type: 'action', name: 'tool_answered', tool_use_id: then.toolUseId, text: notes.join('\n') }];
  const about = aboutComment(then) ?? ({ was_asked: true } as const);
  const told: Facts =
    by === null ? [] : [{ type: 'control', name: 'comment', by, text: notes.join('\n'), answer, ...about }];
  const judging = task.work?.judging ?? null;
  const isJudgedAgain = judging?.decide === true && (by !== null ? !onlyHow : again);
  return judging === null || isJudgedAgain ? told : [...told, ...proceed(task)];
}

/** Of a question about a comment: its answer runs the patch again, with that comment (PLAN-9). */
export function aboutComment(then: Then): { readonly about: number } | null {
  return then.is === 'tell_work' && then.about !== undefined ? { about: then.about } : null;
}

/** What was said meanwhile comes before the end of the verification. */
export function proceedUnlessCommented(task: Task, said: Facts): Facts {
  const isUnheard = task.stage.is === 'verify' && (said.length > 0 || !areCommentsWeighed(task));
  return isUnheard ? [] : proceed(task);
}

interface Confirmation {
  readonly answer: 'yes' | 'no' | 'unanswered';
  readonly by: Person | null;
  /**
   * Said beside the yes or no: one more comment, weighed like any other; a re-plan that it confirms is made with
   * it.
   */
  readonly remark?: string;
}

export function afterConfirmation(task: Task, replanId: string, { answer, by, remark }: Confirmation): Facts {
  const told: Facts =
    remark === undefined || by === null ? [] : [{ type: 'control', name: 'comment', by, text: remark }];
  const record = task.replanning.records.find(({ id }) => id === replanId);
  if (answer !== 'yes' || record === undefined || record.kind === null) {
    const why = answer === 'no' ? 'refused_by_person' : 'low_confidence';
    return [...told, ...notCarriedOut(task, replanId, why), ...proceedUnlessCommented(task, told)];
  }
  const { kind, situation, decision } = record;
  return [...told, ...granted(task, kind, { replanId, situation }), ...planAgain(task, kind, decision)];
}
