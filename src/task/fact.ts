/**
 * What is recorded in a task's history: one union, whose `type` is one of the public history types and whose
 * `name` tells apart what shares a type. The state of a task is the fold of its facts, nothing else.
 * Above 250 lines, because one union in one place is what the compiler can check.
 */
import type { AnswerFact } from './answer-fact.ts';
import type { CompletionFact } from './completion-fact.ts';
import type { DiscussionFact } from './discussion.ts';
import type { EffectKind } from './effect.ts';
import type { ReplanFact } from './replan-fact.ts';
import type { ReviewFact } from './reviews.ts';
import type { ImagesFact } from './issue-images.ts';
import type { TaskRequest, TaskSettings } from './request.ts';
import type { CallName } from '../calls/calls.ts';
import type { FaultCode, Service } from '../errors.ts';
import type { AcceptanceCriterion, GoalError, GoalUnderstanding, Plan, TaskDecomposition, TooMany } from '../plan/plan.ts';
import type { WhyRefused } from '../plan/patch/why-refused.ts';
import type { PlanRevision, Reflection } from '../calls/judgement-schemas.ts';
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
  /** The true number: of very many files only the first are recorded. */
  readonly file_count: number;
  readonly insertions: number;
  readonly deletions: number;
}

/** Why a change was not pushed. */
export type RefusalCause = 'protected_paths' | 'secret' | 'too_large' | 'branch_gone' | 'not_saved' | 'rejected' | 'no_write_access';

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
      readonly command_ms: number;
      readonly github_ms?: number;
    }
  | {
      readonly type: 'effect';
      readonly name: 'push_refused';
      readonly subtask: string;
      readonly cause: RefusalCause;
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
  | {
      readonly type: 'effect';
      readonly name: 'reminded' | 'explained';
      readonly question_id: number;
      readonly comment_id: number | null;
      readonly url: string | null;
    }
  | {
      readonly type: 'effect';
      readonly name: 'refused_change_told';
      readonly comment: number;
      readonly comment_id: number | null;
      readonly url: string | null;
    }
  | { readonly type: 'effect'; readonly name: 'result_comment'; readonly comment_id: number; readonly url: string }
  | { readonly type: 'effect'; readonly name: 'progress_finished' }
  | { readonly type: 'effect'; readonly name: 'sandbox_removed' }
  | {
      readonly type: 'environment';
      readonly name: 'repository';
      readonly snapshot: Snapshot;
      readonly earlier_tasks: string;
      readonly github_ms: number;
    }
  | DiscussionFact
  | ImagesFact
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
  /** Saved in the quarantine and stopped; started again where it is still there (`container_id`), else rebuilt from there. */
  | { readonly type: 'environment'; readonly name: 'sandbox_released'; readonly container_id?: string }
  /** That container runs again, with everything in it. */
  | { readonly type: 'environment'; readonly name: 'resumed'; readonly container_id: string }
  | { readonly type: 'environment'; readonly name: 'workspace_lost'; readonly container_id: string; readonly cause: string }
  /** The machine that saved the work is another one, and what it did not push is not here. */
  | { readonly type: 'environment'; readonly name: 'saved_work_lost' }
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
      /** What the model fears this work collides with. */
      readonly potential_conflicts?: readonly string[];
    }
  | { readonly type: 'plan'; readonly plan: Plan }
  /** A later plan: by a re-plan, a reflection, a comment or a review. `work` tells how much of what was done still counts. */
  | {
      readonly type: 'revision';
      readonly reason: string;
      readonly source: 'replan' | 'reflection' | 'comment' | 'review';
      readonly changes: readonly unknown[];
      readonly updated_plan: Plan;
      /** Subtasks that a comment was about: what did not succeed there is tried again. */
      readonly again?: readonly string[];
    }
  | ReplanFact
  | ReviewFact
  | {
      readonly type: 'reflection';
      readonly evaluation: Reflection | null;
      readonly plan_revision: PlanRevision | null;
      readonly problems: readonly string[];
      /**
       * Not of the model: what somebody said on a pull request of ours, for those who look for it (PLAN-1). Nothing follows
       * from this; what does stands in the request or the comment that is recorded with it.
       */
      readonly person?: {
        readonly by: Person;
        readonly source: 'review' | 'comment';
        readonly pull_request: number;
        readonly text: string;
      };
    }
  | {
      readonly type: 'question';
      readonly question_id: number;
      readonly comment_id: number;
      readonly url: string;
      readonly texts: readonly string[];
    }
  | AnswerFact
  | {
      readonly type: 'phase';
      readonly name: 'summary';
      readonly title: string;
      readonly body: string;
      readonly key_outcomes: readonly string[];
      /** Why there is none; title and body are empty then. */
      readonly problems?: readonly string[];
    }
  | {
      readonly type: 'error';
      readonly name: 'invalid_answer';
      readonly call: CallName;
      readonly problems: readonly string[];
      readonly broke: 'schema' | 'rules';
      /** The problems in the language of the people, where they are of the plan and not of its form. */
      readonly for_people?: readonly string[];
      readonly content: readonly AnswerBlock[];
      /** Nothing else was wrong with the division. */
      readonly too_many?: TooMany;
    }
  /** The model's API would not take the conversation of the action loop as it was: it is begun anew. */
  | { readonly type: 'error'; readonly name: 'conversation_refused'; readonly too_long: boolean; readonly message: string }
  | {
      readonly type: 'error';
      readonly name: 'retry_later';
      readonly effect: EffectKind;
      readonly message: string;
      /** What is waited for. */
      readonly of: Service;
      readonly due_at: number;
    }
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
      /** How many of its tools are run; without it, all. */
      readonly tools_run?: number;
    }
  | {
      readonly type: 'action';
      readonly name: 'finished';
      readonly action: number;
      readonly tool_use_id: string;
      readonly status: ActionStatus;
      readonly evaluation: string;
      readonly issues_identified: readonly string[];
      readonly judged: boolean;
    }
  /** The model asked people something; their answer is the result of that tool. */
  | {
      readonly type: 'action';
      readonly name: 'asked';
      readonly tool_use_id: string;
      readonly question: string;
      readonly context: string;
      readonly assumptions: readonly string[];
    }
  | {
      readonly type: 'tool';
      readonly tool_use_id: string;
      readonly tool: string;
      readonly ok: boolean;
      readonly text: string;
      readonly exit_code: number | null;
      readonly duration_ms: number;
      /** There is no such tool, or its input fits no schema. */
      readonly not_understood?: true;
      /** A question that people were not asked any more, and what is assumed instead. */
      readonly unasked?: { readonly question: string; readonly context: string; readonly assumptions: readonly string[] };
    }
  | { readonly type: 'verification'; readonly name: 'tests'; readonly command: CommandRecord }
  | { readonly type: 'control'; readonly name: 'stop'; readonly by: string | null; readonly reason: string }
  /** `pause` asks for it, `paused` is when it took effect. */
  | { readonly type: 'control'; readonly name: 'pause' | 'paused' | 'resume'; readonly by: string }
  | { readonly type: 'control'; readonly name: 'comment'; readonly by: Person; readonly text: string }
  /** A comment was weighed for changes of the plan; a revision before this one is what came of it. */
  | {
      readonly type: 'control';
      readonly name: 'comment_weighed';
      readonly understanding: string;
      readonly problems: readonly string[];
      readonly questions: readonly { readonly text: string; readonly blocking: boolean }[];
      /** What the model fears this change collides with. */
      readonly potential_conflicts?: readonly string[];
      /** It asked for changes that could not be made. */
      readonly refused?: WhyRefused;
    }
  | CompletionFact;

export type ActionStatus = 'success' | 'failure' | 'partial';

/** A fact as it stands in the history. */
export type Recorded = Fact & Pick<HistoryEntry, 'seq' | 'timestamp' | 'task_uuid' | 'issue' | 'trace_id'>;
