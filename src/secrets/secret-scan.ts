import { createValueFinder } from './find-values.ts';
import { PRIVATE_KEY_HEADER, TOKEN_PATTERNS } from './token-patterns.ts';

export interface SecretFinding {
  readonly path: string;
  readonly line: number;
  /** What it looks like, never the value. */
  readonly kind: string;
}

type Place = Pick<SecretFinding, 'path' | 'line'>;

/** Accepts text in pieces of any size and searches it block by block: a bounded step each time. */
export interface SecretSearch {
  /** The following text is a separate line; consecutive lines of a file are read together. */
  startLine(path: string, line: number): void;
  /** A piece of the current line, in UTF-8. */
  append(piece: Uint8Array): void;
  /** Searches the rest, and returns at most a hundred places. */
  end(): readonly SecretFinding[];
}

/** What follows the header of a real private key. */
const KEY_MATERIAL = /[A-Za-z0-9+/]{40}|Proc-Type|DEK-Info/g;
const INVISIBLE = /[\0\p{Default_Ignorable_Code_Point}]/gu;

const SHAPES = TOKEN_PATTERNS.flatMap(({ inChanges = {} }) => Object.entries(inChanges));

const BLOCK_BYTES = 32 * 1024;
/** The overlap of two blocks: more than any pattern needs. */
const OVERLAP_BYTES = 4 * 1024;
/** The longest disguise of one character, such as `\\u{000041}`. */
const DISGUISED_BYTES = 12;
const MAX_FINDINGS = 100;
const LINE_END = Buffer.from('\n');

/** Searches for secrets: by their form, and for known values also in disguise. */
export function createSecretSearch(knownValues: readonly string[] = []): SecretSearch {
  const known = createValueFinder(knownValues);
  const overlap = Math.max(OVERLAP_BYTES, known.longest() * DISGUISED_BYTES + 1);
  const block = Buffer.allocUnsafe(overlap + BLOCK_BYTES);
  const findings = new Map<string, SecretFinding>();
  let filled = 0;
  /** Bytes at the beginning repeated from the previous block. */
  let carried = 0;
  /** Lines are numbered continuously; each run of consecutive lines of a file records where it begins. */
  let firstLine = 0;
  let lastLine = -1;
  let runs: { readonly from: number; readonly place: Place }[] = [];

  function append(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) {
      const some = piece.subarray(at, at + block.length - filled);
      block.set(some, filled);
      filled += some.length;
      at += some.length;
      if (filled === block.length) lookThrough(false);
    }
  }

  function lookThrough(isLast: boolean): void {
    const text = block.toString('utf8', 0, filled).replace(INVISIBLE, '');
    const note = (kind: string, from: number, length: number): void => {
      // A match cut at its beginning was complete in the previous block; one cut at its end will be in the next.
      if (carried > 0 && from === 0) return;
      if (!isLast && from + length === text.length && length < overlap / 2) return;
      if (findings.size >= MAX_FINDINGS) return;
      const place = placeOf(firstLine + lineEndsBefore(text, from));
      findings.set(`${kind}\0${place.line}\0${place.path}`, { ...place, kind });
    };
    for (const [kind, shape] of SHAPES) {
      for (const found of text.matchAll(shape)) if (isVaried(found[0])) note(kind, found.index, found[0].length);
    }
    for (const from of privateKeysIn(text)) note('private key', from, 0);
    for (const { start } of known.find(text)) note('secret of this service', start, 0);
    carry();
  }

  function carry(): void {
    const kept = Math.min(overlap, filled);
    firstLine += lineEndsBefore(block.toString('latin1', 0, filled - kept));
    const current = runs.findLastIndex((run) => run.from <= firstLine);
    runs = runs.slice(Math.max(current, 0));
    block.copyWithin(0, filled - kept, filled);
    filled = kept;
    carried = kept;
  }

  function placeOf(line: number): Place {
    const run = runs.findLast(({ from }) => from <= line);
    return run === undefined ? { path: '', line: 0 } : { path: run.place.path, line: run.place.line + line - run.from };
  }

  let previous: Place | null = null;
  return {
    append,
    startLine(path, line) {
      const follows = previous?.path === path && previous.line + 1 === line;
      // An empty line separates what does not belong together.
      const ends = previous === null ? 0 : follows ? 1 : 2;
      for (let end = 0; end < ends; end += 1) append(LINE_END);
      lastLine += previous === null ? 1 : ends;
      if (!follows) runs.push({ from: lastLine, place: { path, line } });
      previous = { path, line };
    },
    end() {
      lookThrough(true);
      return [...findings.values()];
    },
  };
}

/** For little text: these lines, each with its place. */
export function scanForSecrets(
  lines: readonly (Place & { readonly text: string })[],
  knownValues: readonly string[] = [],
): readonly SecretFinding[] {
  const search = createSecretSearch(knownValues);
  for (const { path, line, text } of lines) {
    search.startLine(path, line);
    search.append(Buffer.from(text, 'utf8'));
  }
  return search.end();
}

/**
 * The header alone occurs in every program that reads keys: it counts only if key material follows, there or in the
 * next line.
 */
function privateKeysIn(text: string): readonly number[] {
  const material = Array.from(text.matchAll(KEY_MATERIAL), ({ index }) => index);
  let next = 0;
  return [...text.matchAll(PRIVATE_KEY_HEADER)].flatMap(({ index, 0: header }) => {
    const after = index + header.length;
    while ((material[next] ?? Infinity) < after) next += 1;
    return (material[next] ?? Infinity) < endOfLine(text, endOfLine(text, after) + 1) ? [index] : [];
  });
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at;
}

/** `ghp_xxxxxxxx…` in a document is a placeholder. */
function isVaried(found: string): boolean {
  return new Set(found.slice(-12)).size > 1;
}

function lineEndsBefore(text: string, end = text.length): number {
  let found = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) found += 1;
  return found;
}
