/**
 * Writes docs/configuration.md and .env.example from the schemas, so that they cannot disagree. Run from the project's
 * folder after a build: node dist/src/config/write-reference.js
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NAMED_OVERRIDES, variableFor } from './overrides.ts';
import { CREDENTIALS, SECRET_NAMES, ServiceEnvironment } from './service-settings.ts';
import { allSettings, expectation, settingTree, settingTreeOf, type SettingNode } from './setting-tree.ts';

interface Variable {
  readonly name: string;
  readonly defaultValue: string | null;
  readonly description: string;
}

type Setting = (typeof allSettings)[number];

const CREDENTIAL_VARIABLES = Object.entries(CREDENTIALS).map(([name, description]): Variable => {
  return { name, defaultValue: null, description };
});

const SERVICE_VARIABLES = Object.entries(settingTreeOf(ServiceEnvironment).properties ?? {}).map(
  ([name, { default: value, description = '' }]): Variable => {
    return { name, defaultValue: typeof value === 'string' ? value : null, description };
  },
);

export function configurationReference(): string {
  return [
    '# Configuration',
    '',
    '<!-- Written by src/config/write-reference.ts from the schemas; change those, not this file. -->',
    '',
    'Planwright works without any settings file. To change something, write `planwright.yaml` in the working directory,',
    'or name another file in `PLANWRIGHT_CONFIG`. Only what differs from the defaults needs to be in it:',
    '',
    '```yaml',
    'language: ja',
    'budget:',
    '  usd: 5',
    'queue:',
    '  concurrency: 8',
    'environments:',
    '  ruby:',
    '    image: registry.example.com/planwright-ruby:3.4',
    '```',
    '',
    'Defaults are overridden by the file, and the file by environment variables. Unknown keys and wrong values stop the',
    'start; all of them are reported at once, with their place and a suggestion. The file may have 256 KB, without YAML',
    'tags or merge keys. Every duration may be a fraction, such as `0.5`.',
    '',
    ...sections().flatMap(([title, intro, settings]) => [
      `## ${title}`,
      '',
      ...(intro === '' ? [] : [intro, '']),
      ...settingTable(settings),
      '',
    ]),
    '## Environment variables',
    '',
    'An empty variable counts as unset. Secrets belong here or into a file, never into `planwright.yaml`;',
    `for ${['APP_ID', ...SECRET_NAMES].map((name) => `\`${name}\``).join(', ')} the name with \`_FILE\` appended, such as`,
    '`WEBHOOK_SECRET_FILE`, names a file whose first line is the secret (`PRIVATE_KEY_FILE` and `PRIVATE_KEY_PATH`: the',
    'whole file). Set either the variable or the file.',
    'A file `.env` in the working directory is read as well; variables that are set already override it.',
    '',
    '| Variable | Default | What it is |',
    '| --- | --- | --- |',
    ...[...SERVICE_VARIABLES, ...CREDENTIAL_VARIABLES].map(
      ({ name, defaultValue, description }) =>
        `| \`${name}\` | ${defaultValue === null ? '' : `\`${defaultValue}\``} | ${cell(description)} |`,
    ),
    '',
    '### Overriding a setting',
    '',
    `Every setting above has a variable: \`PLANWRIGHT_\`, then its path in capitals with two underscores between the`,
    `levels. \`${variableFor('queue.concurrency')}=8\` sets \`queue.concurrency\`, and \`PLANWRIGHT_LANGUAGE=ja\` sets \`language\`.`,
    'Lists are separated by commas (`[]` is the empty list), and `null` is no limit. These have a shorter name too; when',
    'both are set, the long one wins:',
    '',
    '| Variable | Setting |',
    '| --- | --- |',
    ...Object.entries(NAMED_OVERRIDES).map(([name, path]) => `| \`${name}\` | \`${path}\` |`),
    '',
  ].join('\n');
}

export function environmentExample(): string {
  const groups: readonly (readonly [string, readonly Variable[]])[] = [
    ['The GitHub App, as its settings page on GitHub shows it.', CREDENTIAL_VARIABLES],
    ['The service.', SERVICE_VARIABLES],
    [
      'Some settings of planwright.yaml by their short names; docs/configuration.md lists all settings.',
      namedOverrideVariables(),
    ],
  ];
  return [
    '# Copy this file to .env in the working directory and fill in what you need. Never commit .env.',
    '# An empty or missing variable means the default. Written by src/config/write-reference.ts; do not edit by hand.',
    '',
    ...groups.flatMap(([title, variables]) => [
      `# --- ${title}`,
      '',
      ...variables.flatMap(({ name, defaultValue, description }) => [
        `# ${description}`,
        `${defaultValue === null ? '' : '# '}${name}=${defaultValue ?? ''}`,
        '',
      ]),
    ]),
  ].join('\n');
}

/** The title, the introduction and the settings of each part of the reference. */
function sections(): readonly (readonly [string, string, readonly Setting[]])[] {
  const below = Object.entries(settingTree.properties ?? {})
    .map(([name, node]) => [name, node, allSettings.filter(([path]) => path.startsWith(`${name}.`))] as const)
    .filter(([, , settings]) => settings.length > 0);
  return [
    ['General', '', allSettings.filter(([path]) => !path.includes('.'))],
    ...below.map(([name, node, settings]) => [`\`${name}\``, node.description ?? '', settings] as const),
  ];
}

function settingTable(settings: readonly Setting[]): readonly string[] {
  return [
    '| Setting | Type | Default | What it does |',
    '| --- | --- | --- | --- |',
    ...settings.map(([path, node]) => {
      const does = cell(node.description ?? '');
      return `| \`${path}\` | ${cell(expectation(node))} | ${defaultOf(path, node)} | ${does} |`;
    }),
  ];
}

function defaultOf(path: string, node: SettingNode): string {
  if (path === 'environments' || path === 'models.prices') return 'the built-in ones';
  if (path === 'models.profiles') return '`balanced` and `fast`';
  const value = Array.isArray(node.default) ? `[${node.default.join(', ')}]` : String(node.default);
  return `\`${value}\``;
}

function namedOverrideVariables(): readonly Variable[] {
  const nodes = new Map(allSettings);
  return Object.entries(NAMED_OVERRIDES).map(([name, path]) => {
    const node = nodes.get(path);
    return { name, defaultValue: String(node?.default), description: `${path}: ${node?.description ?? ''}` };
  });
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync('docs/configuration.md', configurationReference());
  writeFileSync('.env.example', environmentExample());
}
