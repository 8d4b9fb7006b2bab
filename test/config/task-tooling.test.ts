import { describe, expect, it } from '@jest/globals';
import { choiceOf, TaskTooling } from '../../src/config/task-tooling.ts';
import { readTaskYaml } from '../../src/config/read-task-yaml.ts';

/** In the seed's form. */
const SEED = {
  activeProfile: 'balanced',
  profiles: [
    {
      id: 'balanced',
      name: 'Balanced',
      categories: {
        meta: {
          strategy: 'weighted',
          fallbackOnRateLimit: true,
          cooldownSec: 120,
          candidates: [
            { tool: 'codex-cli', model: 'gpt-5.2', weight: 40, cliPath: '/bin/codex', flags: ['-q'], env: { A: 'b' } },
            { tool: 'claude-code', model: 'claude-sonnet-4-5-20250929', weight: 30 },
            { tool: 'openai-chat', model: 'gpt-5.2', weight: 10 },
          ],
        },
        worker: { candidates: [{ tool: 'codex-cli', model: 'gpt-5.2-codex', weight: 60 }] },
      },
    },
  ],
  force: { enabled: false, tool: '', model: '' },
};
const apis = ({ tool }: { readonly tool: string }) => tool === 'openai-chat' || tool === 'anthropic';
const chosen = (tooling: unknown, isUsable = apis) => choiceOf(TaskTooling.parse(tooling), isUsable);
const meta = (...tools: readonly string[]) => ({ candidates: tools.map((tool) => ({ tool, model: `m-${tool}` })) });

describe('runner.tooling of a Task YAML (MODEL-5, OPS-3)', () => {
  it('is read as the seed writes it: what can be asked stays, and what cannot is named, each once', () => {
    const { categories, passedOver } = chosen(SEED);
    expect(categories).toEqual({
      meta: {
        strategy: 'weighted',
        candidates: [{ tool: 'openai-chat', model: 'gpt-5.2', weight: 10 }],
        fallback_on_rate_limit: true,
        cooldown_sec: 120,
      },
    });
    expect(passedOver).toEqual([
      { tool: 'codex-cli', model: 'gpt-5.2' },
      { tool: 'claude-code', model: 'claude-sonnet-4-5-20250929' },
      { tool: 'codex-cli', model: 'gpt-5.2-codex' },
    ]);
  });

  it('has the defaults of the seed, and falls back to meta where a category has nobody', () => {
    const categories = { meta: meta('anthropic'), plan: meta('codex-cli'), task: meta('openai-chat') };
    const { categories: found } = chosen({
      profiles: [
        { id: 'one', categories },
        { id: 'two', categories: {} },
      ],
    });
    expect(Object.keys(found ?? {})).toEqual(['meta', 'task']);
    expect(found?.meta).toMatchObject({ cooldown_sec: 120, fallback_on_rate_limit: true, candidates: [{ weight: 1 }] });
    const { categories: without } = chosen({ profiles: [{ id: 'one', categories: { plan: meta('anthropic') } }] });
    expect(without?.meta.candidates).toEqual([{ tool: 'anthropic', model: 'm-anthropic', weight: 1 }]);
  });

  it('has nobody to ask where nothing but agent CLIs is named, or no key is there', () => {
    expect(chosen({ profiles: [{ id: 'one', categories: { meta: meta('gemini-cli') } }] }).categories).toBeNull();
    expect(chosen(SEED, () => false).categories).toBeNull();
    expect(chosen({}).categories).toBeNull();
  });

  it('goes by force before all profiles, where it is whole', () => {
    const force = { enabled: true, tool: 'anthropic', model: 'claude-opus-5' };
    expect(chosen({ ...SEED, force })).toEqual({
      categories: {
        meta: {
          strategy: 'weighted',
          candidates: [{ tool: 'anthropic', model: 'claude-opus-5', weight: 1 }],
          fallback_on_rate_limit: false,
          cooldown_sec: 120,
        },
      },
      passedOver: [],
    });
    expect(chosen({ ...SEED, force: { ...force, enabled: false } })).toEqual(chosen(SEED));
    expect(chosen({ ...SEED, force: { ...force, model: '' } }).passedOver).toHaveLength(3);
  });

  it('names what is wrong in it by its place, with what was probably meant', () => {
    const yaml = (tooling: unknown) =>
      JSON.stringify({ version: 1, task: { prd: { text: 'x' } }, runner: { tooling } });
    const mistake = (tooling: unknown) => () => readTaskYaml(yaml(tooling));
    expect(mistake({ profiles: [{ id: 'a', categories: { metta: {} } }] })).toThrow('Did you mean "meta"?');
    expect(mistake({ profiles: [{ id: 'a', categories: { meta: { candidates: [] } } }] })).toThrow('candidates');
    const odd = { ...meta('gpt') };
    expect(mistake({ profiles: [{ id: 'a', categories: { meta: odd } }] })).toThrow('expected anthropic, openai-chat');
    expect(mistake({ profiles: [{ id: '-', categories: {} }] })).toThrow('runner.tooling.profiles.0.id');
  });
});
