import { describe, expect, it } from '@jest/globals';
import { Settings } from '../../src/config/schema.ts';
import { allSettings } from '../../src/config/setting-tree.ts';

const defaults = Settings.parse({});

describe('the defaults', () => {
  it('are those of PLAN-3, and of EXEC-1', () => {
    const { replanning: _, ...planning } = defaults.planning;
    expect(planning).toEqual({
      enabled: true,
      strategy: 'chain_of_thought',
      max_loops: 10,
      max_subtasks: 100,
      decomposition_level: 'moderate',
      reflection: { enabled: true, trigger_on_error: true, trigger_interval: 3, depth: 'moderate' },
      revision: { max_revisions: 3 },
      review: { plan: 'auto', diff: true },
      history: { storage_type: 'jsonl', directory: 'planning_history', retention_days: 90 },
    });
  });

  it('are those of REPLAN-9, and so of REPLAN-4, REPLAN-5 and REPLAN-6', () => {
    expect(defaults.planning.replanning).toEqual({
      enabled: true,
      llm_decision: {
        min_confidence_threshold: 0.5,
        require_user_confirmation_on_low_confidence: true,
        user_confirmation_threshold: 0.3,
      },
      goal_understanding: {
        max_clarification_requests: 2,
        max_questions_in_work: 5,
        auto_assume_on_no_response: true,
        auto_assume_timeout_minutes: 30,
      },
      task_decomposition: { max_redecomposition_attempts: 3 },
      action_sequence: { max_regeneration_attempts: 3 },
      execution: { max_action_retries: 3, max_partial_replans: 2 },
      reflection: { max_plan_revisions: 2 },
      global: { max_total_replans: 10, infinite_loop_detection: true, same_trigger_max_count: 2 },
    });
  });

  it('name the model and time-out of MODEL-1 and MODEL-3', () => {
    expect(defaults.model).toEqual({
      provider: null,
      name: null,
      timeout_sec: 60,
      max_output_tokens: 16_000,
    });
  });

  it('limit a task and not a day (OPS-9)', () => {
    expect(defaults.budget).toEqual({ tokens: 20_000_000, usd: 20, minutes: 240, model_calls: 1000 });
    expect(defaults.daily_budget).toEqual({ tokens: null, usd: null, minutes: null, model_calls: null });
  });

  it('start on the label and mention of GH-2, edit as GH-4 and redeliver as GH-10 says', () => {
    expect(defaults).toMatchObject({
      language: 'auto',
      trigger_label: 'planwright',
      aliases: ['planwright'],
      allowed_bots: [],
    });
    expect(defaults.progress).toEqual({ edit_interval_sec: 10 });
    expect(defaults.github).toEqual({ redelivery_sec: 120, pace_writes: true, request_review: true, outage_hours: 2 });
  });

  it('drive, look and stop as OPS-2 and OPS-5 say', () => {
    expect(defaults.queue).toEqual({
      concurrency: 4,
      per_installation: null,
      per_repository: null,
      lock_sec: 5,
      stalled_sec: 2.5,
      drive_sec: 60,
      sweep_sec: 15,
      inbox_sec: 2,
      shutdown_sec: 25,
    });
  });

  it('confine the sandbox and keep 32 KB of output (PLAN-4)', () => {
    expect(defaults.sandbox).toEqual({
      memory_mb: 2048,
      cpus: 2,
      pids: 512,
      disk_mb: 10_240,
      disk_files: 1_000_000,
      disk_reserve_mb: 2048,
      command_timeout_sec: 600,
      kill_grace_sec: 5,
      keep_sec: 60,
      keep_hours: 24,
      output_kb: 32,
      network: { mode: 'allowlist', allow: [] },
    });
    expect(defaults.environments).toEqual({
      base: { image: 'planwright/sandbox-base:0.1' },
      node: { image: 'planwright/sandbox-node:0.1' },
      python: { image: 'planwright/sandbox-python:0.1' },
    });
  });

  it('protect workflows, owners and our own configuration (GH-7, GH-9)', () => {
    expect(defaults.protected_paths).toEqual([
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
      '.circleci/**',
      '.buildkite/**',
      '.travis.yml',
      '.drone.yml',
      '.gitlab-ci.yml',
      'azure-pipelines.yml',
      '**/Jenkinsfile',
      '**/.npmrc',
      '**/.yarnrc',
      '**/.yarnrc.yml',
      '**/.yarn/releases/**',
      '**/.yarn/plugins/**',
      '**/.pnpmfile.*',
      '**/gradle/wrapper/**',
      '**/.mvn/**',
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
      '.claude/**',
      '.gemini/**',
      '.cursor/**',
      '.codex/**',
      '**/.vscode/mcp.json',
      '.mcp.json',
      '.planwright/**',
    ]);
  });
});

describe('the schema', () => {
  it('describes every setting', () => {
    expect(allSettings.filter(([, node]) => (node.description ?? '') === '').map(([path]) => path)).toEqual([]);
  });

  it('takes fractions for every duration (OPS-9)', () => {
    const durations = allSettings.filter(([path]) => /_(sec|minutes|hours)$|\.minutes$/.test(path));
    expect(durations.length).toBeGreaterThan(12);
    for (const [path] of durations) {
      const given = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), 0.25);
      expect([path, Settings.safeParse(given).success]).toEqual([path, true]);
    }
  });

  it('refuses durations that a timer cannot hold, and numbers that are none', () => {
    for (const timeout of [2 ** 31 / 1000, Number.POSITIVE_INFINITY, Number.NaN, 0, -1]) {
      expect(Settings.safeParse({ model: { timeout_sec: timeout } }).success).toBe(false);
    }
  });

  it.each([
    { sandbox: { network: { allow: ['https://example.com'] } } },
    { sandbox: { network: { allow: ['example.com/path'] } } },
    { planning: { history: { directory: '../elsewhere' } } },
    { planning: { history: { directory: '/etc' } } },
    { aliases: ['@planwright'] },
    { trigger_label: 'x'.repeat(51) },
    { environments: { node: { image: 'has space' } } },
    { protected_paths: ['/absolute'] },
  ])('refuses %j', (given) => {
    expect(Settings.safeParse(given).success).toBe(false);
  });
});
