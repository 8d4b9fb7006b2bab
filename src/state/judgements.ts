/**
 * The model's judgements as they are recorded (PLAN-1.5, REPLAN-1). `model-calls/` maps its answers to these; the
 * schema of answers may change, the recorded one may not.
 */
import { z } from 'zod';
import { ActionPlan } from './plan.ts';
import { boolean, number, string, strings, type Stored } from './stored-data.ts';

export type ActionStatus = Stored<typeof ActionStatus>;
export const ActionStatus = z.enum(['success', 'failure', 'partial']);

/** The five points at which the model judges, by their public names. */
export type DecisionPoint = Stored<typeof DecisionPoint>;
export const DecisionPoint = z.enum([
  'goal_understanding',
  'task_decomposition',
  'action_sequence',
  'execution',
  'reflection',
]);

export interface Reflection extends Stored<typeof Reflection> {}
export const Reflection = z.object({
  action_evaluated: string,
  status: ActionStatus,
  evaluation: string,
  alignment_with_plan: string,
  issues_identified: strings,
  plan_revision_needed: boolean,
});

export interface PlanRevision extends Stored<typeof PlanRevision> {}
export const PlanRevision = z.object({
  reason: string,
  changes: z.array(z.object({ type: z.enum(['add_action', 'remove_action', 'modify_action']), details: z.unknown() })),
  updated_action_plan: ActionPlan.optional(),
});

const ReplanType = z.enum([
  'clarification_request',
  'goal_revision',
  'task_redecomposition',
  'action_regeneration',
  'retry',
  'partial_replan',
  'full_replan',
  'plan_revision',
  'none',
]);

export interface ReplanDecision extends Stored<typeof ReplanDecision> {}
export const ReplanDecision = z.object({
  replan_needed: boolean,
  confidence: number,
  reasoning: string,
  replan_type: ReplanType.nullable(),
  target_phase: DecisionPoint.nullable(),
  replan_level: number.nullable(),
  issues_found: strings,
  recommended_actions: strings,
  clarification_needed: boolean,
  clarification_questions: strings,
  /** The questions are about what only a person may settle (PLAN-2). */
  must_be_answered: boolean.optional(),
  // Additional fields of the decision points.
  assumptions_to_make: strings.optional(),
  missing_steps: strings.optional(),
  recommended_granularity: string.optional(),
  scope_adjustment: string.optional(),
  unavailable_tools: strings.optional(),
  alternative_tools: strings.optional(),
  dependency_issues: strings.optional(),
  plan_adjustments: strings.optional(),
  error_classification: z.enum(['transient', 'persistent', 'fatal']).optional(),
  recovery_strategy: string.optional(),
  affected_actions: strings.optional(),
  evaluation_result: z.enum(['success', 'partial_success', 'failure']).optional(),
  achievement_rate: number.optional(),
  additional_actions: strings.optional(),
  revision_scope: z.enum(['minor', 'moderate', 'major']).optional(),
  issues_identified: strings.optional(),
});
