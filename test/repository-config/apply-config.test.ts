/** Which of several sources wins, and what the operator caps (GH-9). */
import { describe, expect, it } from '@jest/globals';
import { Settings } from '../../src/config/schema.ts';
import { applyConfig, mergeConfigs, permittedBy } from '../../src/repository-config/apply-config.ts';

describe('the configuration of an organisation and of a repository (GH-9)', () => {
  it('are merged key by key, and the repository wins', () => {
    const organisation = {
      language: 'en',
      trigger_label: 'bot',
      budget: { usd: 5, tokens: 1_000 },
      network: { allow: ['a.example.com'] },
      reviewers: ['alice'],
    } as const;
    const repository = {
      language: 'ja',
      budget: { usd: 2 },
      network: { allow: ['b.example.com'] },
      reviewers: ['bob', 'team:core'],
    } as const;
    const own = (given: object) => structuredClone(given);
    expect(mergeConfigs([own(organisation), own(repository)])).toEqual({
      language: 'ja',
      trigger_label: 'bot',
      budget: { usd: 2, tokens: 1_000 },
      network: { allow: ['b.example.com'] },
      reviewers: ['bob', 'team:core'],
    });
    expect(mergeConfigs([])).toEqual({});
  });

  it('protect all paths of both, and an environment is one thing', () => {
    expect(
      mergeConfigs([
        { protected_paths: ['infra/**', 'a'], environment: { name: 'node', setup: ['npm ci'] } },
        { protected_paths: ['a', 'b'], environment: { name: 'python' } },
      ]),
    ).toEqual({ protected_paths: ['infra/**', 'a', 'b'], environment: { name: 'python' } });
  });
});

describe('the settings of the service under such a configuration (GH-9)', () => {
  const operator = Settings.parse({
    budget: { usd: 10, minutes: 60 },
    sandbox: { network: { allow: ['own.example.com'] } },
    protected_paths: ['.github/**'],
    allowed_bots: [1],
    repositories: { hosts: ['*.example.org'], images: ['ruby:3'], bots: [2] },
  });

  it('never spend more than the operator allows, and tell what was asked beyond it', () => {
    const { settings, lowered } = applyConfig(operator, { budget: { usd: 50, minutes: 5, tokens: 20_000_000 } });
    expect(settings.budget).toEqual({ ...operator.budget, usd: 10, minutes: 5, tokens: 20_000_000 });
    expect(lowered).toEqual(['budget.usd']);
  });

  it('keep every protected path, host and bot of the operator', () => {
    const { settings } = applyConfig(operator, {
      protected_paths: ['infra/**'],
      network: { allow: ['a.example.org'] },
      allowed_bots: [2],
    });
    expect(settings.protected_paths).toEqual(['.github/**', 'infra/**']);
    expect(settings.sandbox.network.allow).toEqual(['own.example.com', 'a.example.org']);
    expect(settings.allowed_bots).toEqual([1, 2]);
  });

  it('are as they were where nothing is said', () => {
    expect(applyConfig(operator, {})).toEqual({ settings: operator, lowered: [] });
    expect(applyConfig(operator, { language: 'ja', trigger_label: 'bot' }).settings).toEqual({
      ...operator,
      language: 'ja',
      trigger_label: 'bot',
    });
  });

  it('permit what the operator lists and has', () => {
    expect(permittedBy(operator)).toEqual({
      environments: ['base', 'node', 'python'],
      images: ['ruby:3', ...Object.values(operator.environments).map(({ image }) => image)],
      hosts: ['*.example.org', 'own.example.com'],
      networkMode: 'allowlist',
      bots: [2, 1],
      profiles: ['balanced', 'fast'],
    });
  });
});
