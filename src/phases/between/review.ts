/**
 * The review cycle (EXEC-7): a plan that the model made is reviewed before it is carried out, and the whole change before
 * the pull request. What fails is revised, at most three times; then the phase has failed, and the task with it. What
 * people, reflections and reviews add to a plan on the way is not reviewed as a plan: the change is. Pure.
 */
import { doneSubtasks, reshape } from '../../plan/work.ts';
import { noted } from '../../replan/state.ts';
import { endWith, finished } from '../../task/ending.ts';
import { isGivenUpOn } from '../../task/reviews.ts';
import { moveTo } from '../../task/transition.ts';
import { adoptPlan, replaced } from './adopt-plan.ts';
import { REVIEW_BEGUN } from './conclude.ts';
import { toWork } from './to-work.ts';
import { isInvalidAnswer } from './wrong-answer.ts';
import type { Fact } from '../../task/fact.ts';
import type { ReviewFact } from '../../task/reviews.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Task, TaskIn } from '../../task/task.ts';

type Revision = Extract<Fact, { readonly type: 'revision' }>;

export function reviewOrAdopt(task: TaskIn<'sequence'>, plan: Plan): Task {
  return task.settings.planning.review.plan ? { ...task, found: plan, reviewing: REVIEW_BEGUN } : adoptPlan(task, plan);
}

export function settlePlanReview(task: TaskIn<'sequence'>, fact: Fact): Task {
  if (isInvalidAnswer(fact)) return withWrongAnswer(task, fact);
  if (fact.type !== 'review' || task.found === null) return task;
  if (fact.result === 'PASS' || fact.result === 'NOT_MADE') return adoptPlan(task, task.found);
  if (fact.result === 'PASS_WITH_SUGGESTIONS') return adoptPlan(task, { ...task.found, review_suggestions: fact.feedback });
  if (isGivenUpOn(task, 'plan')) return endWith(task, { status: 'failed', reason: 'plan_not_passed', detail: fact.feedback, list: [] });
  return planAnew(task, fact);
}

/**
 * From the division on, so that any flaw can be mended; where what is done stays done, the division stays too and only
 * its actions are planned again. Nothing stands meanwhile: a plan that was refused is not what a failed revise leads to.
 */
function planAnew(before: TaskIn<'sequence'>, { feedback }: ReviewFact): Task {
  const note = `A review of the plan ended as FAIL. Make it anew so that what it found is mended:\n${feedback}`;
  const task = { ...before, replanning: noted(before.replanning, note) };
  const { snapshot, carried, goal, decomposition, criteria } = task;
  const anew = { snapshot, carried, goal, wrongAnswers: [], found: null };
  return carried?.keepsDone === true ? moveTo(task, 'sequence', { ...anew, decomposition, criteria }) : moveTo(task, 'decompose', anew);
}

export function settleDiffReview(task: TaskIn<'verify'>, fact: ReviewFact): Task {
  if (fact.result !== 'FAIL') return endWith(task, finished(task.work, task.tests));
  if (!isGivenUpOn(task, 'diff')) return task;
  return endWith(task, { status: 'failed', reason: 'change_not_passed', detail: fact.feedback, list: [] });
}

/** Back to work with what the review found as additional work; what is done stays done, and everything is verified anew. */
export function revisedByReview(task: TaskIn<'verify'>, { updated_plan: plan, reason }: Revision): Task {
  const { snapshot, environment, containerId, work: before } = task;
  const work = reshape(before, plan, { done: doneSubtasks(before), reason, again: new Set() });
  const old = { plan: task.plan, work: before };
  const revised = { ...task, replanning: replaced(task.replanning, old, { at: task.updatedAt, reason }) };
  return toWork(revised, { snapshot, plan, environment, containerId, work });
}

export function withWrongAnswer<Reviewing extends TaskIn<'sequence'> | TaskIn<'verify'>>(
  task: Reviewing,
  { content, problems, broke }: Extract<Fact, { readonly name: 'invalid_answer' }>,
): Reviewing {
  const { wrongAnswers } = task.reviewing ?? REVIEW_BEGUN;
  return { ...task, reviewing: { wrongAnswers: [...wrongAnswers, { content, problems, broke }] } };
}
