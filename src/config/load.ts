/** Defaults < file < environment (OPS-4). Everything that is wrong anywhere is told at once. */
import { isDeepStrictEqual } from 'node:util';
import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import { codeOf, Fault } from '../errors.ts';
import { withoutEmpty, type Environment } from './environment.ts';
import { mistypedIn } from './mistyped.ts';
import { describeIssues, valueAt } from './mistakes.ts';
import { readOverrides, type Override } from './overrides.ts';
import { Settings } from './schema.ts';
import { readService, SECRET_NAMES, type ServiceOptions } from './service-settings.ts';
import { allSettings, childOf, isNotYetEffective, isSection, settingTree, type SettingNode } from './setting-tree.ts';

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
    warnings: [...mistypedIn(given), ...warnings, ...warningsFor(settings.data), ...serviceWarnings(service)],
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

const DEFAULT_NAME = 'planwright.yaml';
const MAX_BYTES = 256 * 1024;
const MAX_ALIASES = 100;
const MAX_YAML_MISTAKES = 5;

interface SettingsFile {
  /** The whole path when it was asked for by name, so that it can be found; else the plain name. */
  readonly name: string;
  readonly content: unknown;
  /** The line on which the key or value at this path stands, when it can be told. */
  lineOf(path: readonly PropertyKey[]): number | null;
}

/** No file where there is none, or where it cannot be used, which the mistakes say then. */
interface FileReading {
  readonly file: SettingsFile | null;
  readonly mistakes: readonly string[];
}

/** A file that was named must be there; the default one may be absent. */
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
  const lines = new LineCounter();
  const document = parseDocument(source, {
    lineCounter: lines,
    schema: 'core',
    stringKeys: true,
    uniqueKeys: true,
    prettyErrors: false,
    logLevel: 'error',
  });
  const errors = [...document.errors, ...document.warnings].slice(0, MAX_YAML_MISTAKES);
  if (errors.length > 0)
    return mistaken(
      ...errors.map(
        ({ code, pos }) => `${basename(name)}, line ${lines.linePos(pos[0]).line}: ${WORDS[code] ?? invalid(code)}`,
      ),
    );
  try {
    const content: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return { file: { name, content, lineOf: (path) => lineIn(document, lines, path) }, mistakes: [] };
  } catch {
    return mistaken(
      `${basename(name)}: it uses more aliases than ${MAX_ALIASES}, or aliases what is not there; ` +
        'write the values out.',
    );
  }
}

/** The parser's own words may quote the line; only what cannot hold a value is repeated. */
const WORDS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'this key is there twice; keep one of them.',
  MULTIPLE_DOCS: 'there is a second document after "---"; keep one.',
  TAG_RESOLVE_FAILED: 'tags ("!…") are not supported; write the plain value.',
  TAB_AS_INDENT: 'there is a tab in the indentation; use spaces.',
  NON_STRING_KEY: 'a key must be plain text.',
  RESOURCE_EXHAUSTION: 'it is nested too deeply.',
  MISSING_CHAR: 'this is not valid YAML: a closing quote, bracket or colon is missing.',
  BAD_INDENT: 'this is not valid YAML: the indentation does not fit the lines above, or a bracket is not closed.',
};

function invalid(code: string): string {
  return `this is not valid YAML (${code.toLowerCase().replaceAll('_', ' ')}).`;
}

function lineIn(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number | null {
  const parent = path.length < 2 ? document.contents : document.getIn(path.slice(0, -1), true);
  const key = path.at(-1);
  const pair = isMap(parent) ? parent.items.find((item) => isScalar(item.key) && item.key.value === key) : undefined;
  const node = isScalar(pair?.key) ? pair.key : document.getIn(path, true);
  const offset = (node as { readonly range?: readonly number[] | null } | undefined)?.range?.[0];
  return offset === undefined ? null : lines.linePos(offset).line;
}

function mistaken(...mistakes: readonly string[]): FileReading {
  return { file: null, mistakes };
}
