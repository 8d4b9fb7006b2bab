/**
 * Writes docs/repository-configuration.md and docs/planwright.schema.json from the schema, so that they cannot
 * disagree. Run from the project's folder after a build: node dist/src/repository-config/repository-reference.js
 */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { expectation, type SettingNode } from '../config/setting-tree.ts';
import { CONFIG_PATH, configTree, RepositoryConfig } from './repository-schema.ts';

export function repositoryReference(): string {
  return [
    '# Configuration in the repository',
    '',
    '<!-- Written by src/repository-config/repository-reference.ts from the schema; change that, not this file. -->',
    '',
    `The optional file \`${CONFIG_PATH}\` configures how Planwright works in a repository. \`planwright init\` writes it into`,
    'the current repository, with every key explained and commented out, beside the JSON Schema that editors use to complete and',
    'check it ([planwright.schema.json](planwright.schema.json)). With Planwright cloned elsewhere, run',
    '`node <that folder>/src/bin.mjs init` in your repository. It needs no settings and no keys.',
    '',
    '```yaml',
    'language: ja',
    'plan_approval: true',
    'test_command: npm test',
    'reviewers: [alice, "team:core"]',
    'budget: { usd: 5 }',
    '```',
    '',
    '## Where it is read',
    '',
    `- From the **default branch** of the repository, and of its owner's \`.github\` repository at the same path`,
    `  (\`.github/${CONFIG_PATH}\`) if the App is installed there. Never from another branch, a pull request or a fork.`,
    '- When a task begins. A task keeps these settings, and its record names the commits that were read. A changed',
    '  `trigger_label` may take ten seconds to apply.',
    "- Precedence, weakest first: defaults, the operator's file (`planwright.yaml`), environment variables, the organisation,",
    '  the repository, and the settings of the person who asks (see `USER_CONFIG_API_URL` in',
    '  [configuration.md](configuration.md)). Between organisation and repository, sections are merged key by key and lists',
    '  replaced; `protected_paths` are combined; an `environment` is taken as a whole from one of them.',
    "- Within the operator's limits: a higher budget is lowered to the operator's limit, and the progress comment says so.",
    '  Hosts, images, bots, environments and profiles that the operator does not permit are mistakes (`repositories` in',
    '  [configuration.md](configuration.md)).',
    '',
    '## Mistakes',
    '',
    'Unknown keys, wrong values and invalid YAML are reported on the issue to people with write access: line, column, reason, and',
    'a suggestion. Nothing starts until the file is fixed; then comment `@planwright retry`. A public issue only says that a',
    'private `.github` repository has mistakes; to see them, ask for work on an issue of `.github` itself. A file may have 256 KB,',
    '20 levels, 10,000 words and signs, no tags, no merge keys and at most 100 aliases. Other files are not included',
    '(`_extends` and the like).',
    '',
    '## Keys',
    '',
    '| Key | Type | What it does |',
    '| --- | --- | --- |',
    ...Object.entries(configTree.properties ?? {}).flatMap(([key, node]) => [
      row(key, node),
      ...Object.entries(node.properties ?? {}).map(([inner, below]) => row(`${key}.${inner}`, below)),
    ]),
    '',
    'Each entry of `environment.verification` has a `command` and its `expected_output`.',
    '',
  ].join('\n');
}

function row(key: string, node: SettingNode): string {
  return `| \`${key}\` | ${cell(expectation(node))} | ${cell(node.description ?? '')} |`;
}

export function repositoryJsonSchema(): string {
  const schema = z.toJSONSchema(RepositoryConfig, {
    io: 'input',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      for (const own of ['expects', 'expects_ja']) Reflect.deleteProperty(jsonSchema, own);
    },
  });
  return `${JSON.stringify({ title: `Planwright: ${CONFIG_PATH}`, ...schema }, null, 2)}\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

// In the bundle, all modules have the same `import.meta.url`.
if (process.argv[1]?.endsWith('/repository-reference.js') === true) {
  writeFileSync('docs/repository-configuration.md', repositoryReference());
  writeFileSync('docs/planwright.schema.json', repositoryJsonSchema());
}
