/**
 * The two phases that may be reviewed, as EXEC-7 tells of them: planning, and execution, which ends with the tests and the review of the
 * change. They follow from the state, so nothing of them is stored: the history and the API have it all.
 */
import { failuresOf, lastReview } from './reviews.ts';
import { draftIn, reportOf, underlying } from './select.ts';
import type { Reviewed } from './reviews.ts';
import type { Report, Task } from './task.ts';
import type { Activity } from './outcome.ts';

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

/** The last failed review is not answered any more. */
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
  return draftIn(task, 'actions')?.reviewing === true || (task.stage.is === 'verify' && task.stage.reviewing);
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
  return ending.status === 'succeeded' ? 'completed' : 'failed';
}
