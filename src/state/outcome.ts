/** What facts are made of: commands, changes, endings. */
import type { FaultCode, Service } from '../errors.ts';
import type { TooMany } from './plan.ts';

/** The structured calls of the model, as usage and trouble are told of. */
export type CallName =
  | 'goal_understanding'
  | 'task_decomposition'
  | 'action_plan'
  | 'replan_decision'
  | 'environment_fix'
  | 'reflection'
  | 'plan_patch'
  | 'review'
  | 'completion_assessment'
  | 'summary';
export type PlanningCall = 'goal_understanding' | 'task_decomposition' | 'action_plan';

/** A finished command as people may see it: head and tail of its output, secrets masked. */
export interface CommandRecord {
  readonly command: string;
  readonly exit_code: number | null;
  readonly timed_out: boolean;
  readonly output: string;
  readonly stdout: string;
  readonly duration_ms: number;
}

export interface ChangeRecord {
  readonly sha: string;
  readonly files: readonly { readonly path: string; readonly status: string }[];
  /** The true number: of very many files only the first are recorded. */
  readonly file_count?: number;
  readonly insertions: number;
  readonly deletions: number;
}

/** What went wrong, as a code that people are told in their own language (comments/trouble-words.ts). */
export type TroubleCode =
  | FaultCode
  | Service
  | RefusalCause
  /** A step that ended the service each time. */
  | 'crashed'
  /** GitHub did not say when the task was asked for. */
  | 'time_unknown';

/** Why a change was not pushed. */
export type RefusalCause =
  | 'protected_paths'
  | 'secret'
  | 'too_large'
  | 'branch_gone'
  | 'not_saved'
  | 'rejected'
  | 'no_write_access';

export type ActionStatus = 'success' | 'failure' | 'partial';
export type EndStatus = 'succeeded' | 'failed' | 'stopped';

export type EndReason =
  | 'finished'
  | 'already_done'
  | 'no_change'
  | 'not_achieved'
  | 'plan_not_passed'
  | 'change_not_passed'
  | 'unclear_goal'
  | 'stopped'
  | 'withdrawn'
  | 'empty_repository'
  | 'unavailable_repository'
  | 'invalid_answers'
  | 'impossible_plan'
  | 'too_many_subtasks'
  | 'budget'
  | 'protected_paths'
  | 'secret'
  | 'too_large'
  | 'branch_gone'
  | 'push_refused'
  | 'fault'
  | 'outage'
  | 'no_model_access'
  | 'sandbox_lost'
  | 'sandbox_failed'
  | 'no_access';

export interface Ending {
  readonly status: EndStatus;
  readonly reason: EndReason;
  /** Static sentence or text of ours or of GitHub; may hold quoted model text, so it is escaped when shown. */
  readonly detail: string;
  readonly list: readonly string[];
  readonly tooMany?: TooMany;
  /** What went wrong, told in the language of the people; `detail` is then for whoever looks closer. */
  readonly code?: TroubleCode;
}

export interface CompletionSummary {
  readonly goal_achieved: boolean;
  readonly tasks_completed: number;
  readonly tasks_failed: number;
  readonly key_outcomes: readonly string[];
}

export interface InterventionSummary {
  readonly goal_achieved: boolean;
  readonly tasks_completed: number;
  readonly tasks_failed: number;
  readonly revision_attempts: number;
  readonly reason: string;
  readonly current_state: string;
  readonly recommendations: readonly string[];
}

/** What a task is doing, in one word: of regions that stand beside each other, the one that people notice. */
export type Activity =
  | 'orient'
  | 'understand'
  | 'decompose'
  | 'sequence'
  | 'approve'
  | 'prepare'
  | 'execute'
  | 'verify'
  | 'wait'
  | 'pause'
  | 'report'
  | 'ended';

/** The steps of planning, in their order. */
export type PlanStep = 'goal' | 'division' | 'actions';
