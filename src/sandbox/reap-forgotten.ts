/** Containers of tasks that are over or unknown are removed when the service starts. */
import type { Logger } from '../log.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { Sandboxes } from '../ports/sandbox.ts';

export async function reapForgotten(sandboxes: Sandboxes, history: HistoryStore, log: Logger): Promise<void> {
  try {
    const unfinished = new Set(await history.unfinished());
    const removed = await sandboxes.reap(async (taskId) => unfinished.has(taskId));
    if (removed.length > 0) log.info({ count: removed.length }, 'forgotten sandboxes removed');
  } catch (error) {
    log.warn({ err: error }, 'forgotten sandboxes could not be removed');
  }
}
