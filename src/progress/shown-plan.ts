/** The plan that people see: the current one, also while the next is being made or an answer is waited for. */
import { isResting } from '../task/underneath.ts';
import type { Plan } from '../state/plan.ts';
import type { Task } from '../state/task.ts';
import type { Work } from '../state/work.ts';

export function shownPlan(task: Task): { readonly plan: Plan; readonly work: Work | null } | null {
  if (isResting(task)) return shownPlan(task.back);
  if ('plan' in task)
    return task.plan === null
      ? null
      : { plan: task.plan, work: 'work' in task ? task.work : 'earlierWork' in task ? task.earlierWork : null };
  return 'carried' in task && task.carried !== null ? task.carried : null;
}
