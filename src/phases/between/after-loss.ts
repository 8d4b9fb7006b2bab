/** A workspace that is lost while nothing is done in it: the work is cut back to its last checkpoint. Pure. */
import { commonOf } from '../../task/transition.ts';
import { withoutContainer } from './held.ts';
import { rebuild } from './rebuild.ts';
import type { Resumable, Task } from '../../task/task.ts';

export function afterLoss(held: Resumable, task: Task): Resumable {
  if (held.phase !== 'execute' && held.phase !== 'verify') return withoutContainer(held);
  const rebuilt = rebuild({ ...held, ...commonOf(task) });
  if (rebuilt.phase !== 'prepare' || rebuilt.earlierWork === null) return withoutContainer(held);
  return { ...held, work: rebuilt.earlierWork, containerId: null };
}
