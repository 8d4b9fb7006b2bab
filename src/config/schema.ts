/**
 * The schema of planwright.yaml: types, defaults, validation, messages and the reference all come from it (OPS-4). Keys
 * are spelt as in the file.
 */
import { z } from 'zod';
import { ModelSection, ModelsSection } from './model-settings.ts';
import { PlanningSection } from './planning-settings.ts';
import { HostName, SandboxSection } from './sandbox-settings.ts';
import { count, countOrZero, seconds, secondsOrZero, section, text, flag, minutes } from './setting-fields.ts';

const DEFAULT_ENVIRONMENTS = {
  base: { image: 'planwright/sandbox-base:0.1' },
  node: { image: 'planwright/sandbox-node:0.1' },
  python: { image: 'planwright/sandbox-python:0.1' },
} as const;

/** Whether this is the built-in environment of this name. */
export function isBuiltIn(name: string, image: string): boolean {
  const builtIn: Readonly<Record<string, { readonly image: string }>> = DEFAULT_ENVIRONMENTS;
  return Object.hasOwn(builtIn, name) && builtIn[name]?.image === image;
}

const DEFAULT_IMAGES = Object.entries(DEFAULT_ENVIRONMENTS).map(([name, { image }]) => `${name}: ${image}`);

export const EnvironmentName = text(
  /^[a-z][a-z0-9_-]{0,62}$/,
  'a name of small letters, digits, - and _',
  '英小文字、数字、-、_ からなる名前',
);
export const Image = text(/^[a-z0-9][^\s]{0,254}$/, 'the name of a container image', 'コンテナイメージの名前').describe(
  'The container image.',
);

/** A custom record, so that naming one environment does not remove the others. */
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

const Alias = text(/^[A-Za-z0-9][A-Za-z0-9_-]{0,98}$/, 'a name of letters, digits, - and _, without @');
export const PathPattern = text(
  /^(?!\/)[^\0]{1,500}$/,
  'a path or pattern relative to the repository, such as .github/workflows/**',
  '.github/workflows/** のような、リポジトリからの相対パスまたはパターン',
);
/** State labels are set automatically (GH-8), so they cannot be trigger labels. */
export const LabelName = text(
  /^(?!planwright:(?:working|waiting|paused|done|failed|stopped)$)\S(.{0,48}\S)?$/iu,
  'a label of 1 to 50 characters, none of those that show the state of a task (`planwright:working` and so on)',
  'タスクの状態を示すラベル (`planwright:working` など) 以外の、1〜50 文字のラベル名',
);

/**
 * Files that decide who may merge, what runs with a repository's rights, and what runs on a machine before anybody
 * builds or tests there: never changed without a person. What a build or test runs is left out, including
 * `package.json`, since people ask for such changes and reviews read them.
 */
export const DEFAULT_PROTECTED_PATHS: readonly string[] = [
  '.github/workflows/**',
  '.github/actions/**',
  '.github/planwright.yml',
  '**/action.yml',
  '**/action.yaml',
  'CODEOWNERS',
  '.github/CODEOWNERS',
  'docs/CODEOWNERS',
  '.gitmodules',
  '**/.gitattributes',
  // CI systems other than GitHub's, with secrets of their own.
  '.circleci/**',
  '.buildkite/**',
  '.travis.yml',
  '.drone.yml',
  '.gitlab-ci.yml',
  'azure-pipelines.yml',
  '**/Jenkinsfile',
  // Which program installs or builds, and from where.
  '**/.npmrc',
  '**/.yarnrc',
  '**/.yarnrc.yml',
  '**/.yarn/releases/**',
  '**/.yarn/plugins/**',
  '**/.pnpmfile.*',
  '**/gradle/wrapper/**',
  '**/.mvn/**',
  // What runs when somebody opens the folder, enters it or commits.
  '.husky/**',
  '.githooks/**',
  'lefthook.*',
  '.lefthook.*',
  '.lefthook/**',
  '.pre-commit-config.yaml',
  '**/.envrc',
  '**/.vscode/tasks.json',
  '**/.vscode/settings.json',
  '.devcontainer/**',
  '.devcontainer.json',
  // What coding agents run and may do.
  '.claude/**',
  '.gemini/**',
  '.cursor/**',
  '.codex/**',
  '**/.vscode/mcp.json',
  '.mcp.json',
  // Settings of `planwright run` on the machine of whoever merges it.
  '.planwright/**',
];

export const Settings = z.strictObject({
  language: z
    .enum(['auto', 'en', 'ja'])
    .default('auto')
    .describe(
      'The language of comments on GitHub. `auto` is the language of title and text of the issue when a task begins, without code and quotes. If that is neither English nor Japanese, the words of Planwright itself are English.',
    ),
  trigger_label: LabelName.default('planwright').describe('The label that starts a task.'),
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
    .describe('Numeric ids of bots whose comments and requests are treated like those of people with write access.'),
  protected_paths: z
    .array(PathPattern)
    .default([...DEFAULT_PROTECTED_PATHS])
    .describe(
      'Paths whose change is pushed only after a person has approved exactly that change on the issue. Your list replaces this one.',
    ),
  budget: section(
    'What one task may spend. Near the limit the model is told; ' +
      'at the limit the task saves what it has, pauses and asks.',
    {
      tokens: count(20_000_000, 'Tokens: input (including cached input, which is most of it) and output.'),
      usd: z
        .number()
        .positive()
        .default(20)
        .describe('Money, in US dollars, as far as the price of the model is known.'),
      minutes: minutes(240, 'Wall clock time in minutes, without waiting for people.'),
      model_calls: count(1000, 'Calls to the model.'),
    },
  ),
  budget_extensions: z
    .int()
    .min(0)
    .default(3)
    .describe(
      'How often people with write access may extend the budget of a task by the same amount. ' +
        '0: it ends at the limit, with a draft pull request.',
    ),
  ci_fix_attempts: countOrZero(
    2,
    'How many follow-ups in a row failing checks on a pull request of Planwright may start by themselves. ' +
      'A request by a person on the issue or the pull request resets the count. 0: none.',
  ),
  daily_budget: section(
    'What all tasks of one repository together may spend in a day (UTC). At the limit they save what they have, pause and ask; at ' +
      '00:00 UTC they continue by themselves. People with write access can raise it for the day, as often as budget_extensions says.',
    {
      tokens: perDay(z.int().min(1), 'Tokens'),
      usd: perDay(z.number().positive(), 'US dollars'),
      minutes: perDay(z.number().positive(), 'Minutes of the model and of commands'),
      model_calls: perDay(z.int().min(1), 'Calls to the model'),
    },
  ),
  model: ModelSection,
  models: ModelsSection,
  environments: EnvironmentsSection,
  sandbox: SandboxSection,
  queue: section('How work is distributed.', {
    concurrency: count(4, 'Tasks that one worker process drives at a time.'),
    per_installation: slots('Tasks of one installation of the App'),
    per_repository: slots('Tasks of one repository'),
    lock_sec: seconds(
      5,
      'Seconds for which a job belongs to its worker unless renewed; a dead worker is noticed after about this time.',
    ),
    stalled_sec: seconds(2.5, 'Seconds between two searches for jobs whose worker died.'),
    drive_sec: seconds(60, 'Seconds for which a task is driven before it queues again, so that others get their turn.'),
    sweep_sec: seconds(15, 'Seconds between two searches for tasks that have work to do and no job.'),
    inbox_sec: seconds(2, 'Seconds between two checks of the inbox of a running task, in case a signal gets lost.'),
    shutdown_sec: seconds(25, 'Seconds that work in progress gets to reach a safe point when the service is stopped.'),
  }),
  progress: section('The progress comment.', {
    edit_interval_sec: secondsOrZero(
      10,
      'Minimum seconds between two edits of a progress comment; the last state is always written.',
    ),
  }),
  github: section('GitHub.', {
    redelivery_sec: seconds(120, 'Seconds between two searches for missed webhook deliveries.'),
    pace_writes: flag(
      true,
      "Pace writes over all processes as GitHub recommends: one a second and 400 an hour for each installation. false is for servers without GitHub's limits, such as a stand-in.",
    ),
    request_review: flag(true, 'Ask the requester of a task to review its pull request.'),
    outage_hours: z
      .number()
      .positive()
      .max(500)
      .default(2)
      .describe('Hours for which a task waits for GitHub to come back before it gives up.'),
  }),
  planning: PlanningSection,
  repositories: section(
    'What a repository or its organisation may set in `.github/planwright.yml` beyond the settings here ' +
      '([the keys](repository-configuration.md)).',
    {
      hosts: z
        .array(HostName)
        .default([])
        .describe('Hosts that they may let their sandboxes reach; `*.example.com` permits all names below it.'),
      images: z.array(Image).default([]).describe('Container images that they may choose, spelt exactly as there.'),
      bots: z.array(z.int().min(1)).default([]).describe('Numeric ids of bots that they may add to `allowed_bots`.'),
    },
  ),
});
export type Settings = z.infer<typeof Settings>;

function slots(what: string) {
  return z
    .int()
    .min(1)
    .max(10_000)
    .nullable()
    .default(null)
    .describe(
      `${what} that are driven at a time, by all processes together; null leaves one of four or more slots to others.`,
    );
}

function perDay(limit: z.ZodNumber, what: string) {
  return limit.nullable().default(null).describe(`${what} a day; null is no limit.`);
}
