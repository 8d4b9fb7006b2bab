/** What is written of the schema: the reference, the JSON Schema, the file of `planwright init` (GH-9, OPS-3, OPS-4). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../src/repository-config/parse-config.ts';
import { repositoryJsonSchema, repositoryReference } from '../../src/repository-config/repository-reference.ts';
import { configKeys, RepositoryConfig } from '../../src/repository-config/repository-schema.ts';
import { sampleFile, SCHEMA_FILE } from '../../src/repository-config/sample-file.ts';

const HINT =
  'is not what the schema says: after a build, run "node dist/src/repository-config/repository-reference.js"';
const MAY = {
  environments: ['node'],
  images: [],
  hosts: ['api.example.com'],
  networkMode: 'allowlist' as const,
  bots: [49699333],
  profiles: ['fast'],
};

describe('what is written of the schema of a repository (GH-9, OPS-4)', () => {
  it.each([
    ['docs/repository-configuration.md', repositoryReference],
    ['docs/planwright.schema.json', repositoryJsonSchema],
  ])('in %s is what it says', (path, write) => {
    expect(readFileSync(path, 'utf8') === write() ? 'current' : `${path} ${HINT}`).toBe('current');
  });

  it('has every key', () => {
    expect(configKeys.filter(([path]) => !repositoryReference().includes(`| \`${path}\` |`))).toEqual([]);
    expect(JSON.parse(repositoryJsonSchema())).toMatchObject({
      additionalProperties: false,
      properties: { language: { enum: ['auto', 'en', 'ja'] }, budget: { additionalProperties: false } },
    });
    expect(repositoryJsonSchema()).not.toMatch(/expects/);
  });
});

describe('the file of planwright init (OPS-3)', () => {
  const parse = (text: string) => parseConfig({ text, bytes: text.length }, MAY);

  it('says nothing as it is, and names its schema to editors', () => {
    expect(parse(sampleFile())).toEqual({ config: {}, mistakes: [], triggerLabel: null });
    expect(sampleFile().split('\n')[0]).toBe(`# yaml-language-server: $schema=${SCHEMA_FILE}`);
  });

  it('has every key with an example that counts once its # is gone', () => {
    const { config, mistakes } = parse(sampleFile().replaceAll(/^#(?!$| \S)/gm, ''));
    expect(mistakes).toEqual([]);
    expect(Object.keys(config ?? {})).toEqual(Object.keys(RepositoryConfig.shape));
  });
});
