/** The state of a task in the words of EXEC-1, for the API. */
import { activityOf } from './select.ts';
import type { Activity } from './outcome.ts';
import type { Task } from './task.ts';

export type TaskState =
  | 'PENDING'
  | 'PLANNING'
  | 'RUNNING'
  | 'VALIDATING'
  | 'WAITING'
  | 'PAUSED'
  | 'COMPLETE'
  | 'FAILED'
  | 'STOPPED';

const STATES: { readonly [Doing in Activity]: TaskState } = {
  orient: 'PENDING',
  understand: 'PLANNING',
  decompose: 'PLANNING',
  sequence: 'PLANNING',
  approve: 'PLANNING',
  prepare: 'RUNNING',
  execute: 'RUNNING',
  verify: 'VALIDATING',
  wait: 'WAITING',
  pause: 'PAUSED',
  report: 'VALIDATING',
  ended: 'COMPLETE',
};

export function stateOf(task: Task): TaskState {
  if (task.stage.is !== 'ended') return STATES[activityOf(task)];
  const { status } = task.stage.ending;
  if (status === 'stopped') return 'STOPPED';
  return status === 'failed' ? 'FAILED' : 'COMPLETE';
}
