/** Work that is done in the sandbox and not on its branch. Pure. */
import type { Effect } from '../../task/effect.ts';
import type { Work } from '../../task/work-state.ts';

export const SAVE_UNFINISHED: Effect = { kind: 'checkpoint', subtask: 'unfinished', message: 'Work in progress' };

export function isUnsaved(work: Work | null): boolean {
  return work !== null && work.toolCount > work.checkpoint.toolCount;
}
