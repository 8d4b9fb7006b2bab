/**
 * What is recorded in a task's history: one union, whose `type` is one of the public history types (OPS-9) and whose `name` tells apart
 * what shares a type. Outcomes tell what happened; decided facts (`decided-facts.ts`) tell what the rules made of it at that moment. The
 * state of a task is the fold of its facts, nothing else.
 */
import type { DecidedFact } from './decided-facts.ts';
import type { DiscussionFact } from './discussion.ts';
import type { EffectKind } from './effect.ts';
import type { ImagesFact } from './issue-images.ts';
import type { PlanRevision, Reflection, ReplanDecision } from './judgements.ts';
import type { ActionStatus, CallName, ChangeRecord, CommandRecord, FaultCode, RefusalCause, Service } from './outcome.ts';
import type { AcceptanceCriterion, GoalError, GoalUnderstanding, Plan, TaskDecomposition, TooMany } from './plan.ts';
import type { WhyRefused } from './refused-changes.ts';
import type { DecisionPoint } from './judgements.ts';
import type { TaskRequest, TaskSettings } from './request.ts';
import type { ReviewFact } from './reviews.ts';
import type { Person } from '../ports/github.ts';
import type { HistoryEntry } from '../ports/history.ts';
import type { AnswerBlock, ModelAnswer } from '../ports/model.ts';
import type { Snapshot } from '../ports/repositories.ts';

export type Fact = InboxFact | EffectFact | ModelFact | EnvironmentFact | DecidedFact;

/** A fact as it stands in the history. */
export type Recorded = Fact & Envelope;
export type Envelope = Pick<HistoryEntry, 'seq' | 'timestamp' | 'task_uuid' | 'issue' | 'trace_id'> & {
  /** The inbox item that it was copied from. */
  readonly inbox_id?: string;
};

/** What people asked for, said, or made of it later: copied in from the task's inbox. */
export type InboxFact =
  | { readonly type: 'task'; readonly request: TaskRequest; readonly settings: TaskSettings }
  | { readonly type: 'control'; readonly name: 'stop'; readonly by: string | null; readonly reason: string }
  | { readonly type: 'control'; readonly name: 'pause' | 'resume'; readonly by: string }
  | {
      readonly type: 'control';
      readonly name: 'comment';
      readonly by: Person;
      /** As the model is told. */
      readonly text: string;
      /** Of an answer: what the person wrote, without what was asked. */
      readonly answer?: string;
      /** Of an answer that was waited for: it asks for no change by itself. */
      readonly was_asked?: true;
    }
  | ({
      readonly type: 'answer';
      readonly name: 'given';
      readonly text: string;
      readonly comment_id?: number;
      /** Set when the comment was edited before it was read. */
      readonly edited_at?: string;
    } & AnswerReading)
  /** What its author made of an answer before it was used: this replaces what the comment said before. */
  | ({
      readonly type: 'answer';
      readonly name: 'edited';
      readonly comment_id: number;
      readonly edited_at: string;
      /** Null: taken back. */
      readonly text: string | null;
    } & AnswerReading)
  /** What somebody said on a pull request of ours, for those who look for it (PLAN-1); nothing follows from this. */
  | {
      readonly type: 'reflection';
      readonly name: 'person';
      readonly person: {
        readonly by: Person;
        readonly source: 'review' | 'comment';
        readonly pull_request: number;
        readonly text: string;
      };
    };

/** What came back to a question (GH-6, REPLAN-6): who said it, and which texts it settles. */
export type AnswerReading = {
  readonly question_id: number;
  readonly by: Person;
  /** By the index of the question's text. */
  readonly settles: Readonly<Record<number, string>>;
  readonly verdict: 'yes' | 'no' | 'unclear' | null;
  /** Said beside a yes or no: an instruction to weigh. */
  readonly remark?: string;
};

/** What came of a step outside the sandbox. */
export type EffectFact =
  | {
      readonly type: 'effect';
      readonly name: 'started';
      readonly effect: EffectKind;
      /** What else the effect is about. */
      readonly with?: object;
      readonly key: string;
    }
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
  /** Nothing is left to do. */
  | { readonly type: 'effect'; readonly name: 'reported' }
  /** The time for an answer, or of a pause, is over. */
  | { readonly type: 'effect'; readonly name: 'time_over' }
  | {
      readonly type: 'question';
      readonly name: 'posted';
      readonly question_id: number;
      readonly comment_id: number;
      readonly url: string;
      readonly texts: readonly string[];
    }
  /** GitHub refused a question beside the work. */
  | { readonly type: 'question'; readonly name: 'not_posted'; readonly question_id: number }
  | { readonly type: 'control'; readonly name: 'paused'; readonly by: string }
  | {
      readonly type: 'error';
      readonly name: 'retry_later';
      readonly effect: EffectKind;
      readonly message: string;
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
    };

/** What the model answered. */
export type ModelFact =
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
  /** A later plan: by a re-plan, a reflection, a comment or a review. */
  | {
      readonly type: 'revision';
      readonly reason: string;
      readonly source: 'replan' | 'reflection' | 'comment' | 'review';
      readonly changes: readonly unknown[];
      readonly updated_plan: Plan;
      /** Subtasks that a comment was about: what did not succeed there is tried again. */
      readonly again?: readonly string[];
    }
  /** Whether the plan will do, in the model's words; null where they could not be read or had. */
  | {
      readonly type: 'phase';
      readonly name: 'judged';
      readonly replan_id: string;
      readonly point: DecisionPoint;
      readonly decision: ReplanDecision | null;
      /** There was no answer at all: refused, or lost to an outage. */
      readonly not_had?: true;
    }
  | {
      readonly type: 'reflection';
      readonly name: 'model';
      readonly evaluation: Reflection | null;
      readonly plan_revision: PlanRevision | null;
      readonly problems: readonly string[];
    }
  | ReviewFact
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
  /** The model's API would not take the conversation of the action loop as it was. */
  | {
      readonly type: 'error';
      readonly name: 'conversation_refused';
      readonly too_long: boolean;
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
      /** The judgement that came with it, and the id of its record. */
      readonly judgement?: { readonly replan_id: string; readonly decision: ReplanDecision };
    }
  /** The model would ask people something. */
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
    }
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
    };

/** What came of a step in or about the sandbox and the repository. */
export type EnvironmentFact =
  | {
      readonly type: 'environment';
      readonly name: 'repository';
      readonly snapshot: Snapshot;
      readonly earlier_tasks: string;
      readonly github_ms?: number;
    }
  | DiscussionFact
  | ImagesFact
  | { readonly type: 'environment'; readonly name: 'repository_empty'; readonly branch: string }
  | { readonly type: 'environment'; readonly name: 'container'; readonly container_id: string; readonly image: string }
  | { readonly type: 'environment'; readonly name: 'cloned' | 'setup'; readonly command: CommandRecord }
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
  | { readonly type: 'environment'; readonly name: 'workspace_lost'; readonly container_id: string; readonly cause?: string }
  /** The machine that saved the work is another one, and what it did not push is not here. */
  | { readonly type: 'environment'; readonly name: 'saved_work_lost' }
  | { readonly type: 'verification'; readonly name: 'tests'; readonly command: CommandRecord };
