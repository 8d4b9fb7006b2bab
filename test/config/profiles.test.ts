import { describe, expect, it } from '@jest/globals';
import { modelsOf, movedSettings } from '../../src/config/chosen-profile.ts';
import { Settings } from '../../src/config/schema.ts';

const ONE = { tool: 'anthropic', model: 'claude-opus-5-5' };

describe('profiles (MODEL-5)', () => {
  it('there are balanced and fast; the first one counts, or the active one, or what a repository chose', () => {
    const settings = Settings.parse({});
    const first = (models: ReturnType<typeof modelsOf>) => models.categories['meta']?.candidates[0];
    expect(settings.models.profiles.map(({ name }) => name)).toEqual(['balanced', 'fast']);
    expect(first(modelsOf(settings))).toEqual({ tool: 'anthropic', model: 'claude-sonnet-5-5', weight: 40 });
    const fast = Settings.parse({ models: { active_profile: 'fast' } });
    expect([modelsOf(fast).profile, first(modelsOf(fast))?.model]).toEqual(['fast', 'claude-haiku-5-5']);
    expect(modelsOf(fast, 'balanced').profile).toBe('balanced');
  });

  it('a candidate that falls away cools down for two minutes, unless it is said otherwise', () => {
    const { categories } = modelsOf(
      Settings.parse({ models: { profiles: [{ name: 'own', categories: { meta: { candidates: [ONE] } } }] } }),
    );
    expect(categories).toEqual({ meta: { candidates: [{ ...ONE, weight: 1 }], fallback: true, cooldownMs: 120_000 } });
  });

  it('one that is not there is told with those that are', () => {
    const settings = Settings.parse({ models: { active_profile: 'slow' } });
    expect(() => modelsOf(settings)).toThrow('There is no profile "slow".');
    expect(() => modelsOf(Settings.parse({}), 'slow')).toThrow(
      expect.objectContaining({ advice: expect.stringContaining('balanced, fast') }),
    );
  });

  it('force wins over every profile, for every category', () => {
    const forced = Settings.parse({ models: { active_profile: 'fast', force: { enabled: true, ...ONE } } });
    expect(modelsOf(forced, 'balanced')).toEqual({
      profile: null,
      categories: { meta: { candidates: [{ ...ONE, weight: 1 }], fallback: false, cooldownMs: 0 } },
    });
    expect(modelsOf(Settings.parse({ models: { force: { enabled: false, ...ONE } } })).profile).toBe('balanced');
  });

  it.each([
    [{ name: 'claude-opus-5-5' }, 'anthropic', 'claude-opus-5-5', '"model.name"'],
    [{ provider: 'openai-chat' }, 'openai-chat', 'gpt-5.2', '"model.provider"'],
    [{ provider: 'openai-chat', name: 'qwen3' }, 'openai-chat', 'qwen3', '"model.provider" and "model.name"'],
  ])(
    'what was set before there were profiles still counts, and where it went is said: %j',
    (model, tool, name, said) => {
      const settings = Settings.parse({ model });
      expect(modelsOf(settings).categories['meta']?.candidates).toEqual([{ tool, model: name, weight: 1 }]);
      expect(movedSettings(settings)).toEqual([
        expect.stringContaining(
          `${said} has moved. It still counts, as if this was written: models: { force: { enabled: true, tool: ${tool}, model: "${name}" } }.`,
        ),
      ]);
    },
  );

  it('nothing is said where nothing moved, and what force replaces is said to be without use', () => {
    expect(movedSettings(Settings.parse({}))).toEqual([]);
    const both = Settings.parse({ model: { name: 'x' }, models: { force: { enabled: true, ...ONE } } });
    expect(movedSettings(both)).toEqual([expect.stringContaining('not used any more')]);
    expect(modelsOf(both).categories['meta']?.candidates[0]?.model).toBe(ONE.model);
  });
});
