/**
 * Answers of the planning calls (MODEL-2, PLAN-1), with the specified keys. Permissive where models may reasonably vary
 * (absent lists are empty, unknown keys are dropped), strict where rules depend on a value.
 */
import { z } from 'zod';

export const Texts = z.array(z.string()).default([]);
export const Text = z.string().default('');
export const MaybeText = z.string().optional();
export const MaybeTexts = z.array(z.string()).optional();
/** A text that is not blank. Not part of the JSON schema, since some models' strict mode rejects it. */
export const Required = z
  .string()
  .min(1, { abort: true })
  .refine((text) => text.trim() !== '', 'This must not be blank.');
const MAX_ENTRIES = 100;
export const FewTexts = Texts.refine(
  ({ length }) => length <= MAX_ENTRIES,
  `At most ${MAX_ENTRIES} entries are allowed: keep those that matter most.`,
);
/** For lists that the plan depends on (PLAN-1). */
const NOT_EMPTY = 'This list must not be empty';
const NEEDED = { isAsked: true, minItems: 1 };

const GoalErrorSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('unclear_goal'),
    message: Required.describe('What is unclear. People read it.'),
    clarification_needed: Texts.describe('The questions, each answerable in one sentence.'),
    assumptions: Texts.describe('What is assumed without an answer, one for each question.'),
  }),
  z.object({
    type: z.literal('already_done'),
    evidence: Texts.describe('Places that show it: `src/a.js:12-20`, and what is there.'),
    message: Required.describe('Why nothing is left to do. People read it.'),
  }),
]);

const GoalUnderstandingSchema = z.object({
  main_objective: Required.describe('One sentence.'),
  success_criteria: FewTexts.refine(
    (texts) => texts.some((text) => text.trim() !== ''),
    `${NOT_EMPTY}: say what can be checked when the goal is reached.`,
  ).meta({ description: 'What can be checked by running or reading something.', ...NEEDED }),
  constraints: FewTexts.describe('What must not change, and rules of the project that apply.'),
  context: Text.describe('What the later steps need to know, with the assumptions you made.'),
});

export const GoalAnswerSchema = z
  .object({
    goal_understanding: GoalUnderstandingSchema.optional().describe('What is to be reached.'),
    error: GoalErrorSchema.optional().describe('Why no plan can be made.'),
    slug: MaybeText.describe('Two to five English words that name the work: for its branch where the title has none.'),
  })
  .refine(
    (answer) => (answer.goal_understanding === undefined) !== (answer.error === undefined),
    'Give exactly one of `goal_understanding` and `error`.',
  );

const WorkTypeSchema = z.enum(['spec', 'docs', 'design', 'implementation', 'test']);

/** Any other value counts as absent. */
const PrioritySchema = z.enum(['high', 'normal', 'low']).optional().catch(undefined);

export const SuggestedImplSchema = z.object({
  language: MaybeText.describe('Of the code.'),
  file_paths: Texts.describe('Files to change or add.'),
  constraints: Texts.describe('What to mind.'),
});

const SubtaskSchema = z.object({
  id: Required.describe('task_1, task_2, …'),
  title: MaybeText.meta({ description: 'Up to 60 characters: people know the subtask by it.', isAsked: true }),
  description: Required.describe('What will be different afterwards.'),
  dependencies: Texts.meta({ description: 'Ids of the subtasks whose result it needs.', isAsked: true }),
  estimated_complexity: z
    .enum(['low', 'medium', 'high'])
    .default('medium')
    .meta({ description: 'By what may go wrong, not by length.', isAsked: true }),
  required_tools: Texts.meta({ description: 'Names of the tools it needs.', isAsked: true }),
  parent_id: MaybeText.describe('Id of the subtask that it is a step of.'),
  phase_name: MaybeText.describe('Concept, design, implementation or verification.'),
  milestone: MaybeText.describe('Of that phase.'),
  wbs_level: z.int().min(1).max(3).optional().describe('1 concept, 2 design, 3 implementation.'),
  work_type: WorkTypeSchema.optional().describe('What is made.'),
  domain: MaybeText.describe('The part of the project.'),
  tags: Texts.describe('For grouping.'),
  estimated_effort: MaybeText.describe('small, medium or large.'),
  priority: PrioritySchema.describe('What is high comes first among those that are ready.'),
  suggested_impl: SuggestedImplSchema.optional().describe('How it may be done.'),
  acceptance_criteria: MaybeTexts.describe('By what this subtask alone is judged.'),
});

const AcceptanceCriterionSchema = z.object({
  id: Required.describe('AC-1, AC-2, …'),
  description: Required.describe('Shown by a command and its output, or by a place in the files.'),
});

const TaskDecompositionSchema = z.object({
  reasoning: Text.describe('Why these subtasks, in this order: at most five sentences.'),
  subtasks: z.array(SubtaskSchema).min(1).describe('In the order of work.'),
});

/** Offered if the subtasks form no tree. */
export const FlatDecompositionSchema = TaskDecompositionSchema.extend({
  subtasks: z
    .array(SubtaskSchema.omit({ parent_id: true }))
    .min(1)
    .describe('In the order of work.'),
});

/** In the seed's form, or as one sentence. */
export const ConflictSchema = z.union([
  z.string(),
  z.object({
    file: MaybeText.describe('Its path.'),
    tasks: MaybeTexts.describe('Ids or issue numbers.'),
    warning: MaybeText.describe('What may collide, and what to mind. People read it.'),
  }),
]);

export function conflictText(conflict: z.infer<typeof ConflictSchema>): string {
  if (typeof conflict === 'string') return conflict;
  const { file, tasks = [], warning } = conflict;
  const about = [file, tasks.length > 0 ? `(${tasks.join(', ')})` : undefined]
    .filter((part) => part !== undefined)
    .join(' ');
  return [about, warning].filter((part) => part !== undefined && part !== '').join(': ');
}

export const DecompositionAnswerSchema = z.object({
  task_decomposition: TaskDecompositionSchema.describe('The division.'),
  acceptance_criteria: z
    .array(AcceptanceCriterionSchema)
    .default([])
    .refine(({ length }) => length > 0, `${NOT_EMPTY}: say by what the finished work is to be judged.`)
    .meta({ description: 'By what the finished work as a whole is judged.', ...NEEDED }),
  potential_conflicts: z
    .array(ConflictSchema)
    .optional()
    .describe('What this may collide with, in files or other work.'),
});

const PlannedActionSchema = z.object({
  task_id: Required.describe('The id of the subtask this action belongs to.'),
  purpose: Required.describe('What is done in it, from looking to checking.'),
  action_type: z.enum(['tool_call', 'run_worker', 'ask_human']),
  tool: Text.describe('The tool it uses most; all others are at hand, too.'),
  expected_outcome: Text.meta({
    description: 'What will be seen when it worked: a command with what it prints, or a place in a file.',
    isAsked: true,
  }),
  fallback_strategy: Text.meta({ description: 'Another way to the same end, not another try.', isAsked: true }),
});

export const ActionPlanSchema = z.object({
  execution_order: Texts.refine(
    ({ length }) => length > 0,
    `${NOT_EMPTY}: name the subtasks in the order of work.`,
  ).meta({ description: 'The ids of all subtasks, each after everything it depends on.', ...NEEDED }),
  actions: z.array(PlannedActionSchema).min(1).describe('One for each subtask as a rule.'),
});

/** Offered: an installation without a worker does not offer one (MODEL-2). */
export const AskedActionPlanSchema = ActionPlanSchema.extend({
  actions: z
    .array(
      PlannedActionSchema.extend({
        action_type: z
          .enum(['tool_call', 'ask_human'])
          .describe('`tool_call`: work with the tools. `ask_human`: a question to people.'),
      }),
    )
    .min(1)
    .describe('One for each subtask as a rule.'),
});

const VerificationSchema = z.object({
  command: Required.describe('Its output is known beforehand.'),
  expected_output: z.string().describe('The exact standard output, without the final line break.'),
});

const SelectedEnvironmentSchema = z.object({
  reason: Text.describe('Why this one.'),
  detected_files: Texts.describe('The files that speak for it.'),
  name: MaybeText.meta({ description: 'One of the environments offered.', isAsked: true }),
  setup_commands: Texts.describe('What installs the dependencies; empty for the usual commands.'),
  verification: z.array(VerificationSchema).default([]).describe('What shows that the set-up worked.'),
});

export const ActionPlanAnswerSchema = z.object({
  action_plan: ActionPlanSchema.describe('Who does what, in which order.'),
  selected_environment: SelectedEnvironmentSchema.prefault({}).meta({
    description: 'Where the commands run.',
    isAsked: true,
  }),
  test_command: MaybeText.describe(
    "Runs the project's tests once and ends by itself; absent when there are none and none are added.",
  ),
});

export const AskedActionPlanAnswerSchema = ActionPlanAnswerSchema.extend({
  action_plan: AskedActionPlanSchema.describe('Who does what, in which order.'),
});

export const EnvironmentFixSchema = SelectedEnvironmentSchema.pick({ setup_commands: true, verification: true });
