/**
 * What is recorded in a task's history: one union, whose `type` is one of the public history types and whose
 * `name` tells apart what shares a type. The state of a task is the fold of its facts, nothing else.
 */
import type { EffectKind } from './effect.ts';
import type { TaskRequest, TaskSettings } from './request.ts';
import type { CallName } from '../calls/calls.ts';
import type { FaultCode } from '../errors.ts';
import type { AcceptanceCriterion, GoalError, GoalUnderstanding, Plan, TaskDecomposition } from '../plan/plan.ts';
import type { Person } from '../ports/github.ts';
import type { HistoryEntry } from '../ports/history.ts';
import type { AnswerBlock, ModelAnswer } from '../ports/model.ts';
import type { Snapshot } from '../ports/repositories.ts';

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
  readonly insertions: number;
  readonly deletions: number;
}

export type EndStatus = 'succeeded' | 'failed' | 'stopped';

export type Fact =
  | { readonly type: 'task'; readonly request: TaskRequest; readonly settings: TaskSettings }
  | { readonly type: 'effect'; readonly name: 'started'; readonly effect: EffectKind; readonly key: string }
  | { readonly type: 'effect'; readonly name: 'progress_comment'; readonly comment_id: number; readonly url: string }
  | {
      readonly type: 'effect';
      readonly name: 'checkpoint';
      readonly subtask: string;
      readonly change: ChangeRecord | null;
      readonly command_ms?: number;
      readonly github_ms?: number;
    }
  | {
      readonly type: 'effect';
      readonly name: 'push_refused';
      readonly subtask: string;
      readonly reason: string;
      readonly paths: readonly string[];
    }
  | {
      readonly type: 'effect';
      readonly name: 'pull_request';
      readonly number: number;
      readonly url: string;
      readonly draft: boolean;
      readonly title: string;
    }
  | { readonly type: 'effect'; readonly name: 'result_comment'; readonly comment_id: number; readonly url: string }
  | { readonly type: 'effect'; readonly name: 'progress_finished' }
  | { readonly type: 'effect'; readonly name: 'sandbox_removed' }
  | { readonly type: 'environment'; readonly name: 'repository'; readonly snapshot: Snapshot; readonly github_ms?: number }
  | { readonly type: 'environment'; readonly name: 'repository_empty'; readonly branch: string }
  | { readonly type: 'environment'; readonly name: 'container'; readonly container_id: string; readonly image: string }
  | { readonly type: 'environment'; readonly name: 'cloned'; readonly command: CommandRecord }
  | { readonly type: 'environment'; readonly name: 'setup'; readonly command: CommandRecord }
  | {
      readonly type: 'environment';
      readonly name: 'check';
      readonly command: CommandRecord;
      readonly expected: string;
      readonly passed: boolean;
    }
  | { readonly type: 'environment'; readonly name: 'settled' }
  | { readonly type: 'environment'; readonly name: 'workspace_lost'; readonly container_id: string }
  | {
      readonly type: 'usage';
      readonly call: CallName | 'next_step';
      readonly model: string;
      readonly input_tokens: number;
      readonly output_tokens: number;
      readonly cache_read_tokens: number;
      readonly cache_write_tokens: number;
      readonly usd: number;
      readonly duration_ms: number;
      readonly attempts: number;
    }
  | { readonly type: 'phase'; readonly name: 'goal_understanding'; readonly goal_understanding: GoalUnderstanding }
  | { readonly type: 'phase'; readonly name: 'goal_error'; readonly error: GoalError }
  | {
      readonly type: 'phase';
      readonly name: 'task_decomposition';
      readonly task_decomposition: TaskDecomposition;
      readonly acceptance_criteria: readonly AcceptanceCriterion[];
    }
  | { readonly type: 'plan'; readonly plan: Plan }
  | {
      readonly type: 'phase';
      readonly name: 'summary';
      readonly title: string;
      readonly body: string;
      readonly key_outcomes: readonly string[];
    }
  | {
      readonly type: 'error';
      readonly name: 'invalid_answer';
      readonly call: CallName;
      readonly problems: readonly string[];
      readonly broke: 'schema' | 'rules';
      readonly content: readonly AnswerBlock[];
    }
  | { readonly type: 'error'; readonly name: 'retry_later'; readonly effect: EffectKind; readonly message: string; readonly due_at: number }
  | {
      readonly type: 'error';
      readonly name: 'fault';
      readonly effect: EffectKind;
      readonly code: FaultCode;
      readonly message: string;
      readonly advice: string;
    }
  | {
      readonly type: 'action';
      readonly name: 'answer';
      readonly action: number;
      readonly content: readonly AnswerBlock[];
      readonly stop_reason: ModelAnswer['stopReason'];
    }
  | {
      readonly type: 'action';
      readonly name: 'finished';
      readonly action: number;
      readonly tool_use_id: string;
      readonly status: ActionStatus;
      readonly evaluation: string;
      readonly issues_identified: readonly string[];
    }
  | {
      readonly type: 'tool';
      readonly tool_use_id: string;
      readonly tool: string;
      readonly ok: boolean;
      readonly text: string;
      readonly exit_code: number | null;
      readonly duration_ms: number;
    }
  | { readonly type: 'verification'; readonly name: 'tests'; readonly command: CommandRecord }
  | { readonly type: 'control'; readonly name: 'stop'; readonly by: string | null; readonly reason: string }
  | { readonly type: 'control'; readonly name: 'comment'; readonly by: Person; readonly text: string }
  | {
      readonly type: 'completion';
      readonly phase: 'completion';
      readonly done: boolean;
      readonly status: EndStatus;
      readonly reason: string;
      readonly summary: CompletionSummary;
    };

export type ActionStatus = 'success' | 'failure' | 'partial';

export interface CompletionSummary {
  readonly goal_achieved: boolean;
  readonly tasks_completed: number;
  readonly tasks_failed: number;
  readonly key_outcomes: readonly string[];
}

/** A fact as it stands in the history. */
export type Recorded = Fact & Pick<HistoryEntry, 'seq' | 'timestamp' | 'task_uuid' | 'issue' | 'trace_id'>;
