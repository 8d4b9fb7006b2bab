/** The structured calls and the tools of the action loop: name, description, schema (MODEL-2). */
import { z } from 'zod';
import type { ToolSpec } from '../ports/model.ts';
import {
  AskHuman,
  EditFile,
  FinishAction,
  ListFiles,
  ReadFile,
  RunCommand,
  SearchFiles,
  WriteFile,
} from './action-schemas.ts';
import { CompletionAssessment, ReflectionAnswer, ReplanAnswer, Review, SummaryAnswer } from './judgement-schemas.ts';
import { PlanPatch } from './plan-patch-schemas.ts';
import { ActionPlanAnswer, DecompositionAnswer, EnvironmentFix, GoalAnswer } from './plan-schemas.ts';

export interface Call<Schema extends z.ZodType = z.ZodType> {
  readonly tool: ToolSpec;
  readonly schema: Schema;
}

export const CALLS = {
  goal_understanding: call(
    'submit_goal_understanding',
    'Hand in what the request asks for, or why no plan can be made.',
    GoalAnswer,
  ),
  task_decomposition: call(
    'submit_task_decomposition',
    'Hand in the subtasks and the acceptance criteria.',
    DecompositionAnswer,
  ),
  action_plan: call(
    'submit_action_plan',
    'Hand in the actions, the environment and the test command.',
    ActionPlanAnswer,
  ),
  replan_decision: call('submit_replan_decision', 'Hand in whether the plan has to change.', ReplanAnswer),
  environment_fix: call(
    'submit_environment_fix',
    'Hand in corrected set-up and verification commands.',
    EnvironmentFix,
  ),
  reflection: call('submit_reflection', 'Hand in your evaluation of the last action.', ReflectionAnswer),
  plan_patch: call('submit_plan_patch', 'Hand in the changes that the comment asks for.', PlanPatch),
  review: call('submit_review', 'Hand in the verdict of the review.', Review),
  completion_assessment: call(
    'submit_completion_assessment',
    'Hand in which acceptance criteria the evidence supports.',
    CompletionAssessment,
  ),
  summary: call('submit_summary', 'Hand in the summary and the text of the pull request.', SummaryAnswer),
} as const;

export type CallName = keyof typeof CALLS;
export type CallValue<Name extends CallName> = z.infer<(typeof CALLS)[Name]['schema']>;

export const ACTION_TOOLS = {
  run_command: call('run_command', 'Run a shell command in the sandbox and get its exit code and output.', RunCommand),
  read_file: call('read_file', 'Read a text file of the project, whole or by lines.', ReadFile),
  write_file: call('write_file', 'Write a file of the project, creating folders as needed.', WriteFile),
  edit_file: call('edit_file', 'Replace an exact piece of text in a file of the project.', EditFile),
  list_files: call('list_files', 'List the files of the project.', ListFiles),
  search_files: call('search_files', 'Search the files of the project.', SearchFiles),
  ask_human: call(
    'ask_human',
    'Ask the people on the issue. Only what cannot be found out and must not be assumed; the work waits for the answer.',
    AskHuman,
  ),
  finish_action: call('finish_action', 'Close the current action and report honestly how it went.', FinishAction),
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
