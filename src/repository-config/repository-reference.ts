/**
 * docs/repository-configuration.md and docs/planwright.schema.json, written from the schema so that they cannot disagree
 * with it. Run from the project's folder after a build: node dist/src/repository-config/repository-reference.js
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
    `A repository says in \`${CONFIG_PATH}\` how Planwright works there. Nothing of it is needed. \`planwright init\` writes the`,
    'file into the repository you are in, with every key explained and commented out, and beside it the JSON Schema by which',
    'editors complete and check it ([planwright.schema.json](planwright.schema.json)). Planwright is a clone in another folder?',
    'Then it is `node <that folder>/src/bin.mjs init`, in your repository. It needs no settings and no keys.',
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
    `- From the **default branch** of the repository, and of the \`.github\` repository of its owner at the same path`,
    `  (\`.github/${CONFIG_PATH}\`), as far as the App is installed on that one. Never from another branch, a pull request or a fork.`,
    '- When a task begins. A task keeps what it began with, and its record has the commits that were read. A changed',
    '  `trigger_label` may take ten seconds to count.',
    '- What wins, the weakest first: defaults, the file of the operator (`planwright.yaml`), environment variables, the',
    '  organisation, the repository, and the settings of the person who asks (see `USER_CONFIG_API_URL` in',
    '  [configuration.md](configuration.md)). Of organisation and repository, sections are merged key by key and lists replaced;',
    '  `protected_paths` are added up; an `environment` is taken whole from one of them.',
    '- Never beyond the operator: of a higher budget the limit of the operator counts, and the progress comment says so. Hosts,',
    '  images, bots, environments and profiles that the operator does not permit are mistakes (`repositories` in',
    '  [configuration.md](configuration.md)).',
    '',
    '## Mistakes',
    '',
    'Unknown keys, wrong values and whatever is no YAML are told on the issue, to people with write access: line, column, reason,',
    'and what was probably meant. Nothing is started until the file is put right; then comment `@planwright retry`. Of a private',
    '`.github` repository nothing is shown on a public issue but that there are mistakes: asked to work on an issue of `.github`',
    'itself, Planwright tells them there. A file may have',
    '256 KB, 20 levels, 10,000 words and signs, no tags, no merge keys and no more than 100 aliases. Nothing is taken over from',
    'other files (`_extends` and the like).',
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

// In the bundle, every module has the address of the program.
if (process.argv[1]?.endsWith('/repository-reference.js') === true) {
  writeFileSync('docs/repository-configuration.md', repositoryReference());
  writeFileSync('docs/planwright.schema.json', repositoryJsonSchema());
}
