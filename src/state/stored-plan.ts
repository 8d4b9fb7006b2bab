/** Schemas of plans and of what the model judged about them. That they agree with the types is checked where they are used (stored-facts.ts). */
import { z } from 'zod';

const texts = z.array(z.string());
const maybeTexts = texts.optional();
const maybeText = z.string().optional();

export const DecisionPoint = z.enum([
  'goal_understanding',
  'task_decomposition',
  'action_sequence',
  'execution',
  'reflection',
]);
export const ActionStatus = z.enum(['success', 'failure', 'partial']);

export const GoalUnderstanding = z.object({
  main_objective: z.string(),
  success_criteria: texts,
  constraints: texts,
  context: z.string(),
});

export const GoalError = z.object({
  type: z.enum(['unclear_goal', 'already_done']),
  message: z.string(),
  clarification_needed: texts,
  assumptions: texts,
  evidence: texts,
});

export const Subtask = z.object({
  id: z.string(),
  description: z.string(),
  dependencies: texts,
  estimated_complexity: z.enum(['low', 'medium', 'high']),
  required_tools: texts,
  parent_id: maybeText,
  phase_name: maybeText,
  milestone: maybeText,
  wbs_level: z.number().optional(),
  work_type: z.enum(['spec', 'docs', 'design', 'implementation', 'test']).optional(),
  domain: maybeText,
  tags: maybeTexts,
  estimated_effort: maybeText,
  suggested_impl: z.object({ language: maybeText, file_paths: texts, constraints: texts }).optional(),
  from_verification: z.literal(true).optional(),
});

export const AcceptanceCriteria = z.array(z.object({ id: z.string(), description: z.string(), task_id: maybeText }));
export const TaskDecomposition = z.object({ reasoning: z.string(), subtasks: z.array(Subtask) });
export const TooMany = z.object({ subtasks: z.number(), most: z.number() });

const ActionPlan = z.object({
  execution_order: texts,
  actions: z.array(
    z.object({
      task_id: z.string(),
      action_type: z.enum(['tool_call', 'run_worker', 'ask_human']),
      tool: z.string(),
      purpose: z.string(),
      expected_outcome: z.string(),
      fallback_strategy: z.string(),
    }),
  ),
});

export const Plan = z.object({
  goal_understanding: GoalUnderstanding,
  task_decomposition: TaskDecomposition,
  acceptance_criteria: AcceptanceCriteria,
  action_plan: ActionPlan,
  selected_environment: z.object({
    name: z.string(),
    reason: z.string(),
    detected_files: texts,
    setup_commands: texts,
    verification: z.array(z.object({ command: z.string(), expected_output: z.string() })),
  }),
  test_command: z.string().nullable(),
  review_suggestions: maybeText,
});

export const Reflection = z.object({
  action_evaluated: z.string(),
  status: ActionStatus,
  evaluation: z.string(),
  alignment_with_plan: z.string(),
  issues_identified: texts,
  plan_revision_needed: z.boolean(),
});

export const PlanRevision = z.object({
  reason: z.string(),
  changes: z.array(z.object({ type: z.enum(['add_action', 'remove_action', 'modify_action']), details: z.unknown() })),
  updated_action_plan: ActionPlan.optional(),
});

export const ReplanDecision = z.object({
  replan_needed: z.boolean(),
  confidence: z.number(),
  reasoning: z.string(),
  replan_type: z
    .enum([
      'clarification_request',
      'goal_revision',
      'task_redecomposition',
      'action_regeneration',
      'retry',
      'partial_replan',
      'full_replan',
      'plan_revision',
      'none',
    ])
    .nullable(),
  target_phase: DecisionPoint.nullable(),
  replan_level: z.number().nullable(),
  issues_found: texts,
  recommended_actions: texts,
  clarification_needed: z.boolean(),
  clarification_questions: texts,
  assumptions_to_make: maybeTexts,
  missing_steps: maybeTexts,
  recommended_granularity: maybeText,
  scope_adjustment: maybeText,
  unavailable_tools: maybeTexts,
  alternative_tools: maybeTexts,
  dependency_issues: maybeTexts,
  plan_adjustments: maybeTexts,
  error_classification: z.enum(['transient', 'persistent', 'fatal']).optional(),
  recovery_strategy: maybeText,
  affected_actions: maybeTexts,
  evaluation_result: z.enum(['success', 'partial_success', 'failure']).optional(),
  achievement_rate: z.number().optional(),
  additional_actions: maybeTexts,
  revision_scope: z.enum(['minor', 'moderate', 'major']).optional(),
});
