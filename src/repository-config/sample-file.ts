/** The file that `planwright init` writes: every key with its description and an example, all commented out. */
import { configTree, type RepositoryConfig } from './repository-schema.ts';

export const SCHEMA_FILE = 'planwright.schema.json';

/** Each as it may appear in the file. */
const EXAMPLES: { readonly [Key in keyof Required<RepositoryConfig>]: readonly string[] } = {
  enabled: ['enabled: true'],
  language: ['language: auto'],
  trigger_label: ['trigger_label: planwright'],
  plan_approval: ['plan_approval: true'],
  test_command: ['test_command: npm test'],
  build_command: ['build_command: npm run build'],
  lint_command: ['lint_command: npm run lint'],
  instructions: ['instructions: |', '  Follow docs/style.md.', '  Add a test for every change of behaviour.'],
  environment: [
    'environment:',
    '  name: node',
    '  setup:',
    '    - npm ci',
    '  verification:',
    '    - command: node --version',
    '      expected_output: v22.11.0',
  ],
  models: ['models:', '  profile: fast'],
  budget: ['budget:', '  usd: 5', '  minutes: 60'],
  network: ['network:', '  allow:', '    - api.example.com'],
  protected_paths: ['protected_paths:', "  - 'infra/**'"],
  allowed_bots: ['allowed_bots:', '  - 49699333'],
  reviewers: ['reviewers:', '  - alice', "  - 'team:core'"],
  draft: ['draft: always'],
};

const WIDTH = 100;

export function sampleFile(): string {
  const keys = Object.entries(configTree.properties ?? {});
  return [
    `# yaml-language-server: $schema=${SCHEMA_FILE}`,
    '#',
    ...commented(
      'What Planwright does in this repository. It counts on the default branch alone. Everything is optional: ' +
        'remove the # in front of what you want to set. A mistake in this file is told on the issue, and nothing is ' +
        'started until it is put right.',
    ),
    ...keys.flatMap(([key, { description = '', properties = {} }]) => [
      '',
      ...commented(description),
      ...Object.entries(properties).flatMap(([inner, node]) => commented(`- ${inner}: ${node.description ?? ''}`)),
      ...EXAMPLES[key as keyof RepositoryConfig].map((line) => `#${line}`),
    ]),
    '',
  ].join('\n');
}

/** Lines break only between words. */
function commented(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines;
}
