/** Reviews by the model (EXEC-7): how they are recorded, what a task remembers of them, and how often one that fails is answered. Pure. */
import type { ReviewReading, Verdict } from '../calls/read-review.ts';
import type { Plan } from '../plan/plan.ts';
import type { Task, TaskCommon } from './task.ts';

/** A plan before it is carried out, or the whole change before the pull request. */
export type Reviewed = 'plan' | 'diff';

export type ReviewFact = {
  readonly type: 'review';
  readonly of: Reviewed;
  /** `NOT_MADE`: the API of the model refused the call; nothing was judged, and people are told so. */
  readonly result: Verdict | 'NOT_MADE';
  readonly feedback: string;
  /** Where in the answer the verdict was found (MODEL-4). */
  readonly how: ReviewReading['how'];
  /** 1 is the first review of this plan or change, before anything was revised. */
  readonly attempt: number;
};

export type ReviewRecord = Pick<ReviewFact, 'of' | 'result' | 'feedback'> & {
  /** The plan that was refused. */
  readonly plan?: Plan;
};

/** EXEC-7: still FAIL after so many revisions, and the phase has failed. */
export const MAX_REVISES = 3;

type Reviewing = Pick<TaskCommon, 'reviews'>;

/** What a review finds is revised this often; what passes ends the count, so that a later plan or change has its own. */
export function failuresSincePass({ reviews = [] }: Reviewing, of: Reviewed): number {
  const verdicts = reviews.filter((review) => review.of === of);
  return verdicts.length - 1 - verdicts.findLastIndex(({ result }) => result !== 'FAIL');
}

/** The failed reviews were as many as revisions are allowed, and one more. */
export function isGivenUpOn(task: Reviewing, of: Reviewed): boolean {
  return failuresSincePass(task, of) > MAX_REVISES;
}

/** Revisions of the plan or change that was reviewed last, whatever came of it. */
export function revisesOf(task: Reviewing, of: Reviewed): number {
  const verdicts = (task.reviews ?? []).filter((review) => review.of === of);
  const isPassed = verdicts.length > 0 && verdicts.at(-1)?.result !== 'FAIL';
  const failures = failuresSincePass({ reviews: isPassed ? verdicts.slice(0, -1) : verdicts }, of);
  return Math.min(failures, MAX_REVISES);
}

/** What was said last. */
export function lastReview({ reviews = [] }: Reviewing, of: Reviewed): ReviewRecord | null {
  return reviews.findLast((review) => review.of === of) ?? null;
}

/** The plan that a review refused, while none has passed since: what is planned now revises it (PLAN-4). */
export function refusedPlan(task: Reviewing): { readonly plan: Plan; readonly feedback: string } | null {
  const last = lastReview(task, 'plan');
  return last?.result === 'FAIL' && last.plan !== undefined ? { plan: last.plan, feedback: last.feedback } : null;
}

export function withReview(task: Task, { of, result, feedback }: ReviewFact): readonly ReviewRecord[] {
  const plan = of === 'plan' && result === 'FAIL' && task.phase === 'sequence' ? task.found : null;
  return [...(task.reviews ?? []), { of, result, feedback, ...(plan === null ? {} : { plan }) }];
}
