/** Parts of facts: commands, changes, trouble, endings. */
import { z } from 'zod';
import { TooMany } from './plan.ts';
import { boolean, number, string, strings, trueOrAbsent, type Stored } from './stored-data.ts';

export type PlanningCall = Stored<typeof PlanningCall>;
export const PlanningCall = z.enum(['goal_understanding', 'task_decomposition', 'action_plan']);

/** The structured model calls, by the names used in usage and error reports. */
export type CallName = Stored<typeof CallName>;
export const CallName = z.enum([
  ...PlanningCall.options,
  'gathering',
  'replan_decision',
  'environment_fix',
  'reflection',
  'plan_patch',
  'review',
  'completion_assessment',
  'summary',
]);

/** As defined by the sandbox port: what the host denied, never what a command says. */
export interface Denied extends Stored<typeof Denied> {}
export const Denied = z.object({
  to: z.array(z.object({ host: string, port: number, why: string })),
  more: number,
});

/** A finished command as people may see it: start and end of its output, secrets masked. */
export interface CommandRecord extends Stored<typeof CommandRecord> {}
export const CommandRecord = z.object({
  command: string,
  exit_code: number.nullable(),
  timed_out: boolean,
  output: string,
  stdout: string,
  duration_ms: number,
  denied: Denied.exactOptional(),
});

/** The part of a command that ran which evidence is searched in. */
export interface CommandRun {
  readonly command: string;
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  /** Start and end, if it is long. */
  readonly output: string;
  /** It passed, and had failed just before on the same tree. */
  readonly isFlaky?: true;
}

export type UnfinishedKind = Stored<typeof UnfinishedKind>;
const UnfinishedKind = z.enum([
  'todo',
  'empty_body',
  'not_implemented',
  'skipped_test',
  'focused_test',
  'weakened_test',
  'deleted_test',
]);

/** Signs of unfinished work in a diff; `text` is '' for a whole file. */
export interface Unfinished extends Stored<typeof Unfinished> {}
const Unfinished = z.object({ kind: UnfinishedKind, path: string, line: number, text: string });

export interface ChangeRecord extends Stored<typeof ChangeRecord> {}
export const ChangeRecord = z.object({
  sha: string,
  files: z.array(z.object({ path: string, status: string })),
  /** The true number; only the first of very many files are recorded. */
  file_count: number.exactOptional(),
  insertions: number,
  deletions: number,
  /** The first of the lock files among them, and their number. */
  lock_files: strings.exactOptional(),
  lock_file_count: number.exactOptional(),
  /** Present if the diff shows any. */
  unfinished: z.array(Unfinished).exactOptional(),
});

/** What is waited for, as in errors.ts. */
export const Service = z.enum([
  'github',
  'github_limit',
  'model',
  'model_limit',
  'model_address',
  'engine',
  'sandbox',
  'git',
  'history',
]);

/** As in errors.ts. */
export const FaultCode = z.enum([
  'configuration',
  'credentials',
  'redis',
  'docker',
  'image_missing',
  'sandbox_failed',
  'model_refused',
  'model_credentials',
  'github_refused',
  'github_gone',
  'pull_request_closed',
  'github_not_installed',
  'github_suspended',
  'git_failed',
  'base_branch_missing',
  'history_damaged',
  'history_failed',
  'internal',
]);

/** Why a change was not pushed. */
export type RefusalCause = Stored<typeof RefusalCause>;
export const RefusalCause = z.enum(['secret', 'too_large', 'branch_gone', 'not_saved', 'rejected', 'no_write_access']);

/** Why a change of protected paths cannot be shown; people cannot approve what they cannot see. */
export type Unseen = Stored<typeof Unseen>;
const Unseen = z.enum(['too_large', 'not_text', 'masked']);

/** A change of protected paths that is saved and not pushed until a person approves exactly this one (GH-7). */
export interface HeldChange extends Stored<typeof HeldChange> {}
export const HeldChange = z.object({
  /** Of the paths with modes and contents, before and after. */
  digest: string,
  /** The first paths. */
  paths: strings,
  pathCount: number,
  /** As people are shown it, possibly shortened. */
  diff: string,
  unseen: Unseen.exactOptional(),
  /** The change contains workflow files that the App has no permission to push. */
  needsWorkflows: trueOrAbsent,
});

/** What went wrong, as a code; people are told in their own language (comments/trouble-words.ts). */
export type TroubleCode = Stored<typeof TroubleCode>;
export const TroubleCode = z.enum([
  ...FaultCode.options,
  ...Service.options,
  ...RefusalCause.options,
  /** Nobody approved it. */
  'protected_paths',
  /** An effect that stopped the service every time. */
  'crashed',
  /** GitHub did not say when the task was requested. */
  'time_unknown',
  /** How the model's answers ended each time: declined, cut off, or without room left. */
  'model_declined',
  'answers_cut',
  'context_full',
]);

export type EndStatus = Stored<typeof EndStatus>;
export const EndStatus = z.enum(['succeeded', 'failed', 'stopped']);

const EndReason = z.enum([
  'finished',
  'already_done',
  'no_change',
  'no_pull_request',
  'not_achieved',
  'plan_not_passed',
  'change_not_passed',
  'unclear_goal',
  'stopped',
  'withdrawn',
  'empty_repository',
  'unavailable_repository',
  'invalid_answers',
  'impossible_plan',
  'too_many_subtasks',
  'budget',
  'secret',
  'too_large',
  'branch_gone',
  'push_refused',
  'fault',
  'outage',
  'no_model_access',
  'sandbox_lost',
  'sandbox_failed',
  'no_access',
]);
export type EndReason = Stored<typeof EndReason>;

export interface Ending extends Stored<typeof Ending> {}
export const Ending = z.object({
  status: EndStatus,
  reason: EndReason,
  /** Our own sentence or GitHub's text; it may quote the model, so it is escaped when shown. */
  detail: string,
  list: strings,
  tooMany: TooMany.exactOptional(),
  /** What went wrong, for people in their language; `detail` is then for those who look closer. */
  code: TroubleCode.exactOptional(),
});

export interface CompletionSummary extends Stored<typeof CompletionSummary> {}
export const CompletionSummary = z.object({
  goal_achieved: boolean,
  tasks_completed: number,
  tasks_failed: number,
  key_outcomes: strings,
});

export interface InterventionSummary extends Stored<typeof InterventionSummary> {}
export const InterventionSummary = z.object({
  goal_achieved: boolean,
  tasks_completed: number,
  tasks_failed: number,
  revision_attempts: number,
  reason: string,
  current_state: string,
  recommendations: strings,
});

/** What a task is doing, in one word; of the parallel regions the one that people notice. */
export type Activity = Stored<typeof Activity>;
export const Activity = z.enum([
  'orient',
  'understand',
  'decompose',
  'sequence',
  'approve',
  'prepare',
  'execute',
  'verify',
  'wait',
  'pause',
  'report',
  'ended',
]);

/** The label with which an issue shows the state of its task (GH-8). */
export type StateLabel = Stored<typeof StateLabel>;
export const StateLabel = z.enum(['working', 'waiting', 'paused', 'done', 'failed', 'stopped']);
