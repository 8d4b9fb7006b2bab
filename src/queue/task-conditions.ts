/** All that commands look at in the state of the task they are said to. */
import { asidesAsked } from '../questions/aside.ts';
import { approvalShown, askedIn, questionOf } from '../questions/ask.ts';
import { takesWord } from '../questions/reading/takes-word.ts';
import { replay } from '../task/settle.ts';
import type { AnsweringWord } from '../people/control-words.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { Recorded } from '../task/fact.ts';
import type { Task, TaskIn } from '../task/task.ts';

/** Null before anything of it is recorded. */
export async function readTask(history: Pick<HistoryStore, 'read'>, taskId: string): Promise<Task | null> {
  return replay((await history.read(taskId)) as readonly Recorded[]);
}

export function isEnded(task: Task): task is TaskIn<'ended'> {
  return task.phase === 'ended';
}

/** Nothing is left but to say what came of it. */
export function isWorkOver({ phase }: Task): boolean {
  return phase === 'report' || phase === 'ended';
}

/** Paused, or about to be. */
export function isPaused({ phase, pausing }: Task): boolean {
  return phase === 'pause' || pausing !== undefined;
}

/** As it will be when it has read that somebody asked it to pause. */
export function withPauseAskedBy(task: Task, login: string): Task {
  return task.phase === 'pause' ? task : { ...task, pausing: { by: login } };
}

/** For the answer to a question, also while it is paused. */
export function isWaiting(task: Task): boolean {
  return askedIn(task) !== null;
}

export function waitsForYesOrNo(task: Task): boolean {
  const waiting = askedIn(task);
  return waiting !== null && questionOf(waiting).kind === 'confirmation';
}

/** Whether the word answers what is asked first; what it means to that is for the task to read. */
export function isAnsweredBy(task: Task, word: AnsweringWord, { addressed }: { readonly addressed: boolean }): boolean {
  const waiting = askedIn(task);
  const asked = waiting === null ? (approvalShown(task) ?? asidesAsked(task)[0]) : questionOf(waiting);
  if (asked === undefined) return false;
  // To "shall I change the plan?", `please redo it` among people is a yes, and `please go on` is told that it is neither.
  if (asked.kind === 'confirmation' && word !== 'approve' && addressed) return false;
  return takesWord(asked, word, waiting ?? {});
}
