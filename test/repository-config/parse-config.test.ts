/** What a `.github/planwright.yml` says, and what is told of its mistakes (GH-9). */
import { describe, expect, it } from '@jest/globals';
import { NO_FILE, parseConfig } from '../../src/repository-config/parse-config.ts';
import type { Permitted } from '../../src/repository-config/permitted.ts';

const MAY: Permitted = {
  environments: ['base', 'node'],
  images: ['registry.example.com/ruby:3.4'],
  hosts: ['api.example.com', '*.mirror.example.com'],
  networkMode: 'allowlist',
  bots: [49699333],
  profiles: [],
};

function parse(text: string, may: Partial<Permitted> = {}) {
  return parseConfig({ text, bytes: Buffer.byteLength(text) }, { ...MAY, ...may });
}

function mistakesIn(text: string, may: Partial<Permitted> = {}) {
  const { config, mistakes } = parse(text, may);
  expect(config).toBeNull();
  return mistakes.map(({ line, column, key, problem }) => [`${line}:${column}`, key, problem.is] as const);
}

const EVERYTHING = `
enabled: true
language: ja
trigger_label: bot
plan_approval: true
test_command: npm test
build_command: npm run build
lint_command: npm run lint
instructions: |
  Write short functions.
environment:
  name: ruby
  image: registry.example.com/ruby:3.4
  setup: [bundle install]
  verification:
    - command: ruby -v
      expected_output: ruby 3.4
budget: { tokens: 1000, usd: 1.5, minutes: 10, model_calls: 20 }
network:
  allow: [api.example.com, npm.mirror.example.com]
protected_paths: ['infra/**']
allowed_bots: [49699333]
reviewers: [alice, 'team:core']
draft: always
`;

describe('a configuration file of a repository (GH-9)', () => {
  it('is read with all of its keys', () => {
    const { config, mistakes } = parse(EVERYTHING);
    expect(mistakes).toEqual([]);
    expect(config).toMatchObject({
      enabled: true,
      language: 'ja',
      trigger_label: 'bot',
      plan_approval: true,
      instructions: 'Write short functions.\n',
      environment: { name: 'ruby', setup: ['bundle install'] },
      budget: { usd: 1.5 },
      reviewers: ['alice', 'team:core'],
      draft: 'always',
    });
  });

  it.each([
    ['nothing at all', ''],
    ['comments alone', '# language: ja\n'],
  ])('with %s says nothing', (_, text) => {
    expect(parse(text)).toEqual({ config: {}, mistakes: [], triggerLabel: null });
  });

  it('has the line and the column of each mistake, all of them at once, from the first line to the last', () => {
    const text = 'language: jp\nplan_aproval: true\nbudget:\n  usd: many\n  token: 5\nreviewers: alice\n';
    const { mistakes } = parse(text);
    expect(mistakes).toEqual([
      expect.objectContaining({
        line: 1,
        column: 11,
        key: 'language',
        problem: {
          is: 'wrong_value',
          found: 'text',
          expected: { en: 'one of auto, en, ja', ja: 'auto、en、ja のいずれか' },
        },
      }),
      expect.objectContaining({
        line: 2,
        column: 1,
        key: 'plan_aproval',
        problem: expect.objectContaining({ is: 'unknown_key', meant: 'plan_approval' }),
      }),
      expect.objectContaining({ line: 4, column: 8, key: 'budget.usd' }),
      expect.objectContaining({
        line: 5,
        column: 3,
        key: 'budget.token',
        problem: expect.objectContaining({ is: 'unknown_key', meant: 'tokens' }),
      }),
      expect.objectContaining({ line: 6, column: 12, key: 'reviewers' }),
    ]);
  });

  it('takes a key that belongs elsewhere for that one', () => {
    expect(parse('usd: 5\n').mistakes[0]?.problem).toMatchObject({ meant: 'budget.usd' });
    expect(parse('expected_output: x\n').mistakes[0]?.problem).toMatchObject({ is: 'unknown_key', meant: null });
  });

  it.each([
    ['a bracket that is not closed', 'reviewers: [alice\nlanguage: ja\n', 'syntax'],
    ['a key that is there twice', 'language: ja\nlanguage: en\n', 'syntax'],
    ['a tab', 'budget:\n\tusd: 5\n', 'syntax'],
    ['a tag', 'language: !!js/function "x"\n', 'syntax'],
    ['two documents', 'language: ja\n---\nlanguage: en\n', 'syntax'],
    ['a merge key', 'budget: &b { usd: 5 }\nnetwork:\n  <<: *b\n', 'merge_key'],
    ['a list of all', '- language\n', 'wrong_value'],
    ['a text of all', 'hello\n', 'wrong_value'],
    ['a configuration to be taken from elsewhere (P18)', '_extends: attacker/repo\n', 'unknown_key'],
    ['a key of every object', '__proto__: { language: ja }\n', 'unknown_key'],
    ['such a key below', 'budget: { __proto__: { usd: 5 } }\n', 'unknown_key'],
    ['another', 'constructor: { prototype: {} }\n', 'unknown_key'],
  ])('refuses %s', (_, text, problem) => {
    expect(mistakesIn(text)[0]?.[2]).toBe(problem);
  });

  it('puts a mistake of the syntax where it is', () => {
    expect(mistakesIn('language: ja\nbudget:\n\tusd: 5\n')[0]?.[0]).toMatch(/^3:/);
    expect(mistakesIn('language: ja\nlanguage: en\n')[0]?.[0]).toBe('2:1');
  });

  it('is not read where it has more than 256 KB, is no text, no file, or unfolds without end', () => {
    const fill = (bytes: number) => `language: ja\n#${'x'.repeat(bytes - 14)}`;
    expect(parse(fill(256 * 1024)).mistakes).toEqual([]);
    expect(mistakesIn(fill(256 * 1024 + 1))[0]?.[2]).toBe('too_large');
    expect(parseConfig({ text: null, bytes: 5 }, MAY).mistakes[0]?.problem).toEqual({ is: 'not_text' });
    expect(NO_FILE.mistakes[0]?.problem).toEqual({ is: 'not_a_file' });
    const laughs = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg'].map((pair) => pair.split('')))
      laughs.push(`${to}: &${to} [${Array(10).fill(`*${from}`).join(', ')}]`);
    expect(mistakesIn(laughs.join('\n'))[0]?.[2]).toBe('too_many_aliases');
  });

  it.each([
    ['lists in lists, which ended the process', `instructions: ${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['maps in maps', Array.from({ length: 23 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['keys, which took most of a minute', Array.from({ length: 30_000 }, (_, key) => `k${key}:`).join('\n')],
    ['a list', `reviewers: [${'a, '.repeat(60_000)}]`],
    ['nothing but tabs', '\t\n'.repeat(100_000)],
  ])('is not built where it has more than anybody writes, and nobody waits for it (GH-9, I11): %s', (_, text) => {
    const began = performance.now();
    expect(mistakesIn(text).map(([, , problem]) => problem)).toEqual(['too_complex']);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('has all of its lists filled, and some room besides', () => {
    const of = (count: number, one: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => `  - ${one(index)}`).join('\n');
    const steps = of(30, (index) => `{ command: run ${index}, expected_output: "" }`);
    const text = [
      `protected_paths:\n${of(200, (index) => `'folder-${index}/**'`)}`,
      `network:\n  allow:\n${of(200, (index) => `h${index}.mirror.example.com`)}`,
      `environment:\n  name: node\n  setup:\n${of(30, (index) => `run ${index}`)}\n  verification:\n${steps}`,
      `instructions: |\n${'  One more line of advice.\n'.repeat(3_000)}`,
      '# One more remark.\n'.repeat(2_000),
    ].join('\n');
    expect(parse(text).mistakes).toEqual([]);
  });

  it('has instructions of at most 100 KB', () => {
    const text = (bytes: number) => `instructions: ${JSON.stringify('x'.repeat(bytes))}\n`;
    expect(parse(text(100 * 1024)).mistakes).toEqual([]);
    expect(mistakesIn(text(100 * 1024 + 1))).toEqual([['1:15', 'instructions', 'wrong_value']]);
  });

  it('gives nobody a slow pattern to match (I12)', () => {
    const long = (one: string) => one.repeat(100_000);
    const began = performance.now();
    for (const value of [
      `a${long('-a')}!`,
      `${long('a.')}!`,
      `${long(' ')}\u0000`,
      `team:${long('a')}!`,
      `${long('a')}/`,
    ])
      for (const key of ['test_command', 'trigger_label', 'environment.name', 'environment.image', 'models.profile'])
        parse(nested(key.split('.'), JSON.stringify(value)));
    for (const value of [`a${long('-a')}!`, `${long('a.')}!`])
      parse(`network: { allow: [${JSON.stringify(value)}] }\nreviewers: [${JSON.stringify(value)}]\n`);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

function nested([first = '', ...rest]: readonly string[], value: string): string {
  return rest.length === 0 ? `${first}: ${value}` : `${first}: { ${nested(rest, value)} }`;
}

describe('what the operator permits (GH-9, P18)', () => {
  it.each([
    ['a host', 'network:\n  allow: [evil.example.net]\n', '2:11', 'network.allow.0'],
    ['the host above a permitted wildcard', 'network:\n  allow: [mirror.example.com]\n', '2:11', 'network.allow.0'],
    ['a wider wildcard', "network:\n  allow: ['*.example.com']\n", '2:11', 'network.allow.0'],
    ['an image', 'environment:\n  name: x\n  image: evil/image\n', '3:10', 'environment.image'],
    ['an environment', 'environment:\n  name: rubby\n', '2:9', 'environment.name'],
    ['a bot', 'allowed_bots: [49699333, 7]\n', '1:26', 'allowed_bots.1'],
    ['a profile, of which there are none', 'models:\n  profile: fast\n', '2:12', 'models.profile'],
  ])('does not let a repository have %s beyond it', (_, text, place, key) => {
    expect(mistakesIn(text)).toEqual([[place, key, 'not_permitted']]);
  });

  it('lets it have what is on its lists', () => {
    expect(parse('environment: { name: node }\n').mistakes).toEqual([]);
    expect(parse("network: { allow: ['API.example.com', '*.a.mirror.example.com'] }\n").mistakes).toEqual([]);
    expect(parse('models: { profile: fast }\n', { profiles: ['fast'] }).mistakes).toEqual([]);
  });

  it('opens no network where there is none', () => {
    expect(mistakesIn('network: { allow: [api.example.com] }\n', { networkMode: 'none' })).toEqual([
      ['1:19', 'network.allow', 'not_permitted'],
    ]);
    expect(parse('network: { allow: [any.example.org] }\n', { networkMode: 'open' }).mistakes).toEqual([]);
  });

  it('asks for the name of an image', () => {
    expect(mistakesIn('environment: { image: registry.example.com/ruby:3.4 }\n')[0]?.[2]).toBe('image_without_name');
  });
});

describe('the label of a file that has mistakes', () => {
  it('is known as far as it can be made out: whoever sets it is told of them', () => {
    expect(parse('trigger_label: bot\nlanguage: jp\n').triggerLabel).toBe('bot');
    expect(parse('trigger_label: bot\nreviewers: [alice\n').triggerLabel).toBe('bot');
    expect(parse('trigger_label: 5\n').triggerLabel).toBeNull();
    // The labels of states come and go by themselves (GH-8).
    for (const label of ['planwright:working', 'Planwright:Done'])
      expect(parse(`trigger_label: ${label}\n`).triggerLabel).toBeNull();
    expect(parse('trigger_label: planwright:work\n').triggerLabel).toBe('planwright:work');
  });
});
