/** All that commands look at in the state of the task they are said to. */
import { takesWord } from '../people/answers/can-answer-by-command.ts';
import { replay } from '../state/evolve.ts';
import { isAt, isOver, blockingIn, blockingQuestion, questionsHeard } from '../state/select.ts';
import { readHistory } from '../state/stored.ts';
import type { AnsweringWord } from '../people/control-words.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { At, Task } from '../state/task.ts';

/** Null before anything of it is recorded. */
export async function readTask(history: Pick<HistoryStore, 'read'>, taskId: string): Promise<Task | null> {
  return replay(readHistory(await history.read(taskId)));
}

export function isEnded(task: Task): task is At<'ended'> {
  return isAt(task, 'ended');
}

/** Nothing is left but to say what came of it. */
export function isWorkOver(task: Task): boolean {
  return isOver(task);
}

/** Paused, or about to be. */
export function isPaused({ paused, pausing }: Task): boolean {
  return paused !== null || pausing !== null;
}

/** As it will be when it has read that somebody asked it to pause. */
export function withPauseAskedBy(task: Task, login: string): Task {
  return task.paused !== null ? task : { ...task, pausing: { by: login } };
}

/** For the answer to a question, also while it is paused. */
export function isWaiting(task: Task): boolean {
  return blockingIn(task) !== null;
}

export function waitsForYesOrNo(task: Task): boolean {
  return blockingQuestion(task)?.kind === 'confirmation';
}

/** Whether the word answers what is asked first; what it means to that is for the task to read. */
export function isAnsweredBy(task: Task, word: AnsweringWord, { addressed }: { readonly addressed: boolean }): boolean {
  const asked = blockingQuestion(task) ?? questionsHeard(task)[0];
  if (asked === undefined) return false;
  // To "shall I change the plan?", `please redo it` among people is a yes, and `please go on` is told that it is neither.
  if (asked.kind === 'confirmation' && word !== 'approve' && addressed) return false;
  return takesWord(asked, word, blockingIn(task));
}
