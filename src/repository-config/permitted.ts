/**
 * What the operator permits repositories to set (GH-9, P18). Anything beyond is a mistake that people are told about,
 * since a task with silently reduced settings would fail for a hidden reason. Only budgets are lowered instead
 * (`apply-config.ts`).
 */
import type { ConfigProblem, Permitting } from './config-mistake.ts';
import type { RepositoryConfig } from './repository-schema.ts';

export interface Permitted {
  /** Names of the service's environments. */
  readonly environments: readonly string[];
  readonly images: readonly string[];
  /** Exact names, or `*.suffix`. */
  readonly hosts: readonly string[];
  readonly networkMode: 'none' | 'allowlist' | 'open';
  readonly bots: readonly number[];
  readonly profiles: readonly string[];
}

interface NotPermitted {
  readonly path: readonly (string | number)[];
  readonly problem: ConfigProblem;
}

export function notPermitted(config: RepositoryConfig, may: Permitted): readonly NotPermitted[] {
  const { environment, models, network, allowed_bots: bots = [] } = config;
  const { name, image } = environment ?? {};
  const hosts = network?.allow ?? [];
  return [
    ...(name !== undefined && image === undefined && !may.environments.includes(name)
      ? [refused(['environment', 'name'], 'environment', name, may.environments)]
      : []),
    ...(image !== undefined && name === undefined
      ? [{ path: ['environment', 'image'], problem: { is: 'image_without_name' } as const }]
      : []),
    ...(image !== undefined && !may.images.includes(image) ? [refused(['environment', 'image'], 'image', image)] : []),
    ...(models?.profile !== undefined && !may.profiles.includes(models.profile)
      ? [refused(['models', 'profile'], 'profile', models.profile, may.profiles)]
      : []),
    ...(hosts.length > 0 && may.networkMode === 'none' ? [refused(['network', 'allow'], 'no_network', '')] : []),
    ...hosts.flatMap((host, index) =>
      may.networkMode !== 'allowlist' || isHostPermitted(host, may.hosts)
        ? []
        : [refused(['network', 'allow', index], 'host', host)],
    ),
    ...bots.flatMap((id, index) =>
      may.bots.includes(id) ? [] : [refused(['allowed_bots', index], 'bot', String(id))],
    ),
  ];
}

/** `*.example.com` permits itself and every name below it, but not `example.com`. */
export function isHostPermitted(host: string, permitted: readonly string[]): boolean {
  const wanted = host.toLowerCase();
  return permitted.some((one) => {
    const pattern = one.toLowerCase();
    return wanted === pattern || (pattern.startsWith('*.') && wanted.endsWith(pattern.slice(1)));
  });
}

function refused(
  path: readonly (string | number)[],
  what: Permitting,
  given: string,
  known: readonly string[] = [],
): NotPermitted {
  return { path, problem: { is: 'not_permitted', what, given, known } };
}
