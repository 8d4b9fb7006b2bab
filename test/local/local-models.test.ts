import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chooseLocalModels } from '../../src/app/local-models.ts';
import { loadSettings } from '../../src/config/load.ts';
import type { Demands } from '../../src/local/local-issues.ts';

describe('who is asked for a task on this machine (MODEL-5, OPS-3)', () => {
  let cwd: string;
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'pw-models-'));
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  interface How {
    readonly env?: Readonly<Record<string, string>>;
    readonly metaModel?: string | null;
  }
  const ANTHROPIC = { ANTHROPIC_API_KEY: 'sk-ant-of-a-test' };
  const OPENAI = { OPENAI_API_KEY: 'sk-of-a-test' };
  const chosen = (demands: Demands, { env = ANTHROPIC, metaModel = null }: How = {}) => {
    const { models, told, loaded } = chooseLocalModels(
      loadSettings({ env: { ...env, DATA_DIR: cwd }, cwd }),
      demands,
      metaModel,
    );
    return { told, profile: loaded.settings.models.active_profile, asked: models?.categories['meta']?.candidates };
  };
  const tooling = (tool: string) => ({
    profiles: [{ id: 'own', categories: { meta: { candidates: [{ tool, model: 'one' }] } } }],
  });

  it('is for the settings to say where nothing is asked for', () => {
    expect(chosen({})).toEqual({ told: [], profile: null, asked: undefined });
  });

  it('is --meta-model before the tooling, that before meta', () => {
    const model = { provider: 'anthropic', name: 'meta' };
    const all = { model, tooling: tooling('anthropic') };
    expect(chosen(all, { metaModel: 'best' }).asked).toEqual([{ tool: 'anthropic', model: 'best', weight: 1 }]);
    expect(chosen(all)).toMatchObject({ profile: 'task-yaml', asked: [{ tool: 'anthropic', model: 'one' }] });
    expect(chosen({ model }).asked).toEqual([{ tool: 'anthropic', model: 'meta', weight: 1 }]);
  });

  it('is served as the seed has it where only a model is named: by its one API, but for models of Anthropic', () => {
    const env = { ...ANTHROPIC, ...OPENAI };
    expect(chosen({}, { env, metaModel: 'gpt-5.2' }).asked).toMatchObject([{ tool: 'openai-chat' }]);
    expect(chosen({}, { env, metaModel: 'claude-opus-5' }).asked).toMatchObject([{ tool: 'anthropic' }]);
    expect(chosen({ model: { provider: 'openai-chat' } }, { env }).asked).toMatchObject([{ model: 'gpt-5.2' }]);
  });

  it('says by name whom it asks for in vain, and asks as the settings say', () => {
    const { told, asked } = chosen({ model: { provider: 'openai-chat', name: 'gpt-5.2' } });
    expect(asked).toBeUndefined();
    expect(told).toEqual([
      'runner.meta: openai-chat gpt-5.2 is not asked: OPENAI_API_KEY is not set, and this version has no worker CLIs that would do without.',
      'Asked instead: the profile "balanced", as the settings say.',
    ]);
    expect(chosen({ model: { provider: 'codex-cli' } }).told[0]).toBe(
      'runner.meta: codex-cli is not asked: this version has no worker CLIs.',
    );
    expect(chosen({ tooling: tooling('openai-chat') }).told[0]).toBe(
      'runner.tooling: openai-chat one is passed over: OPENAI_API_KEY is not set.',
    );
    expect(chosen({ tooling: tooling('gemini-cli') }).told).toEqual([
      'runner.tooling: gemini-cli one is passed over: this version has no worker CLIs.',
      'runner.tooling: nobody in it can be asked here.',
      'Asked instead: the profile "balanced", as the settings say.',
    ]);
  });

  it('leaves it to the missing key where nobody else could be asked either', () => {
    const model = { provider: 'openai-chat', name: 'gpt-5.2' };
    expect(chosen({ model }, { env: {} })).toMatchObject({ told: [], asked: [{ tool: 'openai-chat' }] });
  });

  it('may be a profile of the settings by its name, and none that is nowhere', () => {
    expect(chosen({ tooling: { activeProfile: 'fast' } })).toMatchObject({ profile: 'fast', told: [] });
    expect(() => chosen({ tooling: { activeProfile: 'none' } })).toThrow('There is no profile "none".');
  });
});
