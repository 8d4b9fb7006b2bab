/** Reviews by the model (EXEC-7): how they are recorded, and what a task remembers of them. */
import type { Plan } from './plan.ts';

/** A plan before it is carried out, or the whole change before the pull request. */
export type Reviewed = 'plan' | 'diff';

export type ReviewFact = {
  readonly type: 'review';
  readonly of: Reviewed;
  /** `NOT_MADE`: the API of the model refused the call; nothing was judged, and people are told so. */
  readonly result: 'PASS' | 'FAIL' | 'PASS_WITH_SUGGESTIONS' | 'NOT_MADE';
  readonly feedback: string;
  /** Where in the answer the verdict was found (MODEL-4). */
  readonly how: string;
  /** 1 is the first review of this plan or change, before anything was revised. */
  readonly attempt: number;
};

export type ReviewRecord = Pick<ReviewFact, 'of' | 'result' | 'feedback'> & {
  /** The plan that was refused. */
  readonly plan?: Plan;
};

interface Reviewing {
  readonly reviews: readonly ReviewRecord[];
}

/** What a review finds is revised this often; what passes ends the count, so that a later plan or change has its own. */
export function failuresSincePass({ reviews }: Reviewing, of: Reviewed): number {
  const verdicts = reviews.filter((review) => review.of === of);
  return verdicts.length - 1 - verdicts.findLastIndex(({ result }) => result !== 'FAIL');
}

/** Failed reviews of the plan or change that was reviewed last, whatever came of it. */
export function failuresOf(task: Reviewing, of: Reviewed): number {
  const verdicts = task.reviews.filter((review) => review.of === of);
  const isPassed = verdicts.length > 0 && verdicts.at(-1)?.result !== 'FAIL';
  return failuresSincePass({ reviews: isPassed ? verdicts.slice(0, -1) : verdicts }, of);
}

/** What was said last. */
export function lastReview({ reviews }: Reviewing, of: Reviewed): ReviewRecord | null {
  return reviews.findLast((review) => review.of === of) ?? null;
}

/** The plan that a review refused, while none has passed since: what is planned now revises it (PLAN-4). */
export function refusedPlan(task: Reviewing): { readonly plan: Plan; readonly feedback: string } | null {
  const last = lastReview(task, 'plan');
  return last?.result === 'FAIL' && last.plan !== undefined ? { plan: last.plan, feedback: last.feedback } : null;
}
