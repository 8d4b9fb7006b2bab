import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withEnvFile } from '../../src/config/environment.ts';
import { loadSettings, type LoadedSettings } from '../../src/config/load.ts';
import { Fault } from '../../src/errors.ts';

describe('loading the settings (OPS-4)', () => {
  let cwd: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'planwright-config-test-'));
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  function load(yaml: string | null = null, env: Record<string, string> = {}): LoadedSettings {
    if (yaml !== null) writeFileSync(join(cwd, 'planwright.yaml'), yaml);
    return loadSettings({ env, cwd });
  }
  function mistakes(yaml: string | null = null, env: Record<string, string> = {}): string {
    try {
      load(yaml, env);
    } catch (error) {
      if (error instanceof Fault && error.code === 'configuration') return error.message;
      throw error;
    }
    throw new Error('Nothing was found wrong');
  }

  it('needs no file', () => {
    expect(load()).toMatchObject({ settings: { language: 'auto' }, warnings: [] });
    expect(load('').settings).toEqual(load('# nothing but a comment\n').settings);
  });

  it('goes by defaults, then the file, then the environment', () => {
    const { settings } = load('queue: { concurrency: 2, sweep_sec: 0.5 }\nlanguage: ja\n', {
      PLANWRIGHT_QUEUE__CONCURRENCY: '8',
    });
    expect(settings.queue).toMatchObject({ concurrency: 8, sweep_sec: 0.5, lock_sec: 5 });
    expect(settings.language).toBe('ja');
  });

  it.each(['sandbox: process', 'sandbox: { kind: process }', 'sandbox: { cpus: process }'])(
    'EXEC-2: says of "%s" that tasks of issues always have a container, and who may do without',
    (yaml) => {
      expect(mistakes(yaml)).toContain('Tasks of issues always work in a container.');
      expect(mistakes(yaml)).toContain('planwright run --sandbox process');
      expect(mistakes(yaml.replace('process', 'none'))).not.toContain('--sandbox process');
    },
  );

  it('reads the file that PLANWRIGHT_CONFIG names instead, and misses it when it is not there', () => {
    mkdirSync(join(cwd, 'etc'));
    writeFileSync(join(cwd, 'etc', 'other.yaml'), 'language: ja\n');
    expect(load('language: en\n', { PLANWRIGHT_CONFIG: 'etc/other.yaml' }).settings.language).toBe('ja');
    expect(mistakes(null, { PLANWRIGHT_CONFIG: 'etc/missing.yaml' })).toContain(
      `${cwd}/etc/missing.yaml, but there is no such file`,
    );
    expect(mistakes(null, { PLANWRIGHT_CONFIG: 'etc' })).toContain('cannot be read (EISDIR)');
  });

  it('takes each variable of the specification (PLAN-3, REPLAN-9, MODEL-3)', () => {
    const { planning, model } = load(null, {
      PLANNING_ENABLED: 'false',
      PLANNING_STRATEGY: 'hierarchical',
      PLANNING_MAX_SUBTASKS: '7',
      REFLECTION_ENABLED: 'no',
      REFLECTION_INTERVAL: '0',
      MAX_PLAN_REVISIONS: '9',
      REPLANNING_ENABLED: '0',
      REPLANNING_MIN_CONFIDENCE: '0.6',
      MAX_TOTAL_REPLANS: '4',
      META_TIMEOUT_SEC: '1.5',
    }).settings;
    expect(planning).toMatchObject({
      enabled: false,
      strategy: 'hierarchical',
      max_subtasks: 7,
      reflection: { enabled: false, trigger_interval: 0 },
      revision: { max_revisions: 9 },
      replanning: {
        enabled: false,
        llm_decision: { min_confidence_threshold: 0.6 },
        global: { max_total_replans: 4 },
        reflection: { max_plan_revisions: 2 },
      },
    });
    expect(model.timeout_sec).toBe(1.5);
  });

  it('takes PLANWRIGHT_<SECTION>__<KEY> for every kind of setting, above the shorter name', () => {
    const { settings } = load(null, {
      PLANWRIGHT_LANGUAGE: 'ja',
      PLANWRIGHT_ALLOWED_BOTS: '1, 23',
      PLANWRIGHT_ALIASES: '[]',
      PLANWRIGHT_DAILY_BUDGET__USD: '0.5',
      PLANWRIGHT_SANDBOX__NETWORK__ALLOW: 'a.example.com,b.example.com',
      PLANWRIGHT_ENVIRONMENTS__RUBY__IMAGE: 'ruby:3',
      PLANNING_MAX_SUBTASKS: '7',
      PLANWRIGHT_PLANNING__MAX_SUBTASKS: '8',
      PLANWRIGHT_QUEUE__LOCK_SEC: '',
    });
    expect(settings).toMatchObject({
      language: 'ja',
      allowed_bots: [1, 23],
      aliases: [],
      daily_budget: { usd: 0.5, tokens: null },
      queue: { lock_sec: 5 },
      sandbox: { network: { allow: ['a.example.com', 'b.example.com'] } },
      environments: { ruby: { image: 'ruby:3' } },
      planning: { max_subtasks: 8 },
    });
    const reviewed = (PLANWRIGHT_PLANNING__REVIEW__PLAN: string) =>
      load('', { PLANWRIGHT_PLANNING__REVIEW__PLAN }).settings.planning.review.plan;
    expect(['auto', 'yes', 'TRUE', 'off'].map(reviewed)).toEqual(['auto', true, true, false]);
    expect(
      load('daily_budget: { usd: 5 }', { PLANWRIGHT_DAILY_BUDGET__USD: 'null' }).settings.daily_budget.usd,
    ).toBeNull();
  });

  it('adds environments to the built-in ones, and lets one be replaced', () => {
    const { environments } = load(
      'environments: { ruby: { image: "ruby:3" }, node: { image: "mine/node:1" } }',
    ).settings;
    expect(environments).toEqual({
      base: { image: 'planwright/sandbox-base:0.1' },
      node: { image: 'mine/node:1' },
      python: { image: 'planwright/sandbox-python:0.1' },
      ruby: { image: 'ruby:3' },
    });
  });

  it('takes a section whose keys are all commented out for its defaults', () => {
    expect(load('budget:\n  # usd: 5\nsandbox:\n  network:\n').settings.budget.usd).toBe(20);
  });

  it('reports every mistake at once, each with its place, what was found and what belongs there', () => {
    const report = mistakes(
      'langauge: ja\nbudget:\n  usd: -3\n  tokens: "many"\nqueue:\n  maxConcurrency: 3\nsandbox: big\nconcurrency: 5\nenvironments: { Ruby: { image: x } }\n',
      {
        PORT: 'http',
        GHE_PROTOCOL: 'gopher',
        REFLECTION_INTERVAL: 'often',
        PLANWRIGHT_QUEUE__CONCURENCY: '3',
        PLANWRIGHT_BUDGET: '4',
      },
    );
    expect(report.split('\n').slice(1).toSorted()).toEqual([
      '- GHE_PROTOCOL (environment variable): found "gopher"; expected https or http.',
      '- PLANWRIGHT_BUDGET (environment variable): "budget" has keys of its own; set one of them, such as PLANWRIGHT_BUDGET__TOKENS.',
      '- PLANWRIGHT_QUEUE__CONCURENCY (environment variable): there is no such setting. Did you mean PLANWRIGHT_QUEUE__CONCURRENCY?',
      '- PORT (environment variable): found "http"; expected a port number from 0 to 65535.',
      '- budget.tokens (planwright.yaml, line 4): found the text "many"; expected a whole number, 1 or more.',
      '- budget.usd (planwright.yaml, line 3): found -3; expected a number above 0.',
      '- concurrency (planwright.yaml, line 8): there is no such setting. Did you mean "queue.concurrency"?',
      '- environments.Ruby (planwright.yaml, line 9): the name must be small letters, digits, - and _, beginning with a letter.',
      '- langauge (planwright.yaml, line 1): there is no such setting. Did you mean "language"?',
      '- planning.reflection.trigger_interval (environment variable REFLECTION_INTERVAL): found the text "often"; expected a whole number, 0 or more.',
      '- queue.maxConcurrency (planwright.yaml, line 6): there is no such setting. Did you mean "concurrency"?',
      '- sandbox (planwright.yaml, line 7): found the text "big"; expected a section of its own, with keys below it.',
    ]);
    expect(report.split('\n')[0]).toBe('There are 12 mistakes in the settings:');
  });

  it.each([
    ['a broken line', 'language: ja\nbudget: [1\nqueue: 2\n', /planwright\.yaml, line 3: this is not valid YAML/],
    ['a key twice', 'language: ja\nlanguage: en\n', /line 2: this key is there twice/],
    ['two documents', 'language: ja\n---\nlanguage: en\n', /line 2: there is a second document/],
    ['a tag', 'language: !!js/function ja\n', /line 1: tags \("!…"\) are not supported/],
    [
      'a merge key',
      'budget: &b { usd: 1 }\nqueue: { <<: *b }\n',
      /queue\.<< \(planwright\.yaml, line 2\).*Merge keys are not supported/,
    ],
    [
      'aliases without end',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(30)}]\nc: &c [${'*b,'.repeat(30)}]\n`,
      /more aliases than 100/,
    ],
    ['a hostile key', '__proto__: { language: ja }\n', /__proto__ .*there is no such setting/],
    ['a list', '- language: ja\n', /found a list; expected a section/],
    ['deep nesting', `budget: ${'['.repeat(2_000)}\n`, /line 1: the file is nested deeper than 20 levels/],
    ['too large a file', `# ${'x'.repeat(256 * 1024)}\n`, /at most 256 KB/],
  ])('refuses %s', (_, yaml, expected) => {
    expect(mistakes(yaml)).toMatch(expected);
  });

  it('refuses a file that is not UTF-8', () => {
    writeFileSync(join(cwd, 'planwright.yaml'), Buffer.from([0x6c, 0xff, 0xfe]));
    expect(mistakes()).toContain('not UTF-8 text');
  });

  it('reports a broken file and a wrong variable together', () => {
    expect(mistakes('budget: [', { PORT: '70000', PLANNING_STRATEGY: 'guess' })).toMatch(
      /not valid YAML[\s\S]*one of chain_of_thought, hierarchical, simple[\s\S]*PORT/,
    );
  });

  it('never repeats a secret, wherever it was put', () => {
    const canary = 'canary-7f3a91';
    const report = mistakes(
      `anthropic_api_key: ${canary}\nlanguage: ${canary}\nmodel: sk-ant-${canary}\nbudget: { usd: "ghs_${canary}" }\n`,
      { DASHBOARD_TOKEN: canary, REDIS_URL: `http://x:${canary}@host`, ANTHROPIC_BASE_URL: `https://u:${canary}@host` },
    );
    expect(report).not.toContain(canary);
    expect(report).toContain('set the environment variable ANTHROPIC_API_KEY');
  });

  it('leaves variables of others alone, and hints at what is nearly ours', () => {
    const { warnings } = load(null, {
      PLANWRIGHT_PORT: 'tcp://10.0.0.1:3000',
      PLANWRIGHT_SERVICE_HOST: '10.0.0.1',
      PLANWRIGHT_LANGAUGE: 'ja',
      PATH: '/bin',
    });
    expect(warnings).toEqual([
      'PLANWRIGHT_LANGAUGE is not a known variable and was ignored. Did you mean PLANWRIGHT_LANGUAGE?',
    ]);
  });

  it('joins .env to the environment, which wins', () => {
    expect(withEnvFile({ A: '1' }, cwd)).toEqual({ A: '1' });
    writeFileSync(join(cwd, '.env'), 'A=2\nPRIVATE_KEY="line 1\nline 2"\nEMPTY=\n');
    expect(withEnvFile({ A: '1', PRIVATE_KEY: '' }, cwd)).toMatchObject({ A: '1', PRIVATE_KEY: 'line 1\nline 2' });
  });
});
