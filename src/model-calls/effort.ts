/**
 * The effort of a call (MODEL-5): low, medium or high by the complexity of the subtask, and high for anything that is
 * repeated. Within a conversation it changes only where an action begins, since a change invalidates the API's cache.
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

/** The brief of the current action, or of the one that has just ended. */
function briefInHand({ conversation }: Work): ActionBrief | null {
  const begun = conversation.findLast((turn) => turn.kind === 'begin' || turn.kind === 'anew');
  return begun?.brief ?? null;
}

/**
 * After a granted re-plan, or a failed review of the plan. Planning after a first question to people is no second try.
 */
function isPlannedAgain(task: Task): boolean {
  if (task.stage.is !== 'plan') return false;
  const { records } = task.replanning;
  return refusedPlan(task) !== null || records.some(({ executed, kind }) => executed && kind !== 'clarification');
}
