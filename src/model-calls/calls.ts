/** The structured calls and the tools of the action loop: name, description, schema (MODEL-2). */
import { z } from 'zod';
import type { CallName } from '../state/outcome.ts';
import type { ToolSpec } from '../ports/model.ts';
import {
  CompletionAssessmentSchema,
  OutcomeStatusSchema,
  ReflectionAnswerSchema,
  ReplanAnswerSchema,
  ReplanDecisionSchema,
  ReviewSchema,
  SummaryAnswerSchema,
} from './judgement-schemas.ts';
import { JudgedActionPlanSchema, JudgedDecompositionSchema, JudgedGoalSchema } from './own-decision.ts';
import { EnvironmentFixSchema, PlanPatchSchema, MaybeText, MaybeTexts, Required, Text, Texts } from './plan-schemas.ts';

const GatheringSchema = z.object({
  reason: Text,
  read: z
    .array(
      z.object({ path: z.string().min(1), start_line: z.int().min(1).optional(), end_line: z.int().min(1).optional() }),
    )
    .default([]),
  search: z.array(z.object({ pattern: z.string().min(1), glob: MaybeText })).default([]),
  list: z.array(z.object({ path: Text, depth: z.int().min(1).optional() })).default([]),
});

export interface Call<Schema extends z.ZodType = z.ZodType> {
  readonly tool: ToolSpec;
  readonly schema: Schema;
}

export const CALLS = {
  goal_understanding: call(
    'submit_goal_understanding',
    'Hand in what the request asks for, or why no plan can be made.',
    JudgedGoalSchema,
  ),
  gathering: call(
    'submit_gathering',
    'Hand in what else of the repository has to be seen; empty lists: enough is known.',
    GatheringSchema,
  ),
  task_decomposition: call(
    'submit_task_decomposition',
    'Hand in the subtasks and the acceptance criteria.',
    JudgedDecompositionSchema,
  ),
  action_plan: call(
    'submit_action_plan',
    'Hand in the actions, the environment and the test command.',
    JudgedActionPlanSchema,
  ),
  replan_decision: call('submit_replan_decision', 'Hand in whether the plan has to change.', ReplanAnswerSchema),
  environment_fix: call(
    'submit_environment_fix',
    'Hand in corrected set-up and verification commands.',
    EnvironmentFixSchema,
  ),
  reflection: call('submit_reflection', 'Hand in your evaluation of the last action.', ReflectionAnswerSchema),
  plan_patch: call('submit_plan_patch', 'Hand in the changes that the comment asks for.', PlanPatchSchema),
  review: call('submit_review', 'Hand in the verdict of the review.', ReviewSchema),
  completion_assessment: call(
    'submit_completion_assessment',
    'Hand in which acceptance criteria the evidence supports.',
    CompletionAssessmentSchema,
  ),
  summary: call('submit_summary', 'Hand in the summary and the text of the pull request.', SummaryAnswerSchema),
} as const satisfies Readonly<Record<CallName, Call>>;

export type CallValue<Name extends CallName> = z.infer<(typeof CALLS)[Name]['schema']>;

const Path = z.string().min(1).max(4096);
const Line = z.int().min(1);

/** An unreadable re-plan judgement counts as none (REPLAN-10); the rest of the closing answer still holds. */
const FinishActionSchema = z.object({
  status: OutcomeStatusSchema,
  evaluation: z.string().describe('What was done and what was seen, in two or three sentences.'),
  issues_identified: Texts,
  decisions: MaybeTexts.describe('What was settled on the way and later work has to keep to.'),
  replan_decision: ReplanDecisionSchema.optional().catch(undefined),
});
export type FinishAction = z.infer<typeof FinishActionSchema>;

export const ACTION_TOOLS = {
  run_command: call(
    'run_command',
    'Run a shell command in the sandbox and get its exit code and output.',
    z.object({
      command: z.string().min(1).describe('Run by bash in the project folder.'),
      cwd: Path.optional().describe('A folder inside the project to run it in.'),
      timeout_sec: z.number().positive().optional(),
    }),
  ),
  read_file: call(
    'read_file',
    'Read a text file of the project, whole or by lines.',
    z.object({ path: Path, start_line: Line.optional(), end_line: Line.optional() }),
  ),
  write_file: call(
    'write_file',
    'Write a file of the project, creating folders as needed.',
    z.object({ path: Path, content: z.string() }),
  ),
  edit_file: call(
    'edit_file',
    'Replace an exact piece of text in a file of the project.',
    z.object({
      path: Path,
      old_text: z.string().min(1).describe('Text exactly as it stands in the file, enough of it to occur once.'),
      new_text: z.string(),
      replace_all: z.boolean().optional(),
    }),
  ),
  list_files: call(
    'list_files',
    'List the files of the project.',
    z.object({ path: Path.optional(), depth: z.int().min(1).optional() }),
  ),
  search_files: call(
    'search_files',
    'Search the files of the project.',
    z.object({
      pattern: z.string().min(1).describe('A regular expression.'),
      path: Path.optional(),
      glob: MaybeText,
    }),
  ),
  ask_human: call(
    'ask_human',
    'Ask the people on the issue. Only what cannot be found out and must not be assumed; the work waits for the answer.',
    z.object({
      question: Required,
      context: Text.describe('Why the answer matters.'),
      assumptions: Texts.describe('What you will assume when nobody answers.'),
    }),
  ),
  finish_action: call('finish_action', 'Close the current action and report honestly how it went.', FinishActionSchema),
} as const;

export type ActionToolName = keyof typeof ACTION_TOOLS;

/** The same array for ever: the tool list of the action loop never changes, so its cached prefix holds. */
export const actionTools: readonly ToolSpec[] = Object.values(ACTION_TOOLS).map((entry) => entry.tool);

function call<Schema extends z.ZodType>(name: string, description: string, schema: Schema): Call<Schema> {
  return { tool: { name, description, inputSchema: inputSchema(schema) }, schema };
}

function inputSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _dialect, ...root } = z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>;
  return root;
}
