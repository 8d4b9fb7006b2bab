import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml';

const DEFAULT_NAME = 'planwright.yaml';
const MAX_BYTES = 256 * 1024;
const MAX_ALIASES = 100;
const MAX_YAML_MISTAKES = 5;

export interface SettingsFile {
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
export function readSettingsFile(cwd: string, configPath: string | null): FileReading {
  const name = configPath ?? DEFAULT_NAME;
  const path = resolve(cwd, name);
  try {
    const { size } = statSync(path);
    if (size > MAX_BYTES)
      return mistaken(`${name}: the file has ${Math.ceil(size / 1024)} KB; at most ${MAX_BYTES / 1024} KB are read.`);
    return parseSettings(name, new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)));
  } catch (cause) {
    const code = codeOf(cause);
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

function codeOf(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : 'unknown reason';
}
