/**
 * Answers that judge what was done: reflection, re-planning, review, completion, summary (MODEL-2, PLAN-1.5,
 * REPLAN-1).
 */
import { z } from 'zod';
import { ActionPlanSchema, Texts } from './plan-schemas.ts';

const Text = z.string().default('');
const Count = z.int().min(0);

export const OutcomeStatusSchema = z.enum(['success', 'failure', 'partial']);

export const ReflectionSchema = z.object({
  action_evaluated: Text,
  status: OutcomeStatusSchema,
  evaluation: z.string(),
  alignment_with_plan: Text,
  issues_identified: Texts,
  plan_revision_needed: z.boolean().default(false),
});

const PlanRevisionSchema = z.object({
  reason: z.string(),
  changes: z
    .array(z.object({ type: z.enum(['add_action', 'remove_action', 'modify_action']), details: z.unknown() }))
    .default([]),
  updated_action_plan: ActionPlanSchema.optional(),
});

export const ReflectionAnswerSchema = z.object({
  reflection: ReflectionSchema,
  plan_revision: PlanRevisionSchema.optional(),
});

export const ReplanTypeSchema = z.enum([
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

export const TargetPhaseSchema = z.enum([
  'goal_understanding',
  'task_decomposition',
  'action_sequence',
  'execution',
  'reflection',
]);

/** The last group are the extras of the phases; all are kept in the history. */
export const ReplanDecisionSchema = z.object({
  replan_needed: z.boolean(),
  confidence: z.number().min(0).max(1),
  reasoning: Text,
  replan_type: ReplanTypeSchema.nullable().default(null),
  target_phase: TargetPhaseSchema.nullable().default(null),
  replan_level: z.int().min(1).max(5).nullable().default(null),
  issues_found: Texts,
  recommended_actions: Texts,
  clarification_needed: z.boolean().default(false),
  clarification_questions: Texts,
  assumptions_to_make: z.array(z.string()).optional(),
  missing_steps: z.array(z.string()).optional(),
  recommended_granularity: z.string().optional(),
  scope_adjustment: z.string().optional(),
  unavailable_tools: z.array(z.string()).optional(),
  alternative_tools: z.array(z.string()).optional(),
  dependency_issues: z.array(z.string()).optional(),
  plan_adjustments: z.array(z.string()).optional(),
  error_classification: z.enum(['transient', 'persistent', 'fatal']).optional(),
  recovery_strategy: z.string().optional(),
  affected_actions: z.array(z.string()).optional(),
  evaluation_result: z.enum(['success', 'partial_success', 'failure']).optional(),
  achievement_rate: z.number().min(0).max(100).optional(),
  additional_actions: z.array(z.string()).optional(),
  revision_scope: z.enum(['minor', 'moderate', 'major']).optional(),
});

export const ReplanAnswerSchema = z.object({ replan_decision: ReplanDecisionSchema });

export const ReviewSchema = z.object({ result: z.enum(['PASS', 'FAIL', 'PASS_WITH_SUGGESTIONS']), feedback: Text });

export const CompletionAssessmentSchema = z.object({
  summary: z.string(),
  all_criteria_satisfied: z.boolean(),
  details: z
    .object({
      passed_criteria: z.array(z.object({ id: z.string(), evidence: z.string() })).default([]),
      remaining_risks: Texts,
    })
    .prefault({}),
});

export const SummaryAnswerSchema = z.object({
  summary: z.object({
    goal_achieved: z.boolean(),
    tasks_completed: Count.describe('A number.'),
    tasks_failed: Count.describe('A number.'),
    key_outcomes: Texts,
  }),
  pull_request: z.object({ title: z.string().min(1), body: Text }),
});
