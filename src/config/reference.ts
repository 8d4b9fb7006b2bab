/** docs/configuration.md and .env.example, written from the schemas so that they cannot disagree with them. */
import { z } from 'zod';
import { isNotYetEffective } from './not-yet-effective.ts';
import { NAMED_OVERRIDES, variableFor } from './overrides.ts';
import { SECRETS_FROM_FILES } from './secret-files.ts';
import { ServiceEnvironment } from './service-settings.ts';
import { allSettings, expectation, settingTree, type SettingNode } from './setting-tree.ts';

interface Variable {
  readonly name: string;
  readonly defaultValue: string | null;
  readonly description: string;
}

const CREDENTIALS: readonly Variable[] = [
  { name: 'APP_ID', defaultValue: null, description: 'The number of the GitHub App.' },
  {
    name: 'PRIVATE_KEY',
    defaultValue: null,
    description: 'The private key of the App, as PEM text (line breaks may be written \\n). Or:',
  },
  { name: 'PRIVATE_KEY_PATH', defaultValue: null, description: 'The path of a file with the private key of the App.' },
  { name: 'WEBHOOK_SECRET', defaultValue: null, description: 'The secret with which GitHub signs webhooks.' },
  {
    name: 'WEBHOOK_SECRET_PREVIOUS',
    defaultValue: null,
    description: 'The secret before that, accepted as well while you change it.',
  },
];

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
    'language: en',
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
    'start; all of them are reported at once, with their place and what was probably meant. The file may have 256 KB, and',
    'no YAML tags or merge keys. Every duration may be a fraction, such as `0.5`.',
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
    `for ${SECRETS_FROM_FILES.map((name) => `\`${name}\``).join(', ')} the name with \`_FILE\` added, such as \`${SECRETS_FROM_FILES[0] ?? ''}_FILE\`, names a file whose first line is the secret.`,
    'A file `.env` in the working directory is read as well; variables that are set already win over it.',
    '',
    '| Variable | Default | What it is |',
    '| --- | --- | --- |',
    ...[...serviceVariables(), ...CREDENTIALS].map(
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
    ['The GitHub App, as its settings page on GitHub shows it.', CREDENTIALS],
    ['The service.', serviceVariables()],
    [
      'Some settings of planwright.yaml by their short names; docs/configuration.md has all of them.',
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

function sections(): readonly (readonly [string, string, readonly (readonly [string, SettingNode])[]])[] {
  const all = allSettings();
  const names = Object.keys(settingTree.properties ?? {}).filter((name) =>
    all.some(([path]) => path.startsWith(`${name}.`)),
  );
  const general = all.filter(([path]) => !path.includes('.'));
  return [
    ['General', '', general],
    ...names.map(
      (name) =>
        [
          `\`${name}\``,
          settingTree.properties?.[name]?.description ?? '',
          all.filter(([path]) => path.startsWith(`${name}.`)),
        ] as const,
    ),
  ];
}

function settingTable(settings: readonly (readonly [string, SettingNode])[]): readonly string[] {
  return [
    '| Setting | Type | Default | What it does |',
    '| --- | --- | --- | --- |',
    ...settings.map(([path, node]) => {
      const effect = isNotYetEffective(path) ? ' *Accepted, but without effect in this version.*' : '';
      return `| \`${path}\` | ${cell(expectation(node))} | ${defaultOf(path, node)} | ${cell(node.description ?? '')}${effect} |`;
    }),
  ];
}

function defaultOf(path: string, node: SettingNode): string {
  if (path === 'environments') return 'the built-in ones';
  const value = Array.isArray(node.default) ? `[${node.default.join(', ')}]` : plainText(node.default);
  return `\`${value}\``;
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function serviceVariables(): readonly Variable[] {
  const { properties } = ServiceNodes.parse(
    z.toJSONSchema(ServiceEnvironment, { io: 'input', unrepresentable: 'any' }),
  );
  return Object.entries(properties).map(([name, node]) => ({
    name,
    defaultValue: node.default === undefined ? null : plainText(node.default),
    description: node.description ?? '',
  }));
}

function namedOverrideVariables(): readonly Variable[] {
  const all = new Map(allSettings());
  return Object.entries(NAMED_OVERRIDES).map(([name, path]) => {
    const node = all.get(path);
    return { name, defaultValue: String(node?.default), description: `${path}: ${node?.description ?? ''}` };
  });
}

const ServiceNodes = z.object({
  properties: z.record(z.string(), z.object({ default: z.unknown().optional(), description: z.string().optional() })),
});

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
