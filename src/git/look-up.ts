/** Reads what a model asks to see of a repository (MODEL-2), within the available room. */
import { grepTree } from './grep-tree.ts';
import { isPlain, readFiles, type FileRead } from './read-files.ts';
import { Shelf } from './shelf.ts';
import { listText, textIn } from './shown-pieces.ts';
import { commit, resolveAll, WORK_REF } from './task-repository.ts';
import type { TaskRepository } from './git-environment.ts';
import type { Found, LeftOut, Piece, Wanted } from '../ports/repository-look.ts';

/** 6,000 tokens per answer. */
const ROOM = 24_000;
const MOST_OF_A_KIND = 10;
const MOST_LINES = 400;
const MOST_HITS = 40;
const MOST_IN_A_FILE = 8;
const DEEPEST = 20;
/** After this many slow searches no more are started for an answer; each may take all processors for ten seconds. */
const MOST_SLOW = 2;

export async function lookUp(repository: TaskRepository, sha: string, wanted: Wanted): Promise<Found> {
  const shelf = new Shelf(ROOM);
  const pieces: Piece[] = [];
  const leftOut: LeftOut[] = [];
  await read(repository, sha, wanted.read.slice(0, MOST_OF_A_KIND), { shelf, leftOut });
  for (const asked of wanted.search.slice(0, MOST_OF_A_KIND)) {
    const isLate = leftOut.filter(({ why }) => why === 'too_slow').length >= MOST_SLOW;
    const found = isLate ? whyNot(asked, 'too_slow') : await search(repository, sha, asked, shelf);
    if ('why' in found) leftOut.push(found);
    else pieces.push(found);
  }
  for (const { path: written, depth = 1 } of wanted.list.slice(0, MOST_OF_A_KIND)) {
    const piece = {
      is: 'list',
      path: tidy(written),
      depth: Math.min(Math.max(1, Math.floor(depth)), DEEPEST),
    } as const;
    const text = await listText(repository, sha, piece);
    if (text === '') leftOut.push({ what: written, why: 'missing' });
    else if (shelf.take(text)) pieces.push(piece);
    else leftOut.push({ what: written, why: 'no_room' });
  }
  const tooMany = [
    ...wanted.read.slice(MOST_OF_A_KIND).map(({ path }) => path),
    ...wanted.search.slice(MOST_OF_A_KIND).map(({ pattern }) => pattern),
    ...wanted.list.slice(MOST_OF_A_KIND).map(({ path }) => path),
  ];
  leftOut.push(...tooMany.slice(0, MOST_OF_A_KIND).map((what) => ({ what, why: 'no_room' as const })));
  return { pieces: [...shelf.pieces(), ...pieces], leftOut };
}

interface Onto {
  readonly shelf: Shelf;
  readonly leftOut: LeftOut[];
}

async function read(
  repository: TaskRepository,
  sha: string,
  asked: Wanted['read'],
  { shelf, leftOut }: Onto,
): Promise<void> {
  const files = await readFiles(
    repository,
    sha,
    asked.map(({ path }) => tidy(path)),
  );
  for (const { path: written, start_line: from = 1, end_line: end } of asked) {
    const path = tidy(written);
    const file = files.get(path) ?? { is: 'missing' };
    if (file.is !== 'text') {
      leftOut.push({ what: written, why: file.is });
      continue;
    }
    const to = Math.min(end ?? file.lines.length, file.lines.length);
    if (from > file.lines.length) leftOut.push({ what: `${written}:${from}`, why: 'missing' });
    else if (
      !shelf.putBeginning(path, file.lines, { from, to: Math.min(to, from + MOST_LINES - 1) }) ||
      to >= from + MOST_LINES
    )
      leftOut.push({ what: `${written}:${from}-${to}`, why: 'no_room' });
  }
}

type Asked = Wanted['search'][number];

function whyNot({ pattern, glob }: Asked, why: LeftOut['why']): LeftOut {
  return { what: glob === undefined ? pattern : `${pattern} in ${glob}`, why };
}

async function search(repository: TaskRepository, sha: string, asked: Asked, shelf: Shelf): Promise<Piece | LeftOut> {
  const { pattern, glob } = asked;
  // Git's extended expressions have no \d.
  const posix = pattern.replaceAll(String.raw`\d`, '[0-9]');
  let found = await grepTree(repository, sha, { patterns: [posix], as: 'pattern', glob });
  if (found.ended === 'refused') found = await grepTree(repository, sha, { patterns: [pattern], as: 'text', glob });
  if (found.ended === 'refused') return whyNot(asked, 'not_a_pattern');
  if (found.hits.length === 0) return whyNot(asked, found.ended === 'too_slow' ? 'too_slow' : 'no_match');
  const byFile = new Map<string, number[]>();
  let left = MOST_HITS;
  for (const { path, line } of found.hits) {
    const lines = byFile.get(path) ?? [];
    if (left === 0 || lines.length === MOST_IN_A_FILE) continue;
    byFile.set(path, [...lines, line]);
    left -= 1;
  }
  const hits = [...byFile].map(([path, lines]) => ({ path, lines }));
  const shown = MOST_HITS - left;
  const isCut = shown < found.hits.length || found.ended !== 'whole';
  const piece = { is: 'hits', pattern, ...(glob === undefined ? {} : { glob }), hits, isCut } as const;
  const files = await readFiles(
    repository,
    sha,
    hits.map(({ path }) => path),
  );
  return shelf.take(textIn(piece, files)) ? piece : whyNot(asked, 'no_room');
}

function tidy(path: string): string {
  const plain = path.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '');
  return plain === '.' ? '' : plain;
}

/** The lines of files as the sandbox saved them last; null if there is no such text file. */
export async function readAtEnd(
  repository: TaskRepository,
  paths: readonly string[],
): Promise<Readonly<Record<string, readonly string[] | null>>> {
  const plain = paths.filter(isPlain);
  const [work] = await resolveAll(repository, [commit(WORK_REF)]);
  const files: ReadonlyMap<string, FileRead> = work === null ? new Map() : await readFiles(repository, work, plain);
  return Object.fromEntries(
    plain.map((path) => {
      const file = files.get(path);
      return [path, file?.is === 'text' ? file.lines : null];
    }),
  );
}

/** The number of lines of files in one of these commits; null if there is no such file. */
export async function countLines(
  repository: TaskRepository,
  commits: readonly string[],
  paths: readonly string[],
): Promise<Readonly<Record<string, number | null>>> {
  const plain = paths.filter(isPlain);
  const counted: Record<string, number | null> = Object.fromEntries(plain.map((path) => [path, null]));
  for (const sha of commits)
    for (const [path, file] of await readFiles(repository, sha, plain)) {
      const lines = file.is === 'text' ? file.lines.length : file.is === 'missing' ? null : Number.MAX_SAFE_INTEGER;
      if (lines !== null) counted[path] = Math.max(counted[path] ?? 0, lines);
    }
  return counted;
}
