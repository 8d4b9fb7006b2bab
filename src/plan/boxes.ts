/** The subtasks of a plan as the boxes that people see. Pure. */
import type { Plan } from './plan.ts';
import type { Box } from './version.ts';
import type { Work } from '../task/work-state.ts';

export function boxesOf(plan: Plan, work: Work | null): readonly Box[] {
  return plan.task_decomposition.subtasks.map(({ id, description }): Box => ({ id, description, state: stateOf(work, id) }));
}

function stateOf(work: Work | null, id: string): Box['state'] {
  const states = (work?.actions ?? []).filter((action) => action.taskId === id).map((action) => action.status);
  if (states.length > 0 && states.every((state) => state === 'success')) return 'done';
  if (states.includes('running')) return 'running';
  if (states.includes('failure')) return 'failed';
  return states.includes('partial') ? 'partial' : 'open';
}
