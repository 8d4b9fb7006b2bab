/** The subtasks as an ordered list of actions, and the environment to do them in. */
import { afterDecision, carryOn } from './between/after-decision.ts';
import { settlePlanReview } from './between/review.ts';
import { afterWrongAnswer, isInvalidAnswer } from './between/wrong-answer.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Task, TaskIn } from '../task/task.ts';

export const sequence: Phase<'sequence'> = { name: 'sequence', next, settle };

function next(task: TaskIn<'sequence'>): Effect {
  if (task.found === null) return { kind: 'ask_model', call: 'action_plan', wrongAnswers: task.wrongAnswers };
  if (task.reviewing !== undefined) return { kind: 'ask_review', of: 'plan', wrongAnswers: task.reviewing.wrongAnswers };
  return { kind: 'ask_decision', point: 'action_sequence', again: task.replanning.escalated };
}

function settle(task: TaskIn<'sequence'>, fact: Fact): Task {
  if (task.reviewing !== undefined) return settlePlanReview(task, fact);
  if (isInvalidAnswer(fact)) return afterWrongAnswer(task, fact);
  if (fact.type === 'replan_decision' && fact.name === 'decided') return afterDecision(task, fact);
  const plan = fact.type === 'plan' ? fact.plan : fact.type === 'revision' ? fact.updated_plan : null;
  if (plan === null) return task;
  const found = { ...task, found: plan, wrongAnswers: [] };
  return task.settings.planning.replanning.enabled ? found : carryOn(found);
}
