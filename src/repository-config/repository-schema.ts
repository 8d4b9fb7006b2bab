/**
 * The schema of `.github/planwright.yml` (GH-9): types, validation, error messages, the reference and the JSON Schema
 * for editors all come from it. No key has a default here: absent keys have the operator's value.
 */
import { z } from 'zod';
import { HostName } from '../config/sandbox-settings.ts';
import { EnvironmentName, Image, LabelName, PathPattern } from '../config/schema.ts';
import { text } from '../config/setting-fields.ts';
import { settingsBelow, settingTreeOf } from '../config/setting-tree.ts';

/** In a repository, and in the `.github` repository of its owner. */
export const CONFIG_PATH = '.github/planwright.yml';

const MOST_COMMANDS = 30;
const MOST_ENTRIES = 200;
/** GitHub notifies each reviewer, and accepts no more than this at a time. */
const MOST_REVIEWERS = 15;

const Command = text(/^(?=[^]*\S)[^\0]{1,4000}$/, 'a command of 1 to 4,000 characters', '1〜4,000 文字のコマンド');
const Reviewer = text(
  /^(team:)?[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
  'the name of a user, or team: and the slug of a team of the organisation',
  'ユーザー名、または team: に続けて組織のチームのスラッグ',
);
const Profile = text(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, 'the name of a profile', 'プロファイルの名前');
const Instructions = z
  .string()
  .refine((given) => Buffer.byteLength(given) <= 100 * 1024)
  .meta({ expects: 'text of at most 100 KB', expects_ja: '100 KB までのテキスト' });
const Output = z
  .string()
  .max(4_000)
  .meta({ expects: 'text of at most 4,000 characters', expects_ja: '4,000 文字までのテキスト' });

export const RepositoryConfig = z.strictObject({
  enabled: z
    .boolean()
    .optional()
    .describe('`false` disables Planwright here: nothing new starts. A repository overrides its organisation.'),
  language: z
    .enum(['auto', 'en', 'ja'])
    .optional()
    .describe('The language of comments on GitHub; `auto` is that of the issue.'),
  trigger_label: LabelName.optional().describe(
    'The label that starts a task, instead of the one of the service; followed by `:plan`, it asks for a plan.',
  ),
  plan_approval: z
    .boolean()
    .optional()
    .describe('`true`: every plan is shown first and waits for `approve`, as with the label for plans.'),
  test_command: Command.optional().describe('Runs the tests; detected if absent.'),
  build_command: Command.optional().describe('Builds the project; detected if absent.'),
  lint_command: Command.optional().describe('Checks the style of the code; detected if absent.'),
  instructions: Instructions.optional().describe(
    'Guidance for the model beside the rules of the project, such as conventions and what to leave alone.',
  ),
  environment: z
    .strictObject({
      name: EnvironmentName.optional().describe(
        'One of the environments of the service. With `image`, any name you like.',
      ),
      image: Image.optional().describe('A container image that the operator permits (`repositories.images`).'),
      setup: z
        .array(Command)
        .max(MOST_COMMANDS)
        .optional()
        .describe('Commands that install the dependencies, in order; `[]` for none.'),
      verification: z
        .array(z.strictObject({ command: Command, expected_output: Output }))
        .max(MOST_COMMANDS)
        .optional()
        .describe('Commands that must exit with 0 and print exactly this, except one final line break; `[]` for none.'),
    })
    .optional()
    .describe('Where the work is done. The plan does not choose what is given here, and nothing of it is guessed.'),
  models: z
    .strictObject({
      profile: Profile.optional().describe(
        'One of the profiles that the operator lists (`models.profiles`), such as `fast`.',
      ),
    })
    .optional()
    .describe('Which models do the work.'),
  budget: z
    .strictObject({
      tokens: z.int().min(1).optional().describe('Tokens: input (including cached input) and output.'),
      usd: z.number().positive().optional().describe('Money, in US dollars.'),
      minutes: z.number().positive().optional().describe('Wall clock time in minutes, without waiting for people.'),
      model_calls: z.int().min(1).optional().describe('Calls to the model.'),
    })
    .optional()
    .describe("What one task may spend, never more than the operator's limits."),
  network: z
    .strictObject({
      allow: z
        .array(HostName)
        .max(MOST_ENTRIES)
        .optional()
        .describe(
          'Hosts that a sandbox may reach besides the usual ones, if the operator permits them (`repositories.hosts`).',
        ),
    })
    .optional()
    .describe('The network of the sandbox.'),
  protected_paths: z
    .array(PathPattern)
    .max(MOST_ENTRIES)
    .optional()
    .describe(
      "Paths whose change needs a person's approval, in addition to those of the service and the organisation.",
    ),
  allowed_bots: z
    .array(z.int().min(1))
    .max(MOST_ENTRIES)
    .optional()
    .describe(
      'Numeric ids of bots whose requests are accepted here, as if they had write access, ' +
        'if the operator permits them (`repositories.bots`).',
    ),
  reviewers: z
    .array(Reviewer)
    .max(MOST_REVIEWERS)
    .optional()
    .describe(
      'Who is asked to review the pull request: `alice`, `team:core`. For teams, the App needs an organisation permission that ' +
        'it does not ask for: its owner adds *Members: read-only* on its page under *Permissions*, ' +
        'and an owner of the organisation accepts that for the installation.',
    ),
  draft: z
    .enum(['auto', 'always'])
    .optional()
    .describe('`auto`: a pull request is a draft if verification did not pass. `always`: every one is a draft.'),
});
export type RepositoryConfig = z.infer<typeof RepositoryConfig>;

export const configTree = settingTreeOf(RepositoryConfig);

/** Every key with its path, without sections. */
export const configKeys = settingsBelow(configTree);
