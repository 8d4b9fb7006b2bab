/** Whether a plan is large enough for a second look (REPLAN-2), and whether it is reviewed (PLAN-3). */
import type { PlanningSettings } from '../state/request.ts';
import type { Plan } from '../state/plan.ts';

const MANY_SUBTASKS = 10;

export function isLarge({ task_decomposition: { subtasks } }: Pick<Plan, 'task_decomposition'>): boolean {
  return subtasks.length > MANY_SUBTASKS || subtasks.some((one) => one.estimated_complexity === 'high');
}

/** Instead of being judged. */
export function isReviewedInstead({ review }: Pick<PlanningSettings, 'review'>, plan: Plan): boolean {
  return review.plan === 'auto' && isLarge(plan);
}

export function isReviewed(settings: Pick<PlanningSettings, 'review'>, plan: Plan): boolean {
  return settings.review.plan === true || isReviewedInstead(settings, plan);
}
