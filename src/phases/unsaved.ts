/** Work that is done in the sandbox and not on its branch. Pure. */
import { workOf } from './held.ts';
import type { Effect } from '../task/effect.ts';
import type { Resumable } from '../task/task.ts';

export const SAVE_UNFINISHED: Effect = { kind: 'checkpoint', subtask: 'unfinished', message: 'Work in progress' };

export function isUnsaved(task: Resumable): boolean {
  const work = workOf(task);
  return work !== null && work.toolCount > work.checkpoint.toolCount;
}
