/** The subtasks of a plan as the boxes that people see, and plans as they stood when another took their place (REPLAN-7). */
import type { Plan } from './plan.ts';
import type { Work } from './work.ts';

export interface Box {
  readonly id: string;
  readonly description: string;
  /** It was being worked on when people were asked (`paused`), or when the task ended (`stopped`). */
  readonly state: 'open' | 'running' | 'paused' | 'stopped' | 'done' | 'failed' | 'partial';
}

export interface PlanVersion {
  /** 1 is the first plan. */
  readonly number: number;
  readonly startedAt: number;
  readonly boxes: readonly Box[];
  /** Why the next one replaced it. */
  readonly replacedBecause: string;
  readonly replacedAt: number;
}
export function boxesOf(plan: Plan, work: Work | null): readonly Box[] {
  return plan.task_decomposition.subtasks.map(
    ({ id, description }): Box => ({ id, description, state: stateOf(work, id) }),
  );
}

function stateOf(work: Work | null, id: string): Box['state'] {
  const states = (work?.actions ?? []).filter((action) => action.taskId === id).map((action) => action.status);
  if (states.length > 0 && states.every((state) => state === 'success')) return 'done';
  if (states.includes('running')) return 'running';
  if (states.includes('failure')) return 'failed';
  return states.includes('partial') ? 'partial' : 'open';
}
