/** What the model judged, as it is recorded (PLAN-1.5, REPLAN-1). Its answers are read into these by `calls/`: their schema may change, what is recorded may not. */
import type { ActionStatus } from './outcome.ts';
import type { ActionPlan } from './plan.ts';

/** The five places where the model is asked, by the names people and models know. */
export type DecisionPoint =
  | 'goal_understanding'
  | 'task_decomposition'
  | 'action_sequence'
  | 'execution'
  | 'reflection';

export interface Reflection {
  readonly action_evaluated: string;
  readonly status: ActionStatus;
  readonly evaluation: string;
  readonly alignment_with_plan: string;
  readonly issues_identified: readonly string[];
  readonly plan_revision_needed: boolean;
}

export interface PlanRevision {
  readonly reason: string;
  readonly changes: readonly {
    readonly type: 'add_action' | 'remove_action' | 'modify_action';
    readonly details: unknown;
  }[];
  readonly updated_action_plan?: ActionPlan | undefined;
}

export type ReplanType =
  | 'clarification_request'
  | 'goal_revision'
  | 'task_redecomposition'
  | 'action_regeneration'
  | 'retry'
  | 'partial_replan'
  | 'full_replan'
  | 'plan_revision'
  | 'none';

/** The last group are the extras of the decision points. */
export interface ReplanDecision {
  readonly replan_needed: boolean;
  readonly confidence: number;
  readonly reasoning: string;
  readonly replan_type: ReplanType | null;
  readonly target_phase: DecisionPoint | null;
  readonly replan_level: number | null;
  readonly issues_found: readonly string[];
  readonly recommended_actions: readonly string[];
  readonly clarification_needed: boolean;
  readonly clarification_questions: readonly string[];
  readonly assumptions_to_make?: readonly string[] | undefined;
  readonly missing_steps?: readonly string[] | undefined;
  readonly recommended_granularity?: string | undefined;
  readonly scope_adjustment?: string | undefined;
  readonly unavailable_tools?: readonly string[] | undefined;
  readonly alternative_tools?: readonly string[] | undefined;
  readonly dependency_issues?: readonly string[] | undefined;
  readonly plan_adjustments?: readonly string[] | undefined;
  readonly error_classification?: 'transient' | 'persistent' | 'fatal' | undefined;
  readonly recovery_strategy?: string | undefined;
  readonly affected_actions?: readonly string[] | undefined;
  readonly evaluation_result?: 'success' | 'partial_success' | 'failure' | undefined;
  readonly achievement_rate?: number | undefined;
  readonly additional_actions?: readonly string[] | undefined;
  readonly revision_scope?: 'minor' | 'moderate' | 'major' | undefined;
}
