/**
 * The one schema of planwright.yaml: types, defaults, validation, messages and the reference all come from it
 * (OPS-4). Keys are spelt as in the file.
 */
import { z } from 'zod';
import { PlanningSection } from './planning-settings.ts';
import { count, flag, minutes, seconds, secondsOrZero, section, text, countOrZero } from './setting-fields.ts';

const DEFAULT_ENVIRONMENTS = {
  base: { image: 'planwright/sandbox-base:0.1' },
  node: { image: 'planwright/sandbox-node:0.1' },
  python: { image: 'planwright/sandbox-python:0.1' },
} as const;

/** Whether it is the environment of this name that comes with the service. */
export function isBuiltIn(name: string, image: string): boolean {
  const builtIn: Readonly<Record<string, { readonly image: string }>> = DEFAULT_ENVIRONMENTS;
  return Object.hasOwn(builtIn, name) && builtIn[name]?.image === image;
}

const DEFAULT_IMAGES = Object.entries(DEFAULT_ENVIRONMENTS).map(([name, { image }]) => `${name}: ${image}`);

const EnvironmentName = text(/^[a-z][a-z0-9_-]{0,62}$/, 'a name of small letters, digits, - and _');
const Image = text(/^[a-z0-9][^\s]{0,254}$/, 'the name of a container image').describe('The container image.');

/** Written as a record of its own so that naming one environment does not take the others away. */
const EnvironmentsSection = z
  .record(EnvironmentName, z.strictObject({ image: Image }))
  .default({})
  .transform((given): Record<string, { image: string }> => ({ ...DEFAULT_ENVIRONMENTS, ...given }))
  .meta({
    description:
      'Environments a plan may choose from, each with its image. ' +
      `Yours join the built-in ones (${DEFAULT_IMAGES.join(', ')}); the same name replaces one.`,
    expects: 'names, each with an image below it',
  });

const HostName = text(
  /^(\*\.)?[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/,
  'a host name such as registry.example.com, or *.example.com for all below it, without scheme, port and path',
);

const SandboxSection = section('The container in which a task works.', {
  memory_mb: z.int().min(16).default(2048).describe('Memory of a sandbox in MB, swap included.'),
  cpus: z.number().positive().max(1024).default(2).describe('Processors of a sandbox; may be a fraction.'),
  pids: z.int().min(16).default(512).describe('Processes a sandbox may have at a time.'),
  disk_mb: z
    .int()
    .min(64)
    .default(10_240)
    .describe('Disk that the workspace of a sandbox may take, in MB; what takes more is ended.'),
  disk_files: z
    .int()
    .min(1_000)
    .default(1_000_000)
    .describe('Files and folders that the workspace of a sandbox may hold.'),
  disk_reserve_mb: countOrZero(
    2048,
    'Free space in MB that is left to the disk of the Docker engine: ' +
      'below it, whatever makes a workspace grow is ended.',
  ),
  command_timeout_sec: seconds(600, 'Seconds until a command is ended, with everything it started.'),
  kill_grace_sec: secondsOrZero(5, 'Seconds between asking a command to end and killing it.'),
  keep_sec: secondsOrZero(
    60,
    'Seconds for which a sandbox is kept running while its task waits for people; ' +
      'then its work is saved and it is stopped.',
  ),
  keep_hours: z
    .number()
    .nonnegative()
    .max(8760)
    .default(24)
    .describe(
      'Hours for which a stopped sandbox is kept; ' +
        'then it is removed, and rebuilt from the saved work when it is needed.',
    ),
  output_kb: count(32, 'How much output of a command is kept, in KB: its beginning and its end.'),
  network: section('The network of a sandbox.', {
    mode: z
      .enum(['none', 'allowlist', 'open'])
      .default('allowlist')
      .describe('What a sandbox may reach: nothing; the package registries and `allow`; or everything.'),
    allow: z
      .array(HostName)
      .default([])
      .describe('Hosts that a sandbox may reach besides the built-in package registries (mode allowlist).'),
  }),
});

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
  language: z
    .enum(['auto', 'en', 'ja'])
    .default('auto')
    .describe(
      'The language of what people read on GitHub. `auto` is that of the issue: its title and its text as they are when a task begins, without code and quotes. Where that is neither English nor Japanese, the words of Planwright itself are English.',
    ),
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
    request_review: flag(true, 'Ask whoever asked for a task to review its pull request.'),
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
