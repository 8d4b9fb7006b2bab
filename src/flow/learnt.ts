/** Back to where a question arose, with what was learnt: from people, or from what is assumed in their place. */
import { isHeard } from '../state/select.ts';
import { carryOn } from './carry-on.ts';
import { noted, planning } from './facts-of.ts';
import type { Fact } from '../state/facts.ts';
import type { Then } from '../state/question.ts';
import type { Task } from '../state/task.ts';
import type { Person } from '../ports/github.ts';

interface Learnt {
  /** Null when nobody answered. */
  readonly by: Person | null;
  readonly notes: readonly string[];
  /** In the words of that person. */
  readonly answer?: string;
  /** It is judged again without an answer, too. */
  readonly again?: boolean;
  /** Only how to go on was asked: the plan goes on, and what is said may change it like any comment. */
  readonly onlyHow?: boolean;
}

export function learnt(task: Task, then: Then, what: Learnt): readonly Fact[] {
  return [...noted(...what.notes), { type: 'phase', name: 'revisions_renewed' }, ...nextAfterAnswer(task, then, what)];
}

function nextAfterAnswer(task: Task, then: Then, what: Learnt): readonly Fact[] {
  const { stage } = task;
  if (stage.is === 'plan' && stage.draft.step === 'goal') return understoodBy(task, what);
  if (stage.is === 'work') return deliveredToWork(task, then, what);
  // What a person says may change the judgement; an assumption is that the plan goes on, unless more was wanted than to ask.
  return what.by === null && what.again !== true ? carryOnUnlessSaid(task, []) : [];
}

/** Answers, and assumptions in their place, are understood anew; where it was only asked how to go on, silence changes nothing. */
function understoodBy(task: Task, { by }: Learnt): readonly Fact[] {
  const isKnown = task.stage.is === 'plan' && task.stage.draft.found !== null;
  return by === null && isKnown ? carryOn(task) : [planning('goal', { standing: 'judged' })];
}

/** What people said during the work reaches the model as what it is: a tool's result, or a comment that may change the plan. */
function deliveredToWork(
  task: Task,
  then: Then,
  { by, notes, answer = '', again = false, onlyHow = false }: Learnt,
): readonly Fact[] {
  // With a lost workspace the work is cut back, and the tool that asked is gone: then it is a comment like any other.
  if (then.is === 'tool_result' && task.work?.waitingTools[0]?.id === then.toolUseId)
    return [{ type: 'action', name: 'tool_answered', tool_use_id: then.toolUseId, text: notes.join('\n') }];
  const told: readonly Fact[] =
    by === null ? [] : [{ type: 'control', name: 'comment', by, text: notes.join('\n'), answer, was_asked: true }];
  const judging = task.work?.judging ?? null;
  const isJudgedAgain = judging?.decide === true && (by !== null ? !onlyHow : again);
  return judging === null || isJudgedAgain ? told : [...told, ...carryOn(task)];
}

/** What was said meanwhile comes before the end of the verification. */
export function carryOnUnlessSaid(task: Task, said: readonly Fact[]): readonly Fact[] {
  const isUnheard = task.stage.is === 'verify' && (said.length > 0 || !isHeard(task));
  return isUnheard ? [] : carryOn(task);
}
