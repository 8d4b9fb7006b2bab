/** Finds the names and texts in a tree that a request quotes, or that look like code in it. */
import { grepTree, type Hit } from './grep-tree.ts';
import { readFiles } from './read-files.ts';
import type { TaskRepository } from './git-environment.ts';
import { BUILT, CHANGE_LOG, type NamedSymbol } from '../ports/repository-look.ts';

/** A word in more files than this is too common, unless it was quoted. */
const MOST_FILES = 20;
const MOST_QUOTED_FILES = 200;
/** Per name. */
const MOST_PLACES = 4;
const MOST_LOOKED_AT = 12;

export interface SymbolPlace {
  readonly path: string;
  readonly line: number;
  /** The place seems to define it. */
  readonly isDefinition: boolean;
}

export async function findSymbols(
  repository: TaskRepository,
  sha: string,
  symbols: readonly NamedSymbol[],
): Promise<readonly SymbolPlace[]> {
  const words = symbols.filter(({ text }) => /^\w+$/.test(text));
  const texts = symbols.filter(({ text }) => !/^\w+$/.test(text));
  const places: SymbolPlace[] = [];
  for (const [group, isWord] of [[words, true] as const, [texts, false] as const]) {
    if (group.length === 0) continue;
    const patterns = group.map(({ text }) => text);
    const { hits } = await grepTree(repository, sha, { patterns, as: 'text', isWord, onlyMatch: true });
    for (const symbol of group) {
      const own = hits.filter(({ path, text }) => text === symbol.text && !CHANGE_LOG.test(path) && !BUILT.test(path));
      places.push(...(await placesOf(repository, sha, symbol, own)));
    }
  }
  return places;
}

async function placesOf(
  repository: TaskRepository,
  sha: string,
  { text, isQuoted }: NamedSymbol,
  hits: readonly Hit[],
): Promise<readonly SymbolPlace[]> {
  const paths = [...new Set(hits.map(({ path }) => path))];
  if (paths.length === 0 || paths.length > (isQuoted ? MOST_QUOTED_FILES : MOST_FILES)) return [];
  const looked = paths
    .toSorted((one, other) => Number(isNamed(other, text)) - Number(isNamed(one, text)) || one.length - other.length)
    .slice(0, MOST_LOOKED_AT);
  const files = await readFiles(repository, sha, looked);
  // A line counts once, however often it contains the name.
  const lines = new Map(hits.map((hit) => [`${hit.path}:${hit.line}`, hit]));
  const ranked = [...lines.values()].flatMap(({ path, line }) => {
    const file = files.get(path);
    if (file?.is !== 'text') return [];
    const written = file.lines[line - 1] ?? '';
    return [{ path, line, written, of: file.lines.length, rank: rankOf(written, text) }];
  });
  return spread(withoutCopies(ranked).toSorted((one, other) => one.rank - other.rank))
    .slice(0, MOST_PLACES)
    .map(({ path, line, rank }) => ({ path, line, isDefinition: rank < USED }));
}

/** The same line in another file is a copy. A bundle is longer than its sources, so the shortest file counts. */
function withoutCopies<Found extends { readonly path: string; readonly written: string; readonly of: number }>(
  found: readonly Found[],
): readonly Found[] {
  const home = new Map<string, Found>();
  for (const one of found) {
    const known = home.get(one.written);
    if (known === undefined || one.of < known.of) home.set(one.written, one);
  }
  return found.filter((one) => home.get(one.written)?.path === one.path);
}

/** Definitions first; then one use per file before further uses, so that a long changelog leaves room for code. */
function spread<Found extends { readonly path: string; readonly rank: number }>(
  ranked: readonly Found[],
): readonly Found[] {
  const uses = new Map<string, number>();
  const turns = ranked.map((one) => {
    if (one.rank < USED) return { one, turn: -1 };
    const turn = uses.get(one.path) ?? 0;
    uses.set(one.path, turn + 1);
    return { one, turn };
  });
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ one }) => one);
}

const USED = 1_000;

/** A file named like the text comes before files that are merely short. */
function isNamed(path: string, text: string): boolean {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '') === text;
}

/** As in `module.exports = function name(`: the assignment defines the name. */
const ASSIGNED = /^[\w.$ ]{1,100}=\s*(?:async\s+)?(?:function\*?|class)\s+$/;
/** As in `it.name(`: a use of something that exists. */
const CALLED = /^\s*[\w.]+\.$/;
/** As in `var name = require(…)`: it is defined elsewhere. */
const IMPORTED = /^=\s*(?:await\s+)?(?:require|import)\s*\(/;

/**
 * A name is defined where only words precede it and an opening bracket or the like follows; less indentation ranks
 * higher.
 */
function rankOf(line: string, text: string): number {
  const at = line.indexOf(text);
  const before = line.slice(0, at);
  const after = line.slice(at + text.length).trimStart();
  const indent = /^\s*/.exec(line)?.[0].length ?? 0;
  const isDefinition =
    (/^\s*(?:[\w*&<>[\],?]+\s+){0,6}[\w.:*&]*$/.test(before.slice(0, 200)) || ASSIGNED.test(before.slice(0, 200))) &&
    /^(?:[(<{=:]|$)/.test(after) &&
    !(after.startsWith('(') && CALLED.test(before)) &&
    !IMPORTED.test(after) &&
    before.trim() !== '';
  return (isDefinition ? 0 : USED) + Math.min(indent, 100);
}
