/** The branch and author of a task's work, whether it gets a pull request, and whether that is ready or a draft. */
import { branchName } from '../ports/branch-name.ts';
import { unshownIn } from '../state/assessment.ts';
import { conflictOf } from '../state/base-merges.ts';
import { overallOf, testsIn, type Check } from '../state/checks.ts';
import { isNotMade, lastReview } from '../state/reviews.ts';
import type { TaskRequest, TaskSettings } from '../state/request.ts';
import type { Snapshot } from '../ports/repositories.ts';
import type { EndReason } from '../state/outcome.ts';
import type { Work } from '../state/work.ts';
import type { Report } from '../state/stage.ts';
import type { Task } from '../state/task.ts';

export function branchOf(task: {
  readonly request: Pick<TaskRequest, 'issue' | 'title'>;
  readonly snapshot?: Snapshot | null;
}): string {
  return task.snapshot?.branch ?? branchName(task.request.issue, task.request.title);
}

/** Endings after which the work so far is worth a pull request. */
const WORTH_A_PULL_REQUEST: ReadonlySet<EndReason> = new Set([
  'finished',
  'not_achieved',
  'change_not_passed',
  'budget',
]);

export function wantsPullRequest({ work }: Pick<Task, 'work'>, { ending }: Pick<Report, 'ending'>): boolean {
  return WORTH_A_PULL_REQUEST.has(ending.reason) && work !== null && work.checkpoint.change !== null;
}

type Ended = Pick<Report, 'ending' | 'checks'> & Partial<Pick<Report, 'assessment'>>;
type Verified = Pick<Task, 'work' | 'reviews'>;
type Offered = Verified & Pick<Task, 'baseMoves'>;

/**
 * Only verified work whose criteria were judged, whose review was made or not configured, and that can be merged;
 * everything else is a draft (GH-7, EXEC-6, EXEC-7, MODEL-4).
 */
export function isReady(task: Offered, report: Ended): boolean {
  if (conflictOf(task) !== null) return false;
  return isVerified(task, report) && !isNotMade(task, 'diff') && report.assessment !== 'not_had';
}

export function isDraftWanted(task: Offered & Pick<Task, 'settings'>, report: Ended): boolean {
  return task.settings.alwaysDraft || !isReady(task, report);
}

/** Nothing failed, but some criterion has no evidence (EXEC-6). */
export function isUnshown(task: Pick<Task, 'work'>, report: Ended): boolean {
  return isDenied(task, report) && unshownIn(report.assessment ?? null).length > 0;
}

/** All of its actions succeeded, and no check failed because of the change. */
export function hasSucceeded(work: Work, checks: readonly Check[]): boolean {
  return work.actions.every((action) => action.status === 'success') && overallOf(checks) !== 'failed';
}

/**
 * The task succeeded, and the checks that ran passed. Tests that also fail without the change, and flaky
 * ones, verify nothing (EXEC-7, PLAN-7). If nothing could be run the review counts (EXEC-6).
 */
export function isVerified(task: Verified, { ending, checks }: Pick<Report, 'ending' | 'checks'>): boolean {
  if (ending.status !== 'succeeded' || task.work === null) return false;
  if (checks.length === 0) return hasPassedReview(task);
  const tests = testsIn(checks);
  return overallOf(checks) === 'passed' && (tests === null || tests === 'passed');
}

/** The whole change was reviewed and passed. */
export function hasPassedReview(task: Pick<Task, 'reviews'>): boolean {
  const review = lastReview(task, 'diff');
  return review?.result === 'PASS' || review?.result === 'PASS_WITH_SUGGESTIONS';
}

/** Nothing failed, but the model itself says that the goal is not reached (PLAN-7). */
export function isDenied({ work }: Pick<Task, 'work'>, { ending, checks }: Pick<Report, 'ending' | 'checks'>): boolean {
  return ending.reason === 'not_achieved' && work !== null && hasSucceeded(work, checks);
}

/** The App's account by its GitHub id; without the id GitHub attributes commits to nobody. */
export function authorEmail(slug: string, botUserId: number | null): string {
  return `${botUserId === null ? '' : `${botUserId}+`}${slug}[bot]@users.noreply.github.com`;
}

/** As it was when the task began, so that repeating a checkpoint makes the same commit. */
export function authorOf(task: {
  readonly settings: Pick<TaskSettings, 'botSlug'>;
  readonly snapshot?: Snapshot | null;
}): {
  readonly name: string;
  readonly email: string;
} {
  const { botSlug } = task.settings;
  return { name: `${botSlug}[bot]`, email: task.snapshot?.authorEmail ?? authorEmail(botSlug, null) };
}
