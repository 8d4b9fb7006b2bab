/** Inputs of the tools of the action loop (MODEL-2). */
import { z } from 'zod';
import { OutcomeStatus, ReplanDecision } from './judgement-schemas.ts';
import { Required, Texts } from './plan-schemas.ts';

const Path = z.string().min(1).max(4096);
const Line = z.int().min(1);

export const RunCommand = z.object({
  command: z.string().min(1).describe('Run by bash in the project folder.'),
  cwd: Path.optional().describe('A folder inside the project to run it in.'),
  timeout_sec: z.number().positive().optional(),
});
export type RunCommand = z.infer<typeof RunCommand>;

export const ReadFile = z.object({ path: Path, start_line: Line.optional(), end_line: Line.optional() });
export type ReadFile = z.infer<typeof ReadFile>;

export const WriteFile = z.object({ path: Path, content: z.string() });
export type WriteFile = z.infer<typeof WriteFile>;

export const EditFile = z.object({
  path: Path,
  old_text: z.string().min(1).describe('Text exactly as it stands in the file, enough of it to occur once.'),
  new_text: z.string(),
  replace_all: z.boolean().optional(),
});
export type EditFile = z.infer<typeof EditFile>;

export const ListFiles = z.object({ path: Path.optional(), depth: z.int().min(1).optional() });
export type ListFiles = z.infer<typeof ListFiles>;

export const SearchFiles = z.object({
  pattern: z.string().min(1).describe('A regular expression.'),
  path: Path.optional(),
  glob: z.string().optional(),
});
export type SearchFiles = z.infer<typeof SearchFiles>;

export const AskHuman = z.object({
  question: Required,
  context: z.string().default('').describe('Why the answer matters.'),
  assumptions: Texts.describe('What you will assume when nobody answers.'),
});
export type AskHuman = z.infer<typeof AskHuman>;

/** An unreadable re-plan judgement counts as none (REPLAN-10); the rest of the closing answer still holds. */
export const FinishAction = z.object({
  status: OutcomeStatus,
  evaluation: z.string().describe('What was done and what was seen, in two or three sentences.'),
  issues_identified: Texts,
  replan_decision: ReplanDecision.optional().catch(undefined),
});
export type FinishAction = z.infer<typeof FinishAction>;
