/** Defaults < file < environment (OPS-4). Everything that is wrong anywhere is told at once. */
import { Fault } from '../errors.ts';
import { withoutEmpty, type Environment } from './environment.ts';
import { describeIssues } from './mistakes.ts';
import { serviceWarnings, warningsFor } from './not-yet-effective.ts';
import { readOverrides, type Override } from './overrides.ts';
import { Settings } from './schema.ts';
import { SECRET_NAMES } from './service-names.ts';
import { readService, type ServiceOptions } from './service-settings.ts';
import { childOf, isSection, settingTree, type SettingNode } from './setting-tree.ts';
import { readSettingsFile, type SettingsFile } from './settings-file.ts';

export interface LoadedSettings {
  readonly settings: Settings;
  readonly service: ServiceOptions;
  /** Whole sentences for the operator; nothing in them is secret. */
  readonly warnings: readonly string[];
}

type Plain = Record<string, unknown>;

/** Throws `Fault('configuration')` whose message lists every mistake on a line of its own. */
export function loadSettings({ env, cwd }: { readonly env: Environment; readonly cwd: string }): LoadedSettings {
  const given = withoutEmpty(env);
  const service = readService(env, cwd);
  const reading = readSettingsFile(cwd, given['PLANWRIGHT_CONFIG'] ?? null);
  const { overrides, mistakes: overrideMistakes, warnings } = readOverrides(env);
  const file = reading.kind === 'read' ? reading.file : null;

  const written = isPlain(file?.content) ? sectionsOf(file.content, settingTree) : (file?.content ?? {});
  const merged = isPlain(written) ? overrides.reduce(applied, written) : written;
  const settings = Settings.safeParse(merged);

  const mistakes = [
    ...(reading.kind === 'mistaken' ? reading.mistakes : []),
    ...(settings.success
      ? []
      : describeIssues(settings.error.issues, merged, {
          locate: (path) => locate(path, file, overrides),
          secrets: SECRET_NAMES.flatMap((name) => given[name] ?? []),
        })),
    ...overrideMistakes,
    ...(service.kind === 'mistaken' ? service.mistakes : []),
  ];
  if (!settings.success || service.kind === 'mistaken' || mistakes.length > 0) throw mistaken(mistakes);
  return {
    settings: settings.data,
    service: service.service,
    warnings: [...warnings, ...warningsFor(settings.data), ...serviceWarnings(service.service)],
  };
}

function mistaken(mistakes: readonly string[]): Fault {
  const count = mistakes.length === 1 ? 'There is a mistake' : `There are ${mistakes.length} mistakes`;
  return new Fault(
    'configuration',
    `${count} in the settings:\n${mistakes.map((mistake) => `- ${mistake}`).join('\n')}`,
    'Put this right and start again; docs/configuration.md describes every setting.',
  );
}

function locate(path: readonly PropertyKey[], file: SettingsFile | null, overrides: readonly Override[]): string {
  const override = overrides.findLast((candidate) => candidate.path.every((key, index) => path[index] === key));
  if (override !== undefined) return `environment variable ${override.variable}`;
  const line = file?.lineOf(path) ?? null;
  const name = file?.name ?? 'planwright.yaml';
  return line === null ? name : `${name}, line ${line}`;
}

/** A section whose keys are all commented out reads as null in YAML, and means its defaults. */
function sectionsOf(content: Plain, node: SettingNode): Plain {
  return Object.fromEntries(
    Object.entries(content).flatMap(([key, value]): [string, unknown][] => {
      const child = childOf(node, key);
      if (child === null || !isSection(child)) return [[key, value]];
      if (value === null) return [];
      return [[key, isPlain(value) ? sectionsOf(value, child) : value]];
    }),
  );
}

/** Where the file has something other than a section, that stays, to be reported. */
function applied(settings: Plain, { path, value }: Override): Plain {
  const [key, ...rest] = path;
  if (key === undefined) return settings;
  if (rest.length === 0) return { ...settings, [key]: value };
  const inner = Object.hasOwn(settings, key) ? settings[key] : {};
  return isPlain(inner) ? { ...settings, [key]: applied(inner, { variable: '', path: rest, value }) } : settings;
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
