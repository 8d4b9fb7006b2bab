/**
 * The plan is carried out: do tests, build and lint pass, is the goal reached, and does the change pass a review
 * (EXEC-6, EXEC-7)?
 */
import { changesBetween, withRevision } from '../plan/plan-changes.ts';
import { ownQuestions } from '../plan/own-words.ts';
import { isToBeExcused, nextCheck } from '../plan/next-check.ts';
import { asksForNothing } from '../plan/review-feedback.ts';
import { failuresOf, failuresSincePass, REVIEWED_PHASE } from '../state/reviews.ts';
import { draftIn, hasCriteria } from '../state/select.ts';
import type { Fact, FactNamed, FactOf, Facts } from '../state/facts.ts';
import { afterConflicts, afterMerge, nextOnBase } from './base-moves.ts';
import { adopt } from './adopt-plan.ts';
import { conclude, finished, notAchieved, outOfLoops } from './proceed.ts';
import { isOutOfLoops } from './unshown-criteria.ts';
import { endWith, failWith } from './ending.ts';
import { noted, beginStep } from './replan-facts.ts';
import type { Task } from '../state/task.ts';

/** Revisions after failed reviews (EXEC-7). If the review still fails after these, the phase has failed. */
export const REVISED_FAILS = 3;

type Review = FactOf<'review'>;

/** Called when all checks have run. Without criteria and judgements, the model is not asked. */
export function afterVerifying(task: Task): Facts {
  const isJudged = task.settings.planning.replanning.enabled || hasCriteria(task);
  const isLeft = nextOnBase(task) !== null || nextCheck(task) !== null;
  return task.stage.is !== 'verify' || isLeft || isJudged ? [] : conclude(task);
}

export function afterCheck(task: Task, fact: FactOf<'verification'>): Facts {
  if (fact.name === 'base_merged') return afterMerge(task);
  if (fact.name === 'base_conflicts' && fact.taken) return afterConflicts(task, fact);
  return fact.name === 'checked' && isToBeExcused(task, fact.check)
    ? [{ type: 'verification', name: 'excused', check: fact.check }]
    : afterVerifying(task);
}

export function afterReview(task: Task, fact: Review): Facts {
  const led = fact.of === 'plan' ? afterPlanReview(task, fact) : afterDiffReview(task, fact);
  return [reviewed(task, fact), ...led];
}

function reviewed(task: Task, { of, result, feedback }: Review): FactNamed<'reviewed'> {
  const failures = failuresOf(task, of);
  const [status, current_step, retry_count] =
    result !== 'FAIL'
      ? (['completed', 'review', failures] as const)
      : asksForNothing(feedback)
        ? (['in_progress', 'review', failures - 1] as const)
        : isGivenUpOn(task, of)
          ? (['failed', 'review', failures - 1] as const)
          : (['in_progress', 'revise', failures] as const);
  return { type: 'phase', name: 'reviewed', phase: REVIEWED_PHASE[of], status, current_step, retry_count };
}

/**
 * A failed review that names no problem leads to no work: it is repeated once and shown the first one (MODEL-4). Twice
 * in a row, it counts as not made.
 */
function lookedAtAgain(task: Task, of: Review['of']): Fact {
  const [before] = task.reviews.filter((review) => review.of === of).slice(-2, -1);
  return before?.isMadeAgain === true
    ? reviewNotMade(task, of, 'no_reason')
    : { type: 'phase', name: 'reviewing', of, again: true };
}

/** No review was made; people are told why. */
export function reviewNotMade(
  task: Task,
  of: Review['of'],
  why: keyof ReturnType<typeof ownQuestions>['reviewNotMade'],
): Review {
  const feedback = ownQuestions(task.settings.language).reviewNotMade[why];
  return { type: 'review', of, result: 'NOT_MADE', feedback, how: 'nothing', attempt: failuresSincePass(task, of) + 1 };
}

/** The review failed once more than revisions are allowed. */
function isGivenUpOn(task: Task, of: Review['of']): boolean {
  return failuresSincePass(task, of) > REVISED_FAILS;
}

function afterPlanReview(task: Task, { result, feedback }: Review): Facts {
  if ((draftIn(task, 'actions')?.found ?? null) === null) return [];
  if (result === 'PASS' || result === 'NOT_MADE') return adopt(task);
  if (result === 'PASS_WITH_SUGGESTIONS') return adopt(task, feedback);
  if (asksForNothing(feedback)) return [lookedAtAgain(task, 'plan')];
  if (isGivenUpOn(task, 'plan')) return failWith(task, 'plan_not_passed', feedback);
  return plannedAnew(task, feedback);
}

/**
 * Planning restarts at the decomposition, so that any flaw can be fixed. If finished work is kept, the decomposition
 * stays and only the actions are planned again. A refused plan is never a fallback for a failed revision.
 */
function plannedAnew({ stage, work }: Task, feedback: string): Facts {
  const keepsDone = stage.is === 'plan' && stage.keepsDone && work !== null;
  return [
    ...noted(`A review of the plan ended as FAIL. Make it anew so that what it found is mended:\n${feedback}`),
    beginStep(keepsDone ? 'actions' : 'division', { fallback: 'none' }),
  ];
}

/**
 * Goes back to work with the review's findings as additional work. Finished work stays, and everything is verified
 * again.
 */
function afterDiffReview(task: Task, { result, feedback: reason }: Review): Facts {
  const { stage, plan } = task;
  if (stage.is !== 'verify' || plan === null) return [];
  if (result !== 'FAIL') return endWith(task, finished(task));
  if (asksForNothing(reason)) return [lookedAtAgain(task, 'diff')];
  if (isGivenUpOn(task, 'diff')) return failWith(task, 'change_not_passed', reason);
  if (isOutOfLoops(task)) return endWith(task, notAchieved([reason, ...outOfLoops(task)]));
  const updated = withRevision(plan, reason);
  return [
    { type: 'revision', reason, source: 'review', changes: changesBetween(plan, updated), updated_plan: updated },
  ];
}
