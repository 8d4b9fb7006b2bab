/** The plan of a task, with the keys that people and models know (PLAN-1, MODEL-2). */
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
  /** The title that people see (state/subtask-title.ts). */
  title: string.optional(),
  description: string,
  dependencies: strings,
  estimated_complexity: z.enum(['low', 'medium', 'high']),
  required_tools: strings,
  /** The subtask that this one belongs to; absent at the top level. */
  parent_id: string.optional(),
  phase_name: string.optional(),
  milestone: string.optional(),
  wbs_level: number.optional(),
  work_type: z.enum(['spec', 'docs', 'design', 'implementation', 'test']).optional(),
  domain: string.optional(),
  tags: strings.optional(),
  estimated_effort: string.optional(),
  /** Of the subtasks that are ready, higher priorities go first; absent: normal. */
  priority: z.enum(['high', 'normal', 'low']).optional(),
  suggested_impl: SuggestedImpl.optional(),
  /** Added after the plan was carried out, because something was missing. */
  from_verification: z.literal(true).optional(),
});

export interface AcceptanceCriterion extends Stored<typeof AcceptanceCriterion> {}
export const AcceptanceCriterion = z.object({
  id: string,
  description: string,
  /** The subtask that it belongs to (PLAN-9): it is removed with that subtask, and replaced when that is updated. */
  task_id: string.optional(),
});

export interface TaskDecomposition extends Stored<typeof TaskDecomposition> {}
export const TaskDecomposition = z.object({ reasoning: string, subtasks: z.array(Subtask) });

/** A decomposition with more subtasks than allowed. */
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

/** What a comment made of the goal, a constraint or a criterion (PLAN-9); '' where there was or is none. */
export interface Amendment extends Stored<typeof Amendment> {}
export const Amendment = z.object({
  of: z.enum(['goal', 'constraint', 'criterion']),
  /** For a criterion. */
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
  /** Commands that verify the change beside the tests (EXEC-6); absent if there are none. */
  build_command: string.optional(),
  lint_command: string.optional(),
  /** Suggestions of a review that let the plan pass (EXEC-7); the model is told them during the work. */
  review_suggestions: string.optional(),
});
