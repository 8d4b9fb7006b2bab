/**
 * Derives a task's settings from the files of an organisation and a repository (GH-9): the repository's keys win over
 * the organisation's, both over the service's, and nothing exceeds the operator's limits.
 */
import type { Settings } from '../config/schema.ts';
import type { Permitted } from './permitted.ts';
import type { RepositoryConfig } from './repository-schema.ts';

type Key = keyof RepositoryConfig;

const LIMITS = ['tokens', 'usd', 'minutes', 'model_calls'] as const;

export function permittedBy({ environments, models, repositories, sandbox, allowed_bots: bots }: Settings): Permitted {
  return {
    environments: Object.keys(environments),
    images: [...repositories.images, ...Object.values(environments).map(({ image }) => image)],
    hosts: [...repositories.hosts, ...sandbox.network.allow],
    networkMode: sandbox.network.mode,
    bots: [...repositories.bots, ...bots],
    profiles: models.profiles.map(({ name }) => name),
  };
}

/**
 * The weakest first. Sections are merged key by key; lists are replaced, except protected paths, which are added. An
 * environment is merged as a whole, since the set-up of one does not fit another.
 */
export function mergeConfigs(configs: readonly RepositoryConfig[]): RepositoryConfig {
  return configs.reduce<RepositoryConfig>((under, over) => {
    const paths = joined(under.protected_paths, over.protected_paths);
    return {
      ...under,
      ...over,
      ...mergedSection('models', under, over),
      ...mergedSection('budget', under, over),
      ...mergedSection('network', under, over),
      ...(paths.length === 0 ? {} : { protected_paths: paths }),
    };
  }, {});
}

function mergedSection<Section extends Key>(
  section: Section,
  under: RepositoryConfig,
  over: RepositoryConfig,
): Pick<RepositoryConfig, Section> | object {
  if (under[section] === undefined && over[section] === undefined) return {};
  return { [section]: { ...(under[section] as object | undefined), ...(over[section] as object | undefined) } };
}

interface Applied {
  readonly settings: Settings;
  /** Budget keys that exceed the operator's limit, which is used instead. */
  readonly lowered: readonly string[];
}

/** The keys that the service's settings have, too. */
export function applyConfig(settings: Settings, config: RepositoryConfig): Applied {
  const asked = LIMITS.flatMap((key) => {
    const amount = config.budget?.[key];
    return amount === undefined ? [] : [{ key, amount, most: settings.budget[key] }];
  });
  const budget = Object.fromEntries(asked.map(({ key, amount, most }) => [key, Math.min(amount, most)]));
  const { sandbox } = settings;
  const allow = joined(sandbox.network.allow, config.network?.allow);
  return {
    settings: {
      ...settings,
      language: config.language ?? settings.language,
      trigger_label: config.trigger_label ?? settings.trigger_label,
      budget: { ...settings.budget, ...budget },
      sandbox: { ...sandbox, network: { ...sandbox.network, allow } },
      protected_paths: joined(settings.protected_paths, config.protected_paths),
      allowed_bots: joined(settings.allowed_bots, config.allowed_bots),
    },
    lowered: asked.filter(({ amount, most }) => amount > most).map(({ key }) => `budget.${key}`),
  };
}

function joined<Entry>(one: readonly Entry[] = [], other: readonly Entry[] = []): Entry[] {
  return [...new Set([...one, ...other])];
}
