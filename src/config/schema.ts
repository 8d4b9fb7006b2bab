/**
 * The one schema of planwright.yaml: types, defaults, validation, messages and the reference all come from it
 * (OPS-4). Keys are spelt as in the file. Objects are strict: a key nobody knows is a mistake, not a comment.
 */
import { z } from 'zod';
import { budget, budgetExtensions, dailyBudget } from './sections/budget.ts';
import { text } from './sections/fields.ts';
import { model } from './sections/model.ts';
import { planning } from './sections/planning.ts';
import { environments, sandbox } from './sections/sandbox.ts';
import { github, progress, queue } from './sections/service.ts';

const Alias = text(/^[A-Za-z0-9][A-Za-z0-9_-]{0,98}$/, 'a name of letters, digits, - and _, without @');
const PathPattern = text(
  /^(?!\/)[^\0]{1,500}$/,
  'a path or pattern relative to the repository, such as .github/workflows/**',
);

/** What decides who may merge and what runs with a repository's rights: never changed without a person. */
export const DEFAULT_PROTECTED_PATHS: readonly string[] = [
  '.github/workflows/**',
  '.github/actions/**',
  '.github/planwright.yml',
  'CODEOWNERS',
  '.github/CODEOWNERS',
  'docs/CODEOWNERS',
  '.gitmodules',
];

export const Settings = z.strictObject({
  language: z.enum(['en', 'ja']).default('en').describe('The language of what people read on GitHub.'),
  trigger_label: text(/^\S(.{0,48}\S)?$/u, 'a label of 1 to 50 characters')
    .default('planwright')
    .describe('The label that starts a task.'),
  aliases: z
    .array(Alias)
    .default(['planwright'])
    .describe('Names that people may mention instead of the slug of the App, without @.'),
  untrusted_comments: z
    .enum(['include', 'ignore'])
    .default('include')
    .describe(
      'Comments by people without write access: shown to the model and marked as such, or left out. The issue itself is read in any case.',
    ),
  allowed_bots: z
    .array(z.int().min(1))
    .default([])
    .describe('Numeric ids of bots whose comments are read as those of people are, and whose requests are looked at.'),
  protected_paths: z
    .array(PathPattern)
    .default([...DEFAULT_PROTECTED_PATHS])
    .describe('Paths that no task may change. Your list replaces this one.'),
  budget,
  budget_extensions: budgetExtensions,
  daily_budget: dailyBudget,
  model,
  environments,
  sandbox,
  queue,
  progress,
  github,
  planning,
});
export type Settings = z.infer<typeof Settings>;
