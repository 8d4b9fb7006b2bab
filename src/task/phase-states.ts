/**
 * The two phases that may be reviewed, as EXEC-7 tells of them: planning, and execution, which ends with the tests and the
 * review of the change. They follow from the state, so nothing of them is stored: the history and the API have it all. Pure.
 */
import { lastReview, revisesOf } from './reviews.ts';
import { withCommonOf } from './transition.ts';
import { isResting, underneath } from './underneath.ts';
import type { Reviewed } from './reviews.ts';
import type { PhaseName, Task } from './task.ts';

export type ReviewedPhase = 'planning' | 'execution';

export interface PhaseState {
  readonly status: 'pending' | 'in_progress' | 'completed' | 'failed';
  /** Null until the phase begins. */
  readonly current_step: 'execute' | 'review' | 'revise' | null;
  readonly retry_count: number;
}

export const REVIEWED_PHASE: { readonly [Of in Reviewed]: ReviewedPhase } = { plan: 'planning', diff: 'execution' };

const PLANNING: ReadonlySet<PhaseName> = new Set(['understand', 'decompose', 'sequence']);
const EXECUTION: ReadonlySet<PhaseName> = new Set(['prepare', 'execute', 'verify']);

export function phaseStates(task: Task): { readonly [Phase in ReviewedPhase]: PhaseState } {
  const at = isResting(task) ? withCommonOf(task, underneath(task)) : task;
  return { planning: stateOf(at, 'plan', planningStatus(at)), execution: stateOf(at, 'diff', executionStatus(at)) };
}

function stateOf(task: Task, of: Reviewed, status: PhaseState['status']): PhaseState {
  return { status, current_step: stepOf(task, of, status), retry_count: revisesOf(task, of) };
}

function stepOf(task: Task, of: Reviewed, status: PhaseState['status']): PhaseState['current_step'] {
  if (status === 'pending') return null;
  const last = lastReview(task, of);
  if (status !== 'in_progress') return last === null ? 'execute' : 'review';
  if ('reviewing' in task && task.reviewing !== undefined) return 'review';
  return last?.result === 'FAIL' ? 'revise' : 'execute';
}

function planningStatus(task: Task): PhaseState['status'] {
  const here = hereIn(task);
  if (here !== null) return here === 'orient' ? 'pending' : PLANNING.has(here) ? 'in_progress' : 'completed';
  const { ending, endedIn, plan } = over(task);
  if (ending.status === 'succeeded') return 'completed';
  if (ending.reason === 'plan_not_passed' || PLANNING.has(endedIn)) return 'failed';
  return plan !== null ? 'completed' : endedIn === 'orient' ? 'pending' : 'failed';
}

function executionStatus(task: Task): PhaseState['status'] {
  const here = hereIn(task);
  if (here !== null) return EXECUTION.has(here) || ('carried' in task && task.carried !== null) ? 'in_progress' : 'pending';
  const { ending, plan } = over(task);
  if (plan === null || ending.reason === 'already_done') return 'pending';
  return ending.status === 'succeeded' ? 'completed' : 'failed';
}

/** Null when the task is over, or about to be. */
function hereIn(task: Task): PhaseName | null {
  return task.phase === 'report' || task.phase === 'ended' ? null : task.phase;
}

function over(task: Task) {
  if (task.phase !== 'report' && task.phase !== 'ended') throw new TypeError(`A task in ${task.phase} is not over.`);
  return task;
}
