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

export type FileReading =
  | { readonly kind: 'read'; readonly file: SettingsFile }
  | { readonly kind: 'none' }
  | { readonly kind: 'mistaken'; readonly mistakes: readonly string[] };

/** A file that was named must be there; the default one may be absent. */
export function readSettingsFile(cwd: string, configPath: string | null): FileReading {
  const path = resolve(cwd, configPath ?? DEFAULT_NAME);
  const name = configPath ?? DEFAULT_NAME;
  try {
    const { size } = statSync(path);
    if (size > MAX_BYTES)
      return mistaken(`${name}: the file has ${Math.ceil(size / 1024)} KB; at most ${MAX_BYTES / 1024} KB are read.`);
    return parseSettings(name, new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)));
  } catch (cause) {
    const code = codeOf(cause);
    if (code === 'ENOENT') {
      return configPath === null
        ? { kind: 'none' }
        : mistaken(`PLANWRIGHT_CONFIG names ${path}, but there is no such file.`);
    }
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return mistaken(`${name}: the file is not UTF-8 text.`);
    return mistaken(`${name}: the file cannot be read (${code}).`);
  }
}

export function parseSettings(name: string, source: string): FileReading {
  const lines = new LineCounter();
  const document = parseDocument(source, {
    lineCounter: lines,
    schema: 'core',
    stringKeys: true,
    uniqueKeys: true,
    prettyErrors: false,
    logLevel: 'error',
  });
  const trouble = [...document.errors, ...document.warnings];
  if (trouble.length > 0) {
    return mistaken(
      ...trouble
        .slice(0, MAX_YAML_MISTAKES)
        .map((error) => `${basename(name)}, line ${lines.linePos(error.pos[0]).line}: ${sentence(error)}`),
    );
  }
  try {
    const content: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return { kind: 'read', file: { name, content, lineOf: (path) => lineIn(document, lines, path) } };
  } catch {
    return mistaken(
      `${basename(name)}: it uses more aliases than ${MAX_ALIASES}, or aliases what is not there; write the values out.`,
    );
  }
}

/** The parser's own words may quote the line; only what cannot hold a value is repeated. */
function sentence(error: { readonly code: string; readonly message: string }): string {
  switch (error.code) {
    case 'DUPLICATE_KEY':
      return 'this key is there twice; keep one of them.';
    case 'MULTIPLE_DOCS':
      return 'there is a second document after "---"; keep one.';
    case 'TAG_RESOLVE_FAILED':
      return 'tags ("!…") are not supported; write the plain value.';
    case 'TAB_AS_INDENT':
      return 'there is a tab in the indentation; use spaces.';
    case 'NON_STRING_KEY':
      return 'a key must be plain text.';
    case 'RESOURCE_EXHAUSTION':
      return 'it is nested too deeply.';
    case 'MISSING_CHAR':
      return 'this is not valid YAML: a closing quote, bracket or colon is missing.';
    case 'BAD_INDENT':
      return 'this is not valid YAML: the indentation does not fit the lines above, or a bracket is not closed.';
    default:
      return `this is not valid YAML (${error.code.toLowerCase().replaceAll('_', ' ')}).`;
  }
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
  return { kind: 'mistaken', mistakes };
}

function codeOf(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : 'unknown reason';
}
