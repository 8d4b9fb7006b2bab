/** What the model answered, as it is recorded. */
import type { PlanRevision, Reflection, DecisionPoint, ReplanDecision } from './judgements.ts';
import type { ActionStatus, CallName } from './outcome.ts';
import type { UnusableAnswer } from './effect.ts';
import type { AcceptanceCriterion, GoalError, GoalUnderstanding, Plan, TaskDecomposition, TooMany } from './plan.ts';
import type { WhyRefused } from './refused-changes.ts';
import type { ReviewFact } from './reviews.ts';
import type { AnswerBlock, ModelAnswer } from '../ports/model.ts';

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
  /**
   * An answer to a structured call that could not be used: it is asked for again, as often as
   * `flow/unusable-answers.ts` says.
   */
  | ({
      readonly type: 'error';
      readonly name: 'invalid_answer';
      /** Nothing else was wrong with the division. */
      readonly too_many?: TooMany;
      /** Of a judgement: where it was asked for, and the id of its record when none comes. */
      readonly judging?: { readonly replan_id: string; readonly point: DecisionPoint };
    } & UnusableAnswer)
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
