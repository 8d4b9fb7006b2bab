/** The settings of the service as a task keeps them. */
import { Fault } from '../errors.ts';
import type { LoadedSettings } from './load.ts';
import type { TaskSettings } from '../task/request.ts';

type Settings = LoadedSettings['settings'];

/** Fixed when the task begins. */
export function taskSettings(settings: Settings, botSlug: string): TaskSettings {
  const { budget } = settings;
  return {
    language: settings.language,
    triggerLabel: settings.trigger_label,
    budget: { tokens: budget.tokens, usd: budget.usd, minutes: budget.minutes, modelCalls: budget.model_calls },
    maxSubtasks: settings.planning.max_subtasks,
    environments: Object.keys(settings.environments),
    commandTimeoutMs: settings.sandbox.command_timeout_sec * 1_000,
    outageMs: settings.github.outage_hours * 3_600_000,
    protectedPaths: settings.protected_paths,
    botSlug,
  };
}

export function imageOf(environments: Settings['environments'], name: string): string {
  const environment = environments[name];
  if (environment) return environment.image;
  throw new Fault('configuration', `There is no environment "${name}" any more.`, 'Add it to the settings again, or start the task anew.');
}
