/** What facts are made of: commands, changes, trouble, endings. */
import { z } from 'zod';
import { TooMany } from './plan.ts';
import { boolean, number, string, strings, trueOrAbsent, type Stored } from './stored-data.ts';

export type PlanningCall = Stored<typeof PlanningCall>;
export const PlanningCall = z.enum(['goal_understanding', 'task_decomposition', 'action_plan']);

/** The structured calls of the model, as usage and trouble are told of. */
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

/** As the port of sandboxes has it: what the host denied, never what a command says. */
export interface Denied extends Stored<typeof Denied> {}
export const Denied = z.object({
  to: z.array(z.object({ host: string, port: number, why: string })),
  more: number,
});

/** A finished command as people may see it: head and tail of its output, secrets masked. */
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

/** As much of a command that ran as evidence is looked for in. */
export interface CommandRun {
  readonly command: string;
  /** Null where a signal ended it. */
  readonly exitCode: number | null;
  /** Head and tail where it is long. */
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

/** What a diff shows of unfinished work; `text` is '' for a whole file. */
export interface Unfinished extends Stored<typeof Unfinished> {}
const Unfinished = z.object({ kind: UnfinishedKind, path: string, line: number, text: string });

export interface ChangeRecord extends Stored<typeof ChangeRecord> {}
export const ChangeRecord = z.object({
  sha: string,
  files: z.array(z.object({ path: string, status: string })),
  /** The true number: of very many files only the first are recorded. */
  file_count: number.exactOptional(),
  insertions: number,
  deletions: number,
  /** The first of those among them, and how many there are. */
  lock_files: strings.exactOptional(),
  lock_file_count: number.exactOptional(),
  /** Where its diff shows some. */
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

/** Why a change of protected paths cannot be shown as it is: nobody can approve of what they cannot see. */
export type Unseen = Stored<typeof Unseen>;
const Unseen = z.enum(['too_large', 'not_text', 'masked']);

/** A change of protected paths that is saved and not pushed until a person lets exactly this one through (GH-7). */
export interface HeldChange extends Stored<typeof HeldChange> {}
export const HeldChange = z.object({
  /** Of the paths with their modes and contents, before and after. */
  digest: string,
  /** The first of them. */
  paths: strings,
  pathCount: number,
  /** As people are shown it, or its beginning. */
  diff: string,
  unseen: Unseen.exactOptional(),
  /** Workflow files among them that the App has no permission to push. */
  needsWorkflows: trueOrAbsent,
});

/** What went wrong, as a code that people are told in their own language (comments/trouble-words.ts). */
export type TroubleCode = Stored<typeof TroubleCode>;
export const TroubleCode = z.enum([
  ...FaultCode.options,
  ...Service.options,
  ...RefusalCause.options,
  /** Nobody let it through. */
  'protected_paths',
  /** A step that ended the service each time. */
  'crashed',
  /** GitHub did not say when the task was asked for. */
  'time_unknown',
  /** How the answers of the model ended, each time: it would not, was cut off, or had no room left. */
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
  /** Static sentence or text of ours or of GitHub; may hold quoted model text, so it is escaped when shown. */
  detail: string,
  list: strings,
  tooMany: TooMany.exactOptional(),
  /** What went wrong, told in the language of the people; `detail` is then for whoever looks closer. */
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

/** What a task is doing, in one word: of regions that stand beside each other, the one that people notice. */
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

/** The label by which an issue shows the state of its task (GH-8). */
export type StateLabel = Stored<typeof StateLabel>;
export const StateLabel = z.enum(['working', 'waiting', 'paused', 'done', 'failed', 'stopped']);
