/**
 * How much the model is to think about a call (MODEL-5): medium, low or high for the work on a subtask by its complexity, and high for
 * whatever is tried again. In the conversation of the work it changes only where an action begins: the API's cache
 * does not outlive a change of it.
 */
import { refusedPlan } from '../state/reviews.ts';
import { unusableTo } from '../state/select.ts';
import type { Effort } from '../ports/model.ts';
import type { CallName } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';
import type { ActionBrief, Work } from '../state/work.ts';

export function effortOf(call: CallName | 'next_step', task: Task): Effort {
  if (call !== 'next_step' && unusableTo(call, task).length > 0) return 'high';
  if (isPlannedAgain(task)) return 'high';
  if (call !== 'next_step' && call !== 'reflection') return 'medium';
  const brief = task.work === null ? null : briefInHand(task.work);
  if (brief === null) return 'medium';
  return brief.isRetry ? 'high' : (brief.about?.subtask.estimated_complexity ?? 'medium');
}

/** What the action in hand, or the one that was just ended, was begun with. */
function briefInHand({ conversation }: Work): ActionBrief | null {
  const begun = conversation.findLast((turn) => turn.kind === 'begin' || turn.kind === 'anew');
  return begun?.brief ?? null;
}

/** After a re-plan was granted, or a review let the plan not pass. What people were asked first is no second try. */
function isPlannedAgain(task: Task): boolean {
  if (task.stage.is !== 'plan') return false;
  const { records } = task.replanning;
  return refusedPlan(task) !== null || records.some(({ executed, kind }) => executed && kind !== 'clarification');
}
