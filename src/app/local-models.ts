/**
 * The models for a task on this machine (MODEL-5): `--meta-model` comes before the Task YAML (its `runner.tooling`
 * before its `runner.meta`), and that before the settings. A Task YAML may be written for other machines, so models
 * that are unavailable here are reported and skipped.
 */
import { modelsOf } from '../config/chosen-profile.ts';
import { DEFAULT_MODELS, type Profile } from '../config/model-settings.ts';
import { Settings } from '../config/schema.ts';
import { choiceOf, TaskTooling, type AskedTool } from '../config/task-tooling.ts';
import { Fault } from '../errors.ts';
import { PROVIDER_VARIABLES, type ProviderName } from '../ports/model-provider.ts';
import { hasModel, isProvider, keyIn } from './providers.ts';
import type { LoadedSettings } from '../config/load.ts';
import type { Demands } from '../local/local-issues.ts';
import type { TaskSettings } from '../state/request.ts';

interface LocalModels {
  readonly loaded: LoadedSettings;
  /** For the task, whatever its repository says; null if nothing was requested. */
  readonly models: NonNullable<TaskSettings['models']> | null;
  /** Sentences about unavailable models. */
  readonly told: readonly string[];
}

const NO_CLIS = 'this version has no worker CLIs';
/** The profile defined in a Task YAML. */
const FROM_YAML = 'task-yaml';

export function chooseLocalModels(loaded: LoadedSettings, demands: Demands, metaModel: string | null): LocalModels {
  const { model, tooling } = demands;
  if (metaModel !== null) return forced(loaded, { ...model, name: metaModel });
  if (tooling !== undefined) return byTooling(loaded, TaskTooling.parse(tooling));
  return model === undefined ? { loaded, models: null, told: [] } : byMeta(loaded, model);
}

function forced(loaded: LoadedSettings, { provider, name }: NonNullable<Demands['model']>): LocalModels {
  const given = provider !== undefined && isProvider(provider) ? provider : null;
  const tool = given ?? loaded.settings.model.provider ?? (name === undefined ? 'openai-chat' : servedBy(name));
  const { model, models } = loaded.settings;
  return withSettings(loaded, {
    model: { ...model, provider: tool, name: name ?? DEFAULT_MODELS[tool] },
    models: { ...models, force: { ...models.force, enabled: false } },
  });
}

function byMeta(loaded: LoadedSettings, model: NonNullable<Demands['model']>): LocalModels {
  const { provider = servedBy(model.name ?? ''), name } = model;
  // If no other model is available, the missing key is the requested model's.
  if (isProvider(provider) && (keyIn(loaded.service, provider) !== null || !hasModel(loaded)))
    return forced(loaded, model);
  const why = isProvider(provider)
    ? `${PROVIDER_VARIABLES[provider].key} is not set, and ${NO_CLIS} that would do without`
    : NO_CLIS;
  return instead(loaded, `runner.meta: ${provider}${name === undefined ? '' : ` ${name}`} is not asked: ${why}.`);
}

function byTooling(loaded: LoadedSettings, tooling: TaskTooling): LocalModels {
  const { activeProfile, profiles, force } = tooling;
  // The operator's profiles may be named, too.
  if (activeProfile !== undefined && !force.enabled && profiles.every(({ id }) => id !== activeProfile))
    return withSettings(loaded, {
      model: { ...loaded.settings.model, provider: null, name: null },
      models: { ...loaded.settings.models, active_profile: activeProfile },
    });
  const isUsable = ({ tool }: AskedTool) => isProvider(tool) && keyIn(loaded.service, tool) !== null;
  const { categories, passedOver } = choiceOf(tooling, isUsable);
  const clis = passedOver.filter(({ tool }) => !isProvider(tool));
  const apis = passedOver.flatMap(({ tool, model }) => (isProvider(tool) ? [{ tool, model }] : []));
  const told = [
    ...(clis.length === 0 ? [] : [`runner.tooling: ${listed(clis)} passed over: ${NO_CLIS}.`]),
    ...apis.map(
      ({ tool, model }) =>
        `runner.tooling: ${tool} ${model} is passed over: ${PROVIDER_VARIABLES[tool].key} is not set.`,
    ),
  ];
  if (categories === null) return instead(loaded, ...told, 'runner.tooling: nobody in it can be asked here.');
  const { models, model } = loaded.settings;
  const profile: Profile = { name: FROM_YAML, categories };
  const chosen = withSettings(loaded, {
    model: { ...model, provider: null, name: null },
    models: {
      ...models,
      active_profile: FROM_YAML,
      profiles: [profile, ...models.profiles.filter(({ name }) => name !== FROM_YAML)].slice(0, 50),
      force: { ...models.force, enabled: false },
    },
  });
  return { ...chosen, told };
}

function listed(asked: readonly AskedTool[]): string {
  return `${asked.map(({ tool, model }) => `${tool} ${model}`).join(', ')} ${asked.length === 1 ? 'is' : 'are'}`;
}

function instead(loaded: LoadedSettings, ...told: readonly string[]): LocalModels {
  const { profile, categories } = modelsOf(loaded.settings);
  const one = categories['meta']?.candidates.length === 1 ? categories['meta'].candidates[0] : undefined;
  const who = one === undefined ? `the profile "${profile ?? ''}"` : `${one.tool} ${one.model}`;
  return { loaded, models: null, told: [...told, `Asked instead: ${who}, as the settings say.`] };
}

function withSettings(loaded: LoadedSettings, change: Partial<Pick<Settings, 'model' | 'models'>>): LocalModels {
  const wanted = Settings.safeParse({ ...loaded.settings, ...change });
  if (wanted.success) return { loaded: { ...loaded, settings: wanted.data }, models: modelsOf(wanted.data), told: [] };
  throw new Fault(
    'configuration',
    'This version cannot use the requested model.',
    'Leave --meta-model, runner.meta and runner.tooling away, or name another one; docs/configuration.md describes "models".',
  );
}

/** The seed has one API, and names its models. */
function servedBy(model: string): ProviderName {
  return model.startsWith('claude') ? 'anthropic' : 'openai-chat';
}
