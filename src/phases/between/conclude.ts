/** The plan is carried out and nothing more is wanted: to the review of the change, or to the end (EXEC-7). Pure. */
import { endWith, finished } from '../../task/ending.ts';
import type { Task, TaskIn, UnderReview } from '../../task/task.ts';

/** A review begins, and no answer to it was wrong yet. */
export const REVIEW_BEGUN: NonNullable<UnderReview['reviewing']> = { wrongAnswers: [] };

/** What did not succeed, or changed nothing, is not worth a review. */
export function conclude(task: TaskIn<'verify'>): Task {
  const ending = finished(task.work, task.tests);
  const isReviewed = task.settings.planning.review.diff && ending.reason === 'finished';
  return isReviewed ? { ...task, reviewing: REVIEW_BEGUN } : endWith(task, ending);
}
