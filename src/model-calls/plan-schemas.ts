/**
 * Answers of the planning calls (MODEL-2, PLAN-1), keys exactly as specified. Permissive where a model may
 * reasonably vary (absent lists are empty, unknown keys are dropped), strict where rules depend on a value.
 */
import { z } from 'zod';

export const Texts = z.array(z.string()).default([]);
const Text = z.string().default('');
/** Something that can be read: blanks say nothing. No part of the JSON schema, which not every model's strict mode takes. */
export const Required = z
  .string()
  .min(1, { abort: true })
  .refine((text) => text.trim() !== '', 'This must not be blank.');
const MAX_ENTRIES = 100;
const FewTexts = Texts.refine(
  ({ length }) => length <= MAX_ENTRIES,
  `At most ${MAX_ENTRIES} entries are allowed: keep those that matter most.`,
);

export const GoalError = z.discriminatedUnion('type', [
  z.object({ type: z.literal('unclear_goal'), message: Required, clarification_needed: Texts, assumptions: Texts }),
  z.object({ type: z.literal('already_done'), message: Required, evidence: Texts }),
]);
export type GoalError = z.infer<typeof GoalError>;

export const GoalUnderstanding = z.object({
  main_objective: Required,
  success_criteria: FewTexts,
  constraints: FewTexts,
  context: Text,
});
export type GoalUnderstanding = z.infer<typeof GoalUnderstanding>;

export const GoalAnswer = z
  .object({
    goal_understanding: GoalUnderstanding.optional().describe(
      'What is to be reached. Give this or `error`, never both.',
    ),
    error: GoalError.optional().describe('Why no plan can be made: the request is unclear, or it is already done.'),
  })
  .refine(
    (answer) => (answer.goal_understanding === undefined) !== (answer.error === undefined),
    'Give exactly one of `goal_understanding` and `error`.',
  );
export type GoalAnswer = z.infer<typeof GoalAnswer>;

export const WorkType = z.enum(['spec', 'docs', 'design', 'implementation', 'test']);
export type WorkType = z.infer<typeof WorkType>;

export const SuggestedImpl = z.object({ language: z.string().optional(), file_paths: Texts, constraints: Texts });
export type SuggestedImpl = z.infer<typeof SuggestedImpl>;

export const Subtask = z.object({
  id: Required,
  description: Required,
  dependencies: Texts.describe('Ids of the subtasks that must be finished before this one.'),
  estimated_complexity: z.enum(['low', 'medium', 'high']).default('medium'),
  required_tools: Texts,
  parent_id: z.string().optional(),
  phase_name: z.string().optional(),
  milestone: z.string().optional(),
  wbs_level: z.int().min(1).max(3).optional(),
  work_type: WorkType.optional(),
  domain: z.string().optional(),
  tags: Texts,
  estimated_effort: z.string().optional(),
  suggested_impl: SuggestedImpl.optional(),
});
export type Subtask = z.infer<typeof Subtask>;

export const AcceptanceCriterion = z.object({ id: Required.describe('AC-1, AC-2, …'), description: Required });
export type AcceptanceCriterion = z.infer<typeof AcceptanceCriterion>;

export const TaskDecomposition = z.object({ reasoning: Text, subtasks: z.array(Subtask).min(1) });
export type TaskDecomposition = z.infer<typeof TaskDecomposition>;

/** As the seed writes them, or in one sentence. */
export const Conflict = z.union([
  z.string(),
  z.object({ file: z.string().optional(), tasks: z.array(z.string()).optional(), warning: z.string().optional() }),
]);

export function conflictText(conflict: z.infer<typeof Conflict>): string {
  if (typeof conflict === 'string') return conflict;
  const { file, tasks = [], warning } = conflict;
  const about = [file, tasks.length > 0 ? `(${tasks.join(', ')})` : undefined]
    .filter((part) => part !== undefined)
    .join(' ');
  return [about, warning].filter((part) => part !== undefined && part !== '').join(': ');
}

export const DecompositionAnswer = z.object({
  task_decomposition: TaskDecomposition,
  acceptance_criteria: z.array(AcceptanceCriterion).default([]),
  potential_conflicts: z.array(Conflict).optional(),
});
export type DecompositionAnswer = z.infer<typeof DecompositionAnswer>;

export const PlannedAction = z.object({
  task_id: Required.describe('The id of the subtask this action belongs to.'),
  action_type: z.enum(['tool_call', 'run_worker', 'ask_human']),
  tool: Text.describe('The main tool of the action.'),
  purpose: Required,
  expected_outcome: Text.describe('What will be seen when the action worked.'),
  fallback_strategy: Text,
});
export type PlannedAction = z.infer<typeof PlannedAction>;

export const ActionPlan = z.object({
  execution_order: Texts.describe('Subtask ids in the order of work.'),
  actions: z.array(PlannedAction).min(1),
});
export type ActionPlan = z.infer<typeof ActionPlan>;

export const Verification = z.object({
  command: Required,
  expected_output: z.string().describe('The exact standard output, without the final line break.'),
});
export type Verification = z.infer<typeof Verification>;

export const SelectedEnvironment = z.object({
  name: z.string().optional(),
  reason: Text,
  detected_files: Texts,
  setup_commands: Texts,
  verification: z.array(Verification).default([]),
});
export type SelectedEnvironment = z.infer<typeof SelectedEnvironment>;

export const ActionPlanAnswer = z.object({
  action_plan: ActionPlan,
  selected_environment: SelectedEnvironment.prefault({}),
  test_command: z.string().optional().describe("The command that runs the project's tests."),
});
export type ActionPlanAnswer = z.infer<typeof ActionPlanAnswer>;

export const EnvironmentFix = z.object({ setup_commands: Texts, verification: z.array(Verification).default([]) });
export type EnvironmentFix = z.infer<typeof EnvironmentFix>;
