/** Defaults < file < environment (OPS-4). Everything that is wrong anywhere is told at once. */
import { isDeepStrictEqual } from 'node:util';
import { Fault } from '../errors.ts';
import { withoutEmpty, type Environment } from './environment.ts';
import { describeIssues, valueAt } from './mistakes.ts';
import { readOverrides, type Override } from './overrides.ts';
import { Settings } from './schema.ts';
import { readService, SECRET_NAMES, type ServiceOptions } from './service-settings.ts';
import { allSettings, childOf, isNotYetEffective, isSection, settingTree, type SettingNode } from './setting-tree.ts';
import { readSettingsFile, type SettingsFile } from './settings-file.ts';

export interface LoadedSettings {
  readonly settings: Settings;
  readonly service: ServiceOptions;
  /** Whole sentences for the operator; nothing in them is secret. */
  readonly warnings: readonly string[];
}

/** Throws `Fault('configuration')` whose message lists every mistake on a line of its own. */
export function loadSettings({ env, cwd }: { readonly env: Environment; readonly cwd: string }): LoadedSettings {
  const given = withoutEmpty(env);
  const { service, mistakes: serviceMistakes } = readService(env, cwd);
  const { file, mistakes: fileMistakes } = readSettingsFile(cwd, given['PLANWRIGHT_CONFIG'] ?? null);
  const { overrides, mistakes: overrideMistakes, warnings } = readOverrides(given);

  const merged = overrides.reduce<unknown>(
    (settings, { path, value }) => withValue(settings, path, value),
    withoutEmptySections(file?.content ?? {}, settingTree),
  );
  const settings = Settings.safeParse(merged);
  const settingMistakes = describeIssues(settings.error?.issues ?? [], merged, {
    locate: (path) => locate(path, file, overrides),
    secrets: SECRET_NAMES.flatMap((name) => given[name] ?? []),
  });

  const mistakes = [...fileMistakes, ...settingMistakes, ...overrideMistakes, ...serviceMistakes];
  if (!settings.success || service === null || mistakes.length > 0) {
    const count = mistakes.length === 1 ? 'There is a mistake' : `There are ${mistakes.length} mistakes`;
    throw new Fault(
      'configuration',
      `${count} in the settings:\n${mistakes.map((mistake) => `- ${mistake}`).join('\n')}`,
      'Put this right and start again; docs/configuration.md describes every setting.',
    );
  }
  return {
    settings: settings.data,
    service,
    warnings: [...warnings, ...warningsFor(settings.data), ...serviceWarnings(service)],
  };
}

/** One sentence for each value that was set and does nothing, so that nobody relies on it. */
export function warningsFor(settings: Settings): readonly string[] {
  return allSettings
    .filter(
      ([path, node]) => isNotYetEffective(path) && !isDeepStrictEqual(valueAt(settings, path.split('.')), node.default),
    )
    .map(([path]) => `The setting "${path}" is accepted, but has no effect in this version.`);
}

function serviceWarnings({ publicUrl }: ServiceOptions): readonly string[] {
  return publicUrl === null
    ? []
    : ['The variable PUBLIC_URL is accepted, but has no effect in this version: there are no pages to link to yet.'];
}

function locate(path: readonly PropertyKey[], file: SettingsFile | null, overrides: readonly Override[]): string {
  const override = overrides.findLast((candidate) => candidate.path.every((key, index) => path[index] === key));
  if (override !== undefined) return `environment variable ${override.variable}`;
  const line = file?.lineOf(path) ?? null;
  const name = file?.name ?? 'planwright.yaml';
  return line === null ? name : `${name}, line ${line}`;
}

/** A section whose keys are all commented out reads as null in YAML, and means its defaults. */
function withoutEmptySections(content: unknown, node: SettingNode): unknown {
  if (!isPlain(content)) return content;
  const kept = Object.entries(content).flatMap(([key, value]): [string, unknown][] => {
    const child = childOf(node, key);
    if (child === null || !isSection(child)) return [[key, value]];
    return value === null ? [] : [[key, withoutEmptySections(value, child)]];
  });
  return Object.fromEntries(kept);
}

/** Where the file has something other than a section, that stays, to be reported. */
function withValue(settings: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (!isPlain(settings)) return settings;
  const inner = Object.hasOwn(settings, key) ? settings[key] : {};
  return { ...settings, [key]: withValue(inner, rest, value) };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
