/** Where a tree has the names and texts that a request quotes, or that look like code in it. */
import { grepTree, type Hit } from './grep-tree.ts';
import { readFiles } from './read-files.ts';
import type { TaskRepository } from './git-environment.ts';
import type { NamedSymbol } from '../ports/repository-look.ts';

/** A word in more files than this is no place, unless somebody quoted it. */
const MOST_FILES = 20;
const MOST_QUOTED_FILES = 200;
/** Of one name. */
const MOST_PLACES = 4;
const MOST_LOOKED_AT = 12;

export interface SymbolPlace {
  readonly path: string;
  readonly line: number;
  /** It seems to be said there what it is. */
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
      const own = hits.filter(({ text }) => text === symbol.text);
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
  const looked = paths.toSorted((one, other) => one.length - other.length).slice(0, MOST_LOOKED_AT);
  const files = await readFiles(repository, sha, looked);
  // A line counts once, however often the name stands in it.
  const lines = new Map(hits.map((hit) => [`${hit.path}:${hit.line}`, hit]));
  const ranked = [...lines.values()].flatMap(({ path, line }) => {
    const file = files.get(path);
    return file?.is === 'text' ? [{ path, line, rank: rankOf(file.lines[line - 1] ?? '', text) }] : [];
  });
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MOST_PLACES)
    .map(({ path, line, rank }) => ({ path, line, isDefinition: rank < USED }));
}

const USED = 1_000;

/** Where only words stand before a name and what opens something behind it, it is defined; the less it is indented, the more. */
function rankOf(line: string, text: string): number {
  const at = line.indexOf(text);
  const before = line.slice(0, at);
  const after = line.slice(at + text.length).trimStart();
  const indent = /^\s*/.exec(line)?.[0].length ?? 0;
  const isDefinition =
    /^\s*(?:[\w*&<>[\],?]+\s+){0,6}[\w.:*&]*$/.test(before.slice(0, 200)) &&
    /^(?:[(<{=:]|$)/.test(after) &&
    before.trim() !== '';
  return (isDefinition ? 0 : USED) + Math.min(indent, 100);
}
