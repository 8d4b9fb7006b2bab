/** The plan of a task, with the keys people and models know it by (PLAN-1, MODEL-2). */
import { z } from 'zod';
import { number, string, strings, type Stored } from './stored-data.ts';

export interface GoalUnderstanding extends Stored<typeof GoalUnderstanding> {}
export const GoalUnderstanding = z.object({
  main_objective: string,
  success_criteria: strings,
  constraints: strings,
  context: string,
});

export interface GoalError extends Stored<typeof GoalError> {}
export const GoalError = z.object({
  type: z.enum(['unclear_goal', 'already_done']),
  message: string,
  clarification_needed: strings,
  assumptions: strings,
  evidence: strings,
});

export interface SuggestedImpl extends Stored<typeof SuggestedImpl> {}
const SuggestedImpl = z.object({ language: string.optional(), file_paths: strings, constraints: strings });

export interface Subtask extends Stored<typeof Subtask> {}
export const Subtask = z.object({
  id: string,
  /** What people know it by (state/subtask-title.ts). */
  title: string.optional(),
  description: string,
  dependencies: strings,
  estimated_complexity: z.enum(['low', 'medium', 'high']),
  required_tools: strings,
  /** The subtask that this one belongs to; none at the top. */
  parent_id: string.optional(),
  phase_name: string.optional(),
  milestone: string.optional(),
  wbs_level: number.optional(),
  work_type: z.enum(['spec', 'docs', 'design', 'implementation', 'test']).optional(),
  domain: string.optional(),
  tags: strings.optional(),
  estimated_effort: string.optional(),
  /** Among those that are ready the highest goes first; absent: normal. */
  priority: z.enum(['high', 'normal', 'low']).optional(),
  suggested_impl: SuggestedImpl.optional(),
  /** Added when the plan was carried out and something was still missing. */
  from_verification: z.literal(true).optional(),
});

export interface AcceptanceCriterion extends Stored<typeof AcceptanceCriterion> {}
export const AcceptanceCriterion = z.object({
  id: string,
  description: string,
  /** The subtask it was given with (PLAN-9): it goes when that goes, and an update of that replaces it. */
  task_id: string.optional(),
});

export interface TaskDecomposition extends Stored<typeof TaskDecomposition> {}
export const TaskDecomposition = z.object({ reasoning: string, subtasks: z.array(Subtask) });

/** A division with more subtasks than its task may have. */
export interface TooMany extends Stored<typeof TooMany> {}
export const TooMany = z.object({ subtasks: number, most: number });

export interface PlannedAction extends Stored<typeof PlannedAction> {}
const PlannedAction = z.object({
  task_id: string,
  action_type: z.enum(['tool_call', 'run_worker', 'ask_human']),
  tool: string,
  purpose: string,
  expected_outcome: string,
  fallback_strategy: string,
});

export interface ActionPlan extends Stored<typeof ActionPlan> {}
export const ActionPlan = z.object({ execution_order: strings, actions: z.array(PlannedAction) });

export interface SelectedEnvironment extends Stored<typeof SelectedEnvironment> {}
export const SelectedEnvironment = z.object({
  name: string,
  reason: string,
  detected_files: strings,
  setup_commands: strings,
  verification: z.array(z.object({ command: string, expected_output: string })),
});

/** What a person's comment made of the goal, a constraint or a criterion (PLAN-9); '' where there was or is none. */
export interface Amendment extends Stored<typeof Amendment> {}
export const Amendment = z.object({
  of: z.enum(['goal', 'constraint', 'criterion']),
  /** Of a criterion. */
  id: string.exactOptional(),
  before: string,
  after: string,
});

export interface Plan extends Stored<typeof Plan> {}
export const Plan = z.object({
  goal_understanding: GoalUnderstanding,
  task_decomposition: TaskDecomposition,
  acceptance_criteria: z.array(AcceptanceCriterion),
  action_plan: ActionPlan,
  selected_environment: SelectedEnvironment,
  test_command: string.nullable(),
  /** What verifies the change beside the tests (EXEC-6); absent where nothing does. */
  build_command: string.optional(),
  lint_command: string.optional(),
  /** What a review that let it pass would do better (EXEC-7); the model is told at work. */
  review_suggestions: string.optional(),
});
