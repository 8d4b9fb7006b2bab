/**
 * Makes a task that waits for other issues (GH-2) check GitHub at once when one of them is closed or no longer blocks
 * it. This steers nothing, so no permission is needed: GitHub's state decides whether it starts.
 */
import { send } from './send-to-task.ts';
import { replay } from '../state/evolve.ts';
import { readHistory } from '../state/stored.ts';
import type { Delivery } from '../people/intent.ts';
import type { ActingTools } from './acting-tools.ts';

export async function wakeWaiting(
  { deliveryId }: Delivery,
  taskIds: readonly (string | null)[],
  tools: ActingTools,
): Promise<string> {
  let what = 'nothing waits';
  for (const taskId of taskIds) {
    if (taskId === null || !(await mayWait(taskId, tools))) continue;
    await send({ taskId, item: { kind: 'blockers_changed', id: `${deliveryId}-${taskId}` } }, tools);
    what = 'woken';
  }
  return what;
}

/** The task waits, or is just about to. An unreadable history must not affect other tasks. */
async function mayWait(taskId: string, { history, log }: ActingTools): Promise<boolean> {
  try {
    return replay(readHistory(await history.read(taskId)))?.stage.is === 'orient';
  } catch (error) {
    log.warn({ task: taskId, err: error }, 'a task that waits for an issue is unreadable and not woken');
    return false;
  }
}
