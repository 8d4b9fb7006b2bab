/**
 * Reviews by the model (EXEC-7): what a task remembers of them, and the two phases that may be reviewed: planning, and
 * execution, which ends with the tests and the review of the change. The phases follow from the state, so nothing about
 * them is stored.
 */
import { draftIn, reportOf, underlying } from './select.ts';
import type { Reviewed } from './model-facts.ts';
import type { Activity } from './outcome.ts';
import type { Plan } from './plan.ts';
import type { Report } from './stage.ts';
import type { ReviewRecord, Task } from './task.ts';

interface Reviewing {
  readonly reviews: readonly ReviewRecord[];
}

/** Failed reviews since the last one that passed; a pass resets the count for a later plan or change. */
export function failuresSincePass({ reviews }: Reviewing, of: Reviewed): number {
  const verdicts = reviews.filter((review) => review.of === of && review.isMadeAgain !== true);
  return verdicts.length - 1 - verdicts.findLastIndex(({ result }) => result !== 'FAIL');
}

/** Failed reviews of the plan or change that was reviewed last, whatever the outcome. */
export function failuresOf(task: Reviewing, of: Reviewed): number {
  const verdicts = task.reviews.filter((review) => review.of === of && review.isMadeAgain !== true);
  const isPassed = verdicts.length > 0 && verdicts.at(-1)?.result !== 'FAIL';
  return failuresSincePass({ reviews: isPassed ? verdicts.slice(0, -1) : verdicts }, of);
}

/** The newest review. */
export function lastReview({ reviews }: Reviewing, of: Reviewed): ReviewRecord | null {
  return reviews.findLast((review) => review.of === of) ?? null;
}

/** The last review contained no verdict or could not be made (MODEL-4). */
export function isNotMade(task: Reviewing, of: Reviewed): boolean {
  return lastReview(task, of)?.result === 'NOT_MADE';
}

/** The plan that a review refused, if none has passed since: the next plan revises it (PLAN-4). */
export function refusedPlan(task: Reviewing): { readonly plan: Plan; readonly feedback: string } | null {
  const last = lastReview(task, 'plan');
  return last?.result === 'FAIL' && last.plan !== undefined ? { plan: last.plan, feedback: last.feedback } : null;
}

export type ReviewedPhase = 'planning' | 'execution';

export interface PhaseState {
  readonly status: 'pending' | 'in_progress' | 'completed' | 'failed';
  /** Null until the phase begins. */
  readonly current_step: 'execute' | 'review' | 'revise' | null;
  readonly retry_count: number;
}

export const REVIEWED_PHASE: { readonly [Of in Reviewed]: ReviewedPhase } = { plan: 'planning', diff: 'execution' };

const PLANNING: ReadonlySet<Activity> = new Set(['understand', 'decompose', 'sequence']);
const EXECUTION: ReadonlySet<Activity> = new Set(['prepare', 'execute', 'verify']);

export function phaseStates(task: Task): { readonly [Phase in ReviewedPhase]: PhaseState } {
  const report = reportOf(task);
  const [planning, execution] =
    report === null
      ? [planningNow(task), executionNow(task)]
      : [planningAtEnd(task, report), executionAtEnd(task, report)];
  return { planning: stateOf(task, 'plan', planning), execution: stateOf(task, 'diff', execution) };
}

function stateOf(task: Task, of: Reviewed, status: PhaseState['status']): PhaseState {
  return { status, current_step: stepOf(task, of, status), retry_count: revisionsOf(task, of) };
}

/** Failed reviews that led to a revision; when the task ended because of reviews, the last one did not. */
function revisionsOf(task: Task, of: Reviewed): number {
  const reason = reportOf(task)?.ending.reason;
  const isGivenUp = reason === (of === 'plan' ? 'plan_not_passed' : 'change_not_passed');
  return failuresOf(task, of) - (isGivenUp ? 1 : 0);
}

function stepOf(task: Task, of: Reviewed, status: PhaseState['status']): PhaseState['current_step'] {
  if (status === 'pending') return null;
  const last = lastReview(task, of);
  if (status !== 'in_progress') return last === null ? 'execute' : 'review';
  if (isReviewing(task)) return 'review';
  return last?.result === 'FAIL' ? 'revise' : 'execute';
}

function isReviewing(task: Task): boolean {
  return draftIn(task, 'actions')?.reviewing === true || (task.stage.is === 'verify' && task.stage.reviewing !== null);
}

function planningNow(task: Task): PhaseState['status'] {
  const here = underlying(task);
  return here === 'orient' ? 'pending' : PLANNING.has(here) ? 'in_progress' : 'completed';
}

function executionNow(task: Task): PhaseState['status'] {
  const isPlannedAgain = task.stage.is === 'plan' && task.work !== null;
  return EXECUTION.has(underlying(task)) || isPlannedAgain ? 'in_progress' : 'pending';
}

function planningAtEnd({ plan }: Task, { ending, endedIn }: Report): PhaseState['status'] {
  if (ending.status === 'succeeded') return 'completed';
  if (ending.reason === 'plan_not_passed' || PLANNING.has(endedIn)) return 'failed';
  return plan !== null ? 'completed' : endedIn === 'orient' ? 'pending' : 'failed';
}

function executionAtEnd({ plan }: Task, { ending }: Report): PhaseState['status'] {
  if (plan === null || ending.reason === 'already_done') return 'pending';
  return ending.status === 'succeeded' || ending.reason === 'no_pull_request' ? 'completed' : 'failed';
}
