/**
 * Answers of the planning calls (MODEL-2, PLAN-1), keys exactly as specified. Permissive where a model may
 * reasonably vary (absent lists are empty, unknown keys are dropped), strict where rules depend on a value.
 */
import { z } from 'zod';

export const Texts = z.array(z.string()).default([]);
export const Text = z.string().default('');
export const MaybeText = z.string().optional();
export const MaybeTexts = z.array(z.string()).optional();
/**
 * Something that can be read: blanks say nothing. No part of the JSON schema, which not every model's strict mode
 * takes.
 */
export const Required = z
  .string()
  .min(1, { abort: true })
  .refine((text) => text.trim() !== '', 'This must not be blank.');
const MAX_ENTRIES = 100;
const FewTexts = Texts.refine(
  ({ length }) => length <= MAX_ENTRIES,
  `At most ${MAX_ENTRIES} entries are allowed: keep those that matter most.`,
);
/** Of a list that the plan rests on (PLAN-1). */
const NOT_EMPTY = 'This list must not be empty';

const GoalErrorSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('unclear_goal'), message: Required, clarification_needed: Texts, assumptions: Texts }),
  z.object({ type: z.literal('already_done'), message: Required, evidence: Texts }),
]);

const GoalUnderstandingSchema = z.object({
  main_objective: Required,
  success_criteria: FewTexts.refine(
    (texts) => texts.some((text) => text.trim() !== ''),
    `${NOT_EMPTY}: say what can be checked when the goal is reached.`,
  ),
  constraints: FewTexts,
  context: Text,
});

export const GoalAnswerSchema = z
  .object({
    goal_understanding: GoalUnderstandingSchema.optional().describe(
      'What is to be reached. Give this or `error`, never both.',
    ),
    error: GoalErrorSchema.optional().describe(
      'Why no plan can be made: the request is unclear, or it is already done.',
    ),
    slug: MaybeText.describe('Two to five English words that name the work, for its branch.'),
  })
  .refine(
    (answer) => (answer.goal_understanding === undefined) !== (answer.error === undefined),
    'Give exactly one of `goal_understanding` and `error`.',
  );

const WorkTypeSchema = z.enum(['spec', 'docs', 'design', 'implementation', 'test']);

const SuggestedImplSchema = z.object({ language: MaybeText, file_paths: Texts, constraints: Texts });

const SubtaskSchema = z.object({
  id: Required,
  title: MaybeText.describe('Up to 60 characters: people know the subtask by it.'),
  description: Required,
  dependencies: Texts.describe('Ids of the subtasks that must be finished before this one.'),
  estimated_complexity: z.enum(['low', 'medium', 'high']).default('medium'),
  required_tools: Texts,
  parent_id: MaybeText,
  phase_name: MaybeText,
  milestone: MaybeText,
  wbs_level: z.int().min(1).max(3).optional(),
  work_type: WorkTypeSchema.optional(),
  domain: MaybeText,
  tags: Texts,
  estimated_effort: MaybeText,
  suggested_impl: SuggestedImplSchema.optional(),
  acceptance_criteria: MaybeTexts.describe('By what this subtask alone is judged.'),
});

const AcceptanceCriterionSchema = z.object({ id: Required.describe('AC-1, AC-2, …'), description: Required });

const TaskDecompositionSchema = z.object({ reasoning: Text, subtasks: z.array(SubtaskSchema).min(1) });

/** As the seed writes them, or in one sentence. */
const ConflictSchema = z.union([z.string(), z.object({ file: MaybeText, tasks: MaybeTexts, warning: MaybeText })]);

export function conflictText(conflict: z.infer<typeof ConflictSchema>): string {
  if (typeof conflict === 'string') return conflict;
  const { file, tasks = [], warning } = conflict;
  const about = [file, tasks.length > 0 ? `(${tasks.join(', ')})` : undefined]
    .filter((part) => part !== undefined)
    .join(' ');
  return [about, warning].filter((part) => part !== undefined && part !== '').join(': ');
}

export const DecompositionAnswerSchema = z.object({
  task_decomposition: TaskDecompositionSchema,
  acceptance_criteria: z
    .array(AcceptanceCriterionSchema)
    .default([])
    .refine(({ length }) => length > 0, `${NOT_EMPTY}: say by what the finished work is to be judged.`),
  potential_conflicts: z.array(ConflictSchema).optional(),
});

const PlannedActionSchema = z.object({
  task_id: Required.describe('The id of the subtask this action belongs to.'),
  action_type: z.enum(['tool_call', 'run_worker', 'ask_human']),
  tool: Text.describe('The main tool of the action.'),
  purpose: Required,
  expected_outcome: Text.describe('What will be seen when the action worked.'),
  fallback_strategy: Text,
});

export const ActionPlanSchema = z.object({
  execution_order: Texts.describe('Subtask ids in the order of work.').refine(
    ({ length }) => length > 0,
    `${NOT_EMPTY}: name the subtasks in the order of work.`,
  ),
  actions: z.array(PlannedActionSchema).min(1),
});

const VerificationSchema = z.object({
  command: Required,
  expected_output: z.string().describe('The exact standard output, without the final line break.'),
});

const SelectedEnvironmentSchema = z.object({
  name: MaybeText,
  reason: Text,
  detected_files: Texts,
  setup_commands: Texts,
  verification: z.array(VerificationSchema).default([]),
});

export const ActionPlanAnswerSchema = z.object({
  action_plan: ActionPlanSchema,
  selected_environment: SelectedEnvironmentSchema.prefault({}),
  test_command: MaybeText.describe("The command that runs the project's tests."),
});

export const EnvironmentFixSchema = SelectedEnvironmentSchema.pick({ setup_commands: true, verification: true });

/** Changing the plan by talking (PLAN-9). In an update an absent list stays as it is and an empty one clears it. */
const PositionSchema = z.object({ index: z.int().min(0).optional(), before: MaybeText, after: MaybeText });
const existing = { task_id: z.string().min(1) };
const place = { parent_id: z.string().nullable().optional(), position: PositionSchema.optional() };
const fields = {
  title: MaybeText,
  description: MaybeText,
  acceptance_criteria: MaybeTexts,
  dependencies: MaybeTexts,
  phase_name: MaybeText,
  milestone: MaybeText,
  wbs_level: z.int().min(1).max(3).optional(),
  suggested_impl: SuggestedImplSchema.optional(),
  ...place,
};

export const PlanOperationSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('create'), temp_id: MaybeText, ...fields }),
  z.object({ op: z.literal('update'), ...existing, ...fields }),
  z.object({ op: z.literal('delete'), ...existing, cascade: z.boolean().default(false) }),
  z.object({ op: z.literal('move'), ...existing, ...place }),
]);

const AmendsSchema = z.object({
  goal: MaybeText,
  constraints: FewTexts.optional(),
  acceptance_criteria: z.array(z.union([z.string(), z.object({ id: MaybeText, description: z.string() })])).optional(),
});

export const PlanPatchSchema = z.object({
  understanding: z.string(),
  operations: z.array(PlanOperationSchema).default([]),
  amends: AmendsSchema.optional().describe(
    'What counts in place of what the comment contradicts; absent when it contradicts nothing.',
  ),
  questions: z.array(z.object({ text: Required, blocking: z.boolean().default(false) })).default([]),
  potential_conflicts: z.array(ConflictSchema).default([]),
  reply: MaybeText.describe('What is answered to a comment that asks something; absent when it asks nothing.'),
});
