/** Defaults < file < environment (OPS-4). All mistakes are reported at once. */
import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { codeOf, Fault } from '../errors.ts';
import { movedSettings } from './chosen-profile.ts';
import { withoutEmpty, type Environment } from './environment.ts';
import { mistypedIn } from './mistyped.ts';
import { describeIssues } from './mistakes.ts';
import { readOverrides, type Override } from './overrides.ts';
import { MAX_ALIASES, MAX_YAML_BYTES as MAX_BYTES, MAX_YAML_DEPTH, MAX_YAML_PARTS, readYaml } from './read-yaml.ts';
import { Settings } from './schema.ts';
import { readService, SECRET_NAMES, type ServiceOptions } from './service-settings.ts';
import { childOf, isSection, settingTree, type SettingNode } from './setting-tree.ts';

export interface LoadedSettings {
  readonly settings: Settings;
  readonly service: ServiceOptions;
  /** Whole sentences for the operator, without secrets. */
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
      'Fix this and start again; docs/configuration.md describes every setting.',
    );
  }
  return {
    settings: settings.data,
    service,
    warnings: [...mistypedIn(given), ...warnings, ...movedSettings(settings.data)],
  };
}

function locate(path: readonly PropertyKey[], file: SettingsFile | null, overrides: readonly Override[]): string {
  const override = overrides.findLast((candidate) => candidate.path.every((key, index) => path[index] === key));
  if (override !== undefined) return `environment variable ${override.variable}`;
  const line = file?.lineOf(path) ?? null;
  const name = file?.name ?? 'planwright.yaml';
  return line === null ? name : `${name}, line ${line}`;
}

/** A section whose keys are all commented out is null in YAML, and means its defaults. */
function withoutEmptySections(content: unknown, node: SettingNode): unknown {
  if (!isPlain(content)) return content;
  const kept = Object.entries(content).flatMap(([key, value]): [string, unknown][] => {
    const child = childOf(node, key);
    if (child === null || !isSection(child)) return [[key, value]];
    return value === null ? [] : [[key, withoutEmptySections(value, child)]];
  });
  return Object.fromEntries(kept);
}

/** If the file has something else in place of a section, that stays and is reported. */
function withValue(settings: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (!isPlain(settings)) return settings;
  const inner = Object.hasOwn(settings, key) ? settings[key] : {};
  return { ...settings, [key]: withValue(inner, rest, value) };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const DEFAULT_NAME = 'planwright.yaml';

interface SettingsFile {
  /** The whole path if it was given explicitly; else the plain name. */
  readonly name: string;
  readonly content: unknown;
  /** The line of the key or value at this path, if known. */
  lineOf(path: readonly PropertyKey[]): number | null;
}

/** Empty if there is no file, or an unusable one, which is reported as a mistake. */
interface FileReading {
  readonly file: SettingsFile | null;
  readonly mistakes: readonly string[];
}

/** A file that was named must exist; the default one may be absent. */
function readSettingsFile(cwd: string, configPath: string | null): FileReading {
  const name = configPath ?? DEFAULT_NAME;
  const path = resolve(cwd, name);
  try {
    const { size } = statSync(path);
    if (size > MAX_BYTES)
      return mistaken(`${name}: the file has ${Math.ceil(size / 1024)} KB; at most ${MAX_BYTES / 1024} KB are read.`);
    return parseSettings(name, new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)));
  } catch (cause) {
    const code = codeOf(cause) ?? 'unknown reason';
    if (code === 'ENOENT' && configPath === null) return mistaken();
    if (code === 'ENOENT') return mistaken(`PLANWRIGHT_CONFIG names ${path}, but there is no such file.`);
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return mistaken(`${name}: the file is not UTF-8 text.`);
    return mistaken(`${name}: the file cannot be read (${code}).`);
  }
}

function parseSettings(name: string, source: string): FileReading {
  const { content, mistakes, placeOf } = readYaml(source);
  if (mistakes.length === 0)
    return { file: { name, content, lineOf: (path) => placeOf(path)?.line ?? null }, mistakes: [] };
  return mistaken(
    ...mistakes.map(({ code, line }) =>
      code === 'ALIASES'
        ? `${basename(name)}: it uses more aliases than ${MAX_ALIASES}, or aliases what is not there; write the values out.`
        : `${basename(name)}, line ${line}: ${WORDS[code] ?? invalid(code)}`,
    ),
  );
}

/** The parser's own message may quote the line, so it is replaced by text that contains no value. */
const WORDS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'this key is there twice; keep one of them.',
  MULTIPLE_DOCS: 'there is a second document after "---"; keep one.',
  TAG_RESOLVE_FAILED: 'tags ("!…") are not supported; write the plain value.',
  TAB_AS_INDENT: 'there is a tab in the indentation; use spaces.',
  NON_STRING_KEY: 'a key must be plain text.',
  TOO_COMPLEX: `the file is nested deeper than ${MAX_YAML_DEPTH} levels, or has more than ${MAX_YAML_PARTS} words and signs.`,
  MISSING_CHAR: 'this is not valid YAML: a closing quote, bracket or colon is missing.',
  BAD_INDENT: 'this is not valid YAML: the indentation does not fit the lines above, or a bracket is not closed.',
};

function invalid(code: string): string {
  return `this is not valid YAML (${code.toLowerCase().replaceAll('_', ' ')}).`;
}

function mistaken(...mistakes: readonly string[]): FileReading {
  return { file: null, mistakes };
}
