/** The plan is carried out: do the tests pass, is the goal reached, and does the change stand a review? */
import { afterDecision } from './between/after-decision.ts';
import { backToWork } from './between/back-to-work.ts';
import { conclude } from './between/conclude.ts';
import { rebuild } from './between/rebuild.ts';
import { revisedByReview, settleDiffReview, withWrongAnswer } from './between/review.ts';
import { isInvalidAnswer } from './between/wrong-answer.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Task, TaskIn } from '../task/task.ts';

export const verify: Phase<'verify'> = { name: 'verify', next, settle };

function next(task: TaskIn<'verify'>): Effect {
  if (task.tests === null && task.plan.test_command !== null) return { kind: 'run_tests', command: task.plan.test_command };
  if (task.reviewing !== undefined) return { kind: 'ask_review', of: 'diff', wrongAnswers: task.reviewing.wrongAnswers };
  return { kind: 'ask_decision', point: 'reflection', again: task.replanning.escalated };
}

function settle(task: TaskIn<'verify'>, fact: Fact): Task {
  if (fact.type === 'environment' && fact.name === 'workspace_lost') return rebuild(task, fact.cause);
  if (fact.type === 'replan_decision' && fact.name === 'decided') return afterDecision(task, fact);
  if (isInvalidAnswer(fact)) return withWrongAnswer(task, fact);
  if (fact.type === 'review') return settleDiffReview(task, fact);
  if (fact.type === 'revision') return revisedByReview(task, fact);
  if (fact.type !== 'verification') return backToWork(task, fact);
  // Tests that are run once more may end otherwise: what was judged by them is judged anew.
  const { reviewing: _, ...verifying } = task;
  const tested = { ...verifying, tests: fact.command };
  return task.settings.planning.replanning.enabled ? tested : conclude(tested);
}
