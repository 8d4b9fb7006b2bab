/** To the work, in its container; without one, one is prepared first, or the one that was only stopped is gone on with. Pure. */
import { moveTo } from '../../task/transition.ts';
import { keptOf, NOTHING_PREPARED } from './nothing-prepared.ts';
import type { Executed, Task, TaskIn } from '../../task/task.ts';

export function toWork(task: Task, executed: Executed): TaskIn<'execute'> | TaskIn<'prepare'> {
  const { snapshot, plan, work, containerId } = executed;
  if (containerId !== null) return moveTo(task, 'execute', executed);
  return moveTo(task, 'prepare', { snapshot, plan, ...NOTHING_PREPARED, earlierWork: work, ...keptOf(executed) });
}
