/** The structured calls and the tools of the action loop: name, description, schema (MODEL-2). */
import { z } from 'zod';
import type { CallName } from '../state/outcome.ts';
import type { DecisionPoint } from '../state/judgements.ts';
import type { ToolSpec } from '../ports/model.ts';
import { ASKED_DECISIONS, CLOSING_DECISION } from './asked-decisions.ts';
import { AskedAssessmentSchema, CompletionAssessmentSchema } from './assessment-schema.ts';
import { offeredSchema } from './offered-schema.ts';
import {
  AskedReflectionSchema,
  AskedRevisingReflectionSchema,
  OutcomeStatusSchema,
  ReflectionAnswerSchema,
  ReplanAnswerSchema,
  ReplanDecisionSchema,
  ReviewSchema,
  SummaryAnswerSchema,
} from './judgement-schemas.ts';
import {
  AskedJudgedActionPlanSchema,
  JudgedActionPlanSchema,
  JudgedDecompositionSchema,
  JudgedGoalSchema,
} from './own-decision.ts';
import { PlanPatchSchema } from './patch-schemas.ts';
import {
  EnvironmentFixSchema,
  FlatDecompositionSchema,
  MaybeText,
  MaybeTexts,
  Required,
  Text,
  Texts,
} from './plan-schemas.ts';

const GatheringSchema = z.object({
  reason: Text.describe('What you look for, in one sentence.'),
  read: z
    .array(
      z.object({
        path: z.string().min(1).describe('Of a file.'),
        start_line: z.int().min(1).optional().describe('Where a part is enough.'),
        end_line: z.int().min(1).optional().describe('Likewise.'),
      }),
    )
    .default([])
    .describe('Files.'),
  search: z
    .array(
      z.object({
        pattern: z.string().min(1).describe('An extended regular expression.'),
        glob: MaybeText.describe('In which files; absent for all.'),
      }),
    )
    .default([])
    .describe('What is looked for in files.'),
  list: z
    .array(
      z.object({
        path: Text.describe('Of a folder; empty for the top.'),
        depth: z.int().min(1).optional().describe('How many levels of it.'),
      }),
    )
    .default([])
    .describe('Folders.'),
  enough: z.boolean().default(false).describe('True: with this enough is known. You are not asked again.'),
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
  gathering: call('submit_gathering', 'Hand in what else of the repository has to be seen.', GatheringSchema),
  task_decomposition: call(
    'submit_task_decomposition',
    'Hand in the subtasks and the acceptance criteria.',
    JudgedDecompositionSchema,
  ),
  action_plan: call(
    'submit_action_plan',
    'Hand in the actions, the environment and the test command.',
    JudgedActionPlanSchema,
    AskedJudgedActionPlanSchema,
  ),
  replan_decision: call('submit_replan_decision', 'Hand in whether the plan has to change.', ReplanAnswerSchema),
  environment_fix: call(
    'submit_environment_fix',
    'Hand in corrected set-up and verification commands.',
    EnvironmentFixSchema,
  ),
  reflection: call(
    'submit_reflection',
    'Hand in your evaluation of the last action.',
    ReflectionAnswerSchema,
    AskedReflectionSchema,
  ),
  plan_patch: call('submit_plan_patch', 'Hand in the changes that the comment asks for.', PlanPatchSchema),
  review: call('submit_review', 'Hand in the verdict of the review.', ReviewSchema),
  completion_assessment: call(
    'submit_completion_assessment',
    'Hand in which acceptance criteria the evidence supports.',
    CompletionAssessmentSchema,
    AskedAssessmentSchema,
  ),
  summary: call('submit_summary', 'Hand in the summary and the text of the pull request.', SummaryAnswerSchema),
} as const satisfies Readonly<Record<CallName, Call>>;

/** Offered instead of the call's own tool if the possible answers differ. */
export const DECISION_TOOLS = Object.fromEntries(
  Object.entries(ASKED_DECISIONS).map(([point, replan_decision]) => [
    point,
    offering(CALLS.replan_decision.tool, z.object({ replan_decision: replan_decision.describe('The judgement.') })),
  ]),
) as Readonly<Record<DecisionPoint, ToolSpec>>;
export const REVISING_REFLECTION_TOOL = offering(CALLS.reflection.tool, AskedRevisingReflectionSchema);

/** If no tree is asked for (PLAN-3), the schema has no field for it. */
export const FLAT_DECOMPOSITION_TOOL = offering(
  CALLS.task_decomposition.tool,
  JudgedDecompositionSchema.extend({ task_decomposition: FlatDecompositionSchema.describe('The division.') }),
);

export type CallValue<Name extends CallName> = z.infer<(typeof CALLS)[Name]['schema']>;

const Path = z.string().min(1).max(4096);
const Line = z.int().min(1);

/** An unreadable re-plan judgement counts as none (REPLAN-10); the rest of the closing answer is still valid. */
const FinishActionSchema = z.object({
  evaluation: z.string().describe('What was done and what was seen, in two or three sentences.'),
  issues_identified: Texts.meta({ description: 'Problems that are still there; what was not checked.', isAsked: true }),
  decisions: MaybeTexts.describe('What was settled on the way and later work has to keep to.'),
  status: OutcomeStatusSchema.describe('How it went.'),
  replan_decision: ReplanDecisionSchema.optional().catch(undefined),
});
const AskedFinishSchema = FinishActionSchema.extend({
  replan_decision: CLOSING_DECISION.optional().describe('Whether the plan can go on.'),
});
export type FinishAction = z.infer<typeof FinishActionSchema>;

export const ACTION_TOOLS = {
  run_command: call(
    'run_command',
    'Run a shell command in the sandbox and get its exit code and output. Each begins anew in the project folder: `cd` ' +
      'and `export` do not last, what is started with `&` runs on. There is no terminal and no input.',
    z.object({
      command: z.string().min(1).describe('Run by `bash -c`.'),
      cwd: Path.optional().describe('A folder inside the project to run it in.'),
      timeout_sec: z.number().positive().optional().describe('To end it sooner than at the limit.'),
    }),
  ),
  read_file: call(
    'read_file',
    'Read a text file of the project, whole or by lines, 64 KB at a time.',
    z.object({
      path: Path.describe('Relative to the project folder.'),
      start_line: Line.optional().describe('The first is 1.'),
      end_line: Line.optional().describe('The last to be read.'),
    }),
  ),
  write_file: call(
    'write_file',
    'Write a whole file of the project in place of what was there, creating folders as needed.',
    z.object({ path: Path.describe('Relative to the project folder.'), content: z.string().describe('All of it.') }),
  ),
  edit_file: call(
    'edit_file',
    'Replace an exact piece of text in a file of the project.',
    z.object({
      path: Path.describe('Relative to the project folder.'),
      old_text: z.string().min(1).describe('Text exactly as it stands in the file, enough of it to occur once.'),
      new_text: z.string().describe('What stands there afterwards.'),
      replace_all: z.boolean().optional().describe('Wherever it occurs.'),
    }),
  ),
  list_files: call(
    'list_files',
    'List files and folders of the project, at most 500; what is in `.git` and `node_modules` is left out.',
    z.object({
      path: Path.optional().describe('A folder; else the project.'),
      depth: z.int().min(1).optional().describe('How many levels; 2 where it is not given.'),
    }),
  ),
  search_files: call(
    'search_files',
    'Search the files of the project line by line, at most 200 hits; `.git` and `node_modules` are left out.',
    z.object({
      pattern: z.string().min(1).describe('An extended regular expression (grep -E).'),
      path: Path.optional().describe('A file or folder; else the project.'),
      glob: MaybeText.describe('Only in files of such names: `*.js`.'),
    }),
  ),
  ask_human: call(
    'ask_human',
    'Ask the people on the issue. Only what cannot be found out and must not be assumed; the work waits for the answer.',
    z.object({
      question: Required.describe('Answerable in one sentence.'),
      context: Text.describe('Why the answer matters.'),
      assumptions: Texts.describe('What you will assume when nobody answers.'),
    }),
  ),
  finish_action: call(
    'finish_action',
    'Close the current action and report honestly how it went.',
    FinishActionSchema,
    AskedFinishSchema,
  ),
} as const;

export type ActionToolName = keyof typeof ACTION_TOOLS;

/** Always the same array: the tool list of the action loop must not change, so that its cached prefix stays valid. */
export const actionTools: readonly ToolSpec[] = Object.values(ACTION_TOOLS).map((entry) => entry.tool);

/** With re-planning disabled a judgement would have no effect, so it is not offered (REPLAN-9). */
export const actionToolsWithoutReplans: readonly ToolSpec[] = actionTools.map((tool) =>
  tool.name === 'finish_action' ? offering(tool, AskedFinishSchema.omit({ replan_decision: true })) : tool,
);

/** `asked` is offered if it has fewer fields than reading accepts. */
function call<Schema extends z.ZodType>(
  name: string,
  description: string,
  schema: Schema,
  asked: z.ZodType = schema,
): Call<Schema> {
  return { tool: { name, description, inputSchema: offeredSchema(asked) }, schema };
}

function offering(tool: ToolSpec, asked: z.ZodType): ToolSpec {
  return { ...tool, inputSchema: offeredSchema(asked) };
}
