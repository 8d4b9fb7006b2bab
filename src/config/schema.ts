/**
 * The one schema of planwright.yaml: types, defaults, validation, messages and the reference all come from it
 * (OPS-4). Keys are spelt as in the file.
 */
import { z } from 'zod';
import { PlanningSection } from './planning-settings.ts';
import { EnvironmentsSection, SandboxSection } from './sandbox-settings.ts';
import { count, flag, minutes, seconds, secondsOrZero, section, text } from './setting-fields.ts';

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
      'Comments by people without write access: shown to the model and marked as such, or left out. ' +
        'The issue itself is read in any case.',
    ),
  allowed_bots: z
    .array(z.int().min(1))
    .default([])
    .describe('Numeric ids of bots whose comments are read as those of people are, and whose requests are looked at.'),
  protected_paths: z
    .array(PathPattern)
    .default([...DEFAULT_PROTECTED_PATHS])
    .describe('Paths that no task may change. Your list replaces this one.'),
  budget: section(
    'What one task may spend. Near the limit the model is told; ' +
      'at the limit the task saves what it has, pauses and asks.',
    {
      tokens: count(20_000_000, 'Tokens: input (cached too, which is most of it) and output.'),
      usd: z
        .number()
        .positive()
        .default(20)
        .describe('Money, in US dollars, as far as the price of the model is known.'),
      minutes: minutes(240, 'Wall clock time in minutes, waiting for people not counted.'),
      model_calls: count(1000, 'Calls to the model.'),
    },
  ),
  budget_extensions: z
    .int()
    .min(0)
    .default(3)
    .describe(
      'How often people with write access may let a task spend its budget once more. ' +
        '0: it ends at the limit, with a draft pull request.',
    ),
  daily_budget: section('What all tasks of one repository together may spend in a day.', {
    tokens: perDay(z.int().min(1), 'Tokens'),
    usd: perDay(z.number().positive(), 'US dollars'),
    minutes: perDay(z.number().positive(), 'Minutes of work'),
    model_calls: perDay(z.int().min(1), 'Calls to the model'),
  }),
  model: section('The language model.', {
    provider: z.enum(['anthropic']).default('anthropic').describe('Who serves the model.'),
    name: z.string().min(1).max(200).default('claude-sonnet-5-5').describe('The model, as its provider calls it.'),
    timeout_sec: seconds(60, 'Seconds until a call that has not answered is given up and tried again.'),
    max_output_tokens: count(16_000, 'The longest answer asked for, in tokens.'),
  }),
  environments: EnvironmentsSection,
  sandbox: SandboxSection,
  queue: section('How work is shared out.', {
    concurrency: count(4, 'Tasks that one worker process drives at a time.'),
    lock_sec: seconds(
      5,
      'Seconds for which a job belongs to its worker unless renewed; a dead worker is noticed after about this time.',
    ),
    stalled_sec: seconds(2.5, 'Seconds between two looks for jobs whose worker died.'),
    drive_sec: seconds(60, 'Seconds a job drives its task before it queues again, so that others get their turn.'),
    sweep_sec: seconds(15, 'Seconds between two looks for tasks that have work to do and no job.'),
    inbox_sec: seconds(2, 'Seconds between two looks into the inbox of a running task, should a signal get lost.'),
    shutdown_sec: seconds(25, 'Seconds that work in progress gets to reach a safe point when the service is stopped.'),
  }),
  progress: section('The progress comment.', {
    edit_interval_sec: secondsOrZero(
      10,
      'Seconds between two edits of a progress comment at least; the last state is always written.',
    ),
  }),
  github: section('Dealing with GitHub.', {
    redelivery_sec: seconds(120, 'Seconds between two looks for webhook deliveries that were missed.'),
    pace_writes: flag(
      true,
      "Pause between writes as GitHub asks for. false is for servers without GitHub's limits, such as a stand-in.",
    ),
    outage_hours: z
      .number()
      .positive()
      .max(500)
      .default(2)
      .describe('Hours for which a task waits for GitHub to come back before it gives up.'),
  }),
  planning: PlanningSection,
});
export type Settings = z.infer<typeof Settings>;

function perDay(limit: z.ZodNumber, what: string) {
  return limit.nullable().default(null).describe(`${what} a day; null is no limit.`);
}
