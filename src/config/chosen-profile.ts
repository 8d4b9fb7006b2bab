/** The candidates for a task, from the settings (MODEL-5). */
import { Fault } from '../errors.ts';
import { DEFAULT_MODELS, type Category } from './model-settings.ts';
import type { Settings } from './schema.ts';

interface Models {
  /** Null: one model is set for everything. */
  readonly profile: string | null;
  readonly categories: Record<string, ReturnType<typeof kept>>;
}

/** As they are when a task begins. `asked`: the profile that its repository chose. */
export function modelsOf({ model, models }: Pick<Settings, 'model' | 'models'>, asked: string | null = null): Models {
  const forced = forcedIn({ model, models });
  if (forced !== null)
    return {
      profile: null,
      categories: { meta: { candidates: [{ ...forced, weight: 1 }], fallback: false, cooldownMs: 0 } },
    };
  const wanted = asked ?? models.active_profile;
  const profile = wanted === null ? models.profiles[0] : models.profiles.find(({ name }) => name === wanted);
  if (profile === undefined)
    throw new Fault(
      'configuration',
      `There is no profile "${wanted ?? ''}".`,
      `Choose one of models.profiles in the settings: ${models.profiles.map(({ name }) => name).join(', ')}.`,
    );
  const categories = Object.entries(profile.categories).flatMap(([name, one]) =>
    one === undefined ? [] : [[name, kept(one)] as const],
  );
  return { profile: profile.name, categories: Object.fromEntries(categories) };
}

function forcedIn({ model: { provider, name }, models: { force } }: Pick<Settings, 'model' | 'models'>) {
  if (force.enabled) return { tool: force.tool, model: force.model };
  if (provider === null && name === null) return null;
  const tool = provider ?? 'anthropic';
  return { tool, model: name ?? DEFAULT_MODELS[tool] };
}

function kept({ candidates, fallback_on_rate_limit: fallback, cooldown_sec: cooldownSec }: Category) {
  return { candidates, fallback, cooldownMs: cooldownSec * 1_000 };
}

/** Warnings for operators who still set the variables from before profiles. */
export function movedSettings({ model, models }: Settings): readonly string[] {
  if (model.provider === null && model.name === null) return [];
  const set = (['provider', 'name'] as const).filter((key) => model[key] !== null).map((key) => `"model.${key}"`);
  const said = set.join(' and ');
  if (models.force.enabled) return [`${said} is not used any more, since "models.force" is set: take it out.`];
  const forced = forcedIn({ model, models });
  return [
    `${said} has moved. It still counts, as if this was written: models: { force: { enabled: true, tool: ${forced?.tool}, ` +
      `model: ${JSON.stringify(forced?.model)} } }. Write that instead, or choose a profile (models.active_profile).`,
  ];
}
