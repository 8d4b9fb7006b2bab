/**
 * The models a call may go to (the candidates of its category, from the task's settings), and the requested effort
 * (MODEL-5).
 */
import { effortOf } from './effort.ts';
import type { ModelRequest } from '../ports/model.ts';
import type { CallName } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';

export const CATEGORIES = {
  goal_understanding: 'meta',
  replan_decision: 'meta',
  environment_fix: 'meta',
  reflection: 'meta',
  review: 'meta',
  completion_assessment: 'meta',
  summary: 'meta',
  task_decomposition: 'task',
  gathering: 'plan',
  action_plan: 'plan',
  plan_patch: 'plan',
  next_step: 'execution',
} as const satisfies Readonly<Record<CallName | 'next_step', string>>;

export function askedOf(call: keyof typeof CATEGORIES, task: Task): Pick<ModelRequest, 'asking' | 'effort'> {
  const categories = task.settings.models?.categories;
  const group = categories?.[CATEGORIES[call]] ?? categories?.['meta'];
  return { effort: effortOf(call, task), ...(group === undefined ? {} : { asking: { seed: task.id, group } }) };
}
