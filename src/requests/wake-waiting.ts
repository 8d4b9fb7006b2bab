/**
 * A task that waits for other issues (GH-2) looks at GitHub at once when one of them is closed or blocks it no more. Nobody
 * steers it by that, so nobody's rights are asked: what GitHub shows decides whether it begins.
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

/** It waits, or finds out in this moment that it has to. A history that cannot be read must not keep others from it. */
async function mayWait(taskId: string, { history, log }: ActingTools): Promise<boolean> {
  try {
    return replay(readHistory(await history.read(taskId)))?.stage.is === 'orient';
  } catch (error) {
    log.warn({ task: taskId, err: error }, 'a task that waits for an issue cannot be read: it is not woken');
    return false;
  }
}
