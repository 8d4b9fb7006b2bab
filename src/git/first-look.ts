/**
 * Selects what planning sees of a repository without asking a model (PLAN-2): the places and files that the request
 * names and the head of the README; or all of a small repository if the request names nothing.
 */
import { findSymbols } from './find-symbols.ts';
import { createNearPaths } from './near-paths.ts';
import { readFiles, type FileRead } from './read-files.ts';
import { createResolver } from './resolve-names.ts';
import { weightOf } from '../ports/token-weight.ts';
import { Shelf, type Range } from './shelf.ts';
import { eachPath } from './shown-pieces.ts';
import type { TaskRepository } from './git-environment.ts';
import {
  BUILT,
  CHANGE_LOG,
  TEST_FILE,
  type FirstLook,
  type LeftOut,
  type Names,
  type Piece,
} from '../ports/repository-look.ts';

export interface FirstLookWish {
  readonly names: Names;
  /** As in the snapshot: all of them, or as many as are needed. */
  readonly files: readonly string[];
  readonly fileCount: number;
  /** Files that planning is shown anyway. */
  readonly shown: readonly string[];
}

/** 16,000 tokens of paths and text, with this limit for text. */
const ROOM = 64_000;
const TEXT_ROOM = 40_000;
const MOST_PATHS = 2_000;
/** With more files, showing everything is not considered. */
const MOST_WHOLE = 200;
const README = { from: 1, to: 60 };
const README_WEIGHT = 4_000;
/** A file of at most this many lines is shown whole if a place in it is named. */
const SMALL_FILE = 60;
const NAMED_FILE = 300;
/** Of a long test file that is named as a whole, this shows how tests are written; the rest is read during the work. */
const NAMED_TESTS = 60;
/** Old entries of a changelog do not matter for a plan; the newest show how entries are written. */
const NEWEST_ENTRIES = 40;
/** A request that names a built file is about leaving it alone or rebuilding it, and its sources should be read. */
const HEAD_OF_BUILT = 10;
const AROUND_LINE = 30;
const AROUND_DEFINITION = { before: 6, after: 34 };
const AROUND_USE = 6;

interface Place {
  readonly path: string;
  readonly range: (lines: number) => Range;
  /** Where something that the request is about is defined, not merely used, demonstrated or tested. */
  readonly isSource: boolean;
}

const DOCUMENT = /\.(?:md|markdown|mdx|rst|adoc|txt)$/i;
const SHOWS_HOW = /(?:^|\/)(?:examples?|demos?|samples?|benchmarks?|docs?)\//i;

export async function lookFirst(repository: TaskRepository, sha: string, wish: FirstLookWish): Promise<FirstLook> {
  const { names, files, fileCount, shown } = wish;
  const resolver = createResolver(names);
  const each = async (take: (path: string) => void): Promise<void> => {
    if (files.length === fileCount) files.forEach(take);
    else await eachPath(repository, sha, take);
  };
  await each(resolver.take);
  const symbols = await findSymbols(repository, sha, names.symbols);
  const places: readonly Place[] = [
    ...resolver.files().map(({ path, line }) => ({ path, range: rangeNamed(path, line), isSource: isSource(path) })),
    ...symbols
      .filter(({ path }) => !shown.includes(path))
      .map(({ path, line, isDefinition }) => ({
        path,
        range: around(line, isDefinition ? AROUND_DEFINITION : { before: AROUND_USE, after: AROUND_USE }),
        isSource: isDefinition && isSource(path) && !DOCUMENT.test(path),
      })),
  ];
  const readme = resolver.readme();
  const texts = await readFiles(repository, sha, [
    ...(readme === null ? [] : [readme]),
    ...places.map(({ path }) => path),
  ]);
  const shelf = new Shelf(TEXT_ROOM);
  const left: LeftOut[] = [];
  const head = readme === null ? undefined : texts.get(readme);
  if (readme !== null && head?.is === 'text') putReadme(shelf, readme, head.lines);
  for (const place of places) left.push(...putPlace(shelf, place, texts.get(place.path)));
  const folders = resolver.folders();
  const showsAllNamed = left.every(({ why }) => why !== 'no_room' && why !== 'large');
  const onShelf = pathsOn(shelf);
  const leadsIntoIt = showsAllNamed && places.some(({ path, isSource: leads }) => leads && onShelf.has(path));
  const whole = !leadsIntoIt && fileCount <= MOST_WHOLE && files.length === fileCount;
  const rest = files.filter((path) => !shown.includes(path));
  const isWhole = whole && (await putRest(repository, sha, { shelf, left, paths: rest }));
  if (whole && !isWhole) {
    const sources = rest.filter((path) => isSource(path) && !BUILT.test(path) && !CHANGE_LOG.test(path));
    await putRest(repository, sha, { shelf, left, paths: sources });
  }
  const near = createNearPaths({
    found: [...places.map(({ path }) => path), ...folders.map((path) => `${path}/`)],
    words: names.words,
  });
  const listed = fileCount <= MOST_PATHS && files.reduce((sum, path) => sum + weightOf(path) + 1, 0);
  const hasAllPaths = listed !== false && files.length === fileCount && listed <= ROOM - TEXT_ROOM + shelf.room;
  if (!hasAllPaths) await each(near.take);
  return {
    pieces: shelf.pieces(),
    leftOut: distinct(left),
    ...(hasAllPaths ? {} : near.chosen()),
    namesSomething: places.length + folders.length > 0,
    showsAllNamed: left.every(({ why }) => why !== 'no_room' && why !== 'large'),
    isWhole,
  };
}

function isSource(path: string): boolean {
  return !TEST_FILE.test(path) && !SHOWS_HOW.test(path);
}

function pathsOn(shelf: Shelf): ReadonlySet<string> {
  return new Set(shelf.pieces().flatMap((piece) => (piece.is === 'lines' ? [piece.path] : [])));
}

function rangeNamed(path: string, line: number | null): Place['range'] {
  if (line !== null) return around(line, { before: AROUND_LINE, after: AROUND_LINE });
  const isLong = (lines: number) => TEST_FILE.test(path) && lines > 2 * NAMED_TESTS;
  return (lines) => ({ from: 1, to: isLong(lines) ? NAMED_TESTS : lines });
}

function around(line: number, { before, after }: { readonly before: number; readonly after: number }): Place['range'] {
  return (lines) =>
    lines <= SMALL_FILE
      ? { from: 1, to: lines }
      : { from: Math.max(1, line - before), to: Math.min(lines, line + after) };
}

function putReadme(shelf: Shelf, path: string, lines: readonly string[]): void {
  let weight = 0;
  const to = lines.slice(0, README.to).findIndex((line) => (weight += weightOf(line) + 1) > README_WEIGHT);
  shelf.put(path, lines, { from: 1, to: to === -1 ? README.to : Math.max(1, to) });
}

/** Returns what of it is not shown. */
function putPlace(shelf: Shelf, { path, range }: Place, file: FileRead | undefined): readonly LeftOut[] {
  if (file === undefined) return [];
  if (file.is !== 'text') return [{ what: path, why: file.is }];
  const { lines } = file;
  const named = range(lines.length);
  const { from } = named;
  const to = from === 1 ? Math.min(named.to, mostOf(path)) : named.to;
  const isAll = shelf.putBeginning(path, lines, { from, to: Math.min(to, from + NAMED_FILE - 1) });
  return isAll && to < from + NAMED_FILE ? [] : [{ what: path, why: 'no_room' }];
}

/** For a file that is named as a whole. */
function mostOf(path: string): number {
  if (BUILT.test(path)) return HEAD_OF_BUILT;
  return CHANGE_LOG.test(path) ? NEWEST_ENTRIES : Infinity;
}

interface Rest {
  readonly shelf: Shelf;
  readonly left: LeftOut[];
  readonly paths: readonly string[];
}

/** Everything that is left, or nothing of it; returns whether all texts are shown now. */
async function putRest(repository: TaskRepository, sha: string, { shelf, left, paths }: Rest): Promise<boolean> {
  const texts = await readFiles(repository, sha, paths);
  const trial = new Shelf(shelf.room);
  const already = new Map(wholeFiles(shelf.pieces()));
  const others = [...texts].filter(([path, file]) => file.is === 'text' && already.get(path) !== file.lines.length);
  if ([...texts.values()].some(({ is }) => is === 'large')) return false;
  for (const [path, file] of others)
    if (file.is !== 'text' || !trial.put(path, file.lines, { from: 1, to: file.lines.length })) return false;
  for (const [path, file] of others)
    if (file.is === 'text') shelf.put(path, file.lines, { from: 1, to: file.lines.length });
  for (const [path, file] of texts)
    if (file.is !== 'text' && file.is !== 'large') left.push({ what: path, why: file.is });
  return true;
}

function wholeFiles(pieces: readonly Piece[]): readonly (readonly [string, number])[] {
  return pieces.flatMap((piece) =>
    piece.is === 'lines' && piece.from === 1 && piece.to === piece.of ? [[piece.path, piece.of] as const] : [],
  );
}

const MOST_LEFT_OUT = 40;

function distinct(left: readonly LeftOut[]): readonly LeftOut[] {
  return [...new Map(left.map((one) => [`${one.what}:${one.why}`, one])).values()].slice(0, MOST_LEFT_OUT);
}
