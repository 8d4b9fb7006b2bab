/** Continues where a question arose, with people's answer or with what is assumed instead. */
import { areCommentsWeighed } from '../state/select.ts';
import { proceed } from './proceed.ts';
import { beginStep, granted, notCarriedOut } from './replan-facts.ts';
import type { Facts } from '../state/facts.ts';
import type { Then } from '../state/question.ts';
import type { Task } from '../state/task.ts';
import type { Person } from '../ports/github.ts';
import { planAgain } from './plan-again.ts';

interface Settled {
  /** Null if nobody answered. */
  readonly by: Person | null;
  /** The text for the tool that asked, or for the work. */
  readonly notes: readonly string[];
  /** The person's own words. */
  readonly answer?: string;
  /** The judgement is repeated even without an answer. */
  readonly again?: boolean;
  /** The question was only how to continue: the plan stays, and the answer may change it like any comment. */
  readonly onlyHow?: boolean;
  /** A person had to intervene: an answer resets the count of revisions (REPLAN-4). */
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
  // A person's answer may change the judgement. An assumption means that the plan stays, unless the judgement wanted
  // more than to ask.
  return what.by === null && what.again !== true ? proceedUnlessCommented(task, []) : [];
}

/**
 * The goal is understood again with answers or assumptions. If the question was only how to continue, silence changes
 * nothing.
 */
function understoodBy(task: Task, { by }: Settled): Facts {
  const isKnown = task.stage.is === 'plan' && task.stage.draft.found !== null;
  return by === null && isKnown ? proceed(task) : [beginStep('goal', { fallback: 'judged' })];
}

/** During the work the model gets what people said as a tool result, or as a comment that may change the plan. */
function deliveredToWork(
  task: Task,
  then: Then,
  { by, notes, answer = '', again = false, onlyHow = false }: Settled,
): Facts {
  // A lost workspace resets the work, and the tool call that asked is gone. Then the answer is an ordinary comment.
  if (then.is === 'tool_result' && task.work?.waitingTools[0]?.id === then.toolUseId)
    return [{ type: 'action', name: 'tool_answered', tool_use_id: then.toolUseId, text: notes.join('\n') }];
  const about = aboutComment(then) ?? ({ was_asked: true } as const);
  const told: Facts =
    by === null ? [] : [{ type: 'control', name: 'comment', by, text: notes.join('\n'), answer, ...about }];
  const judging = task.work?.judging ?? null;
  const isJudgedAgain = judging?.decide === true && (by !== null ? !onlyHow : again);
  return judging === null || isJudgedAgain ? told : [...told, ...proceed(task)];
}

/** For a question about a comment: the answer is turned into a patch together with that comment (PLAN-9). */
export function aboutComment(then: Then): { readonly about: number } | null {
  return then.is === 'tell_work' && then.about !== undefined ? { about: then.about } : null;
}

/** Comments that arrived meanwhile are handled before verification ends. */
export function proceedUnlessCommented(task: Task, said: Facts): Facts {
  const isUnheard = task.stage.is === 'verify' && (said.length > 0 || !areCommentsWeighed(task));
  return isUnheard ? [] : proceed(task);
}

interface Confirmation {
  readonly answer: 'yes' | 'no' | 'unanswered';
  readonly by: Person | null;
  /**
   * Text beside the yes or no. It is handled like any comment; a re-plan that is being confirmed takes it into account.
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
