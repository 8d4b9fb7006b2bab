/** Pieces of a repository as text: the same commit and places give the same text. */
import { eachEntry } from './each-entry.ts';
import { gitIn, readGit } from './task-repository.ts';
import { isPlain, readFiles, type FileRead } from './read-files.ts';
import type { TaskRepository } from './git-environment.ts';
import type { Piece } from '../ports/repository-look.ts';

const MAX_LINE = 400;
const MAX_HIT = 200;
const MAX_LISTED = 200;
const MAX_LIST_BYTES = 16 * 1024 * 1024;
const TASKS_KEPT = 20;

type Files = ReadonlyMap<string, FileRead>;
type ShowPieces = (repository: TaskRepository, sha: string, pieces: readonly Piece[]) => Promise<readonly string[]>;

/** Keeps the last texts of each task, since every planning call shows the same ones. */
export function keepShown(): ShowPieces {
  const kept = new Map<string, { readonly of: string; readonly texts: Promise<readonly string[]> }>();
  return (repository, sha, pieces) => {
    const of = JSON.stringify([sha, pieces]);
    const last = kept.get(repository.gitDirectory);
    kept.delete(repository.gitDirectory);
    const texts = last?.of === of ? last.texts : showPieces(repository, sha, pieces);
    kept.set(repository.gitDirectory, { of, texts });
    texts.catch(() => kept.delete(repository.gitDirectory));
    const [oldest] = kept.keys();
    if (kept.size > TASKS_KEPT && oldest !== undefined) kept.delete(oldest);
    return texts;
  };
}

async function showPieces(
  repository: TaskRepository,
  sha: string,
  pieces: readonly Piece[],
): Promise<readonly string[]> {
  const files = await readFiles(repository, sha, pieces.flatMap(pathsOf));
  const texts: string[] = [];
  const lists = new Map<string, string>();
  // One by one, since each list walks all paths of its folder.
  for (const piece of pieces) {
    if (piece.is !== 'list') texts.push(textIn(piece, files));
    else {
      const key = `${piece.depth} ${piece.path}`;
      const text = lists.get(key) ?? (await listText(repository, sha, piece));
      lists.set(key, text);
      texts.push(text);
    }
  }
  return texts;
}

function pathsOf(piece: Piece): readonly string[] {
  if (piece.is === 'lines') return [piece.path];
  return piece.is === 'hits' ? piece.hits.map(({ path }) => path) : [];
}

export function textIn(piece: Extract<Piece, { readonly is: 'lines' | 'hits' }>, files: Files): string {
  if (piece.is === 'lines') {
    const { from, to } = piece;
    return linesOf(piece.path, files)
      .slice(from - 1, to)
      .map((line, index) => numbered(line, from + index))
      .join('\n');
  }
  const shown = piece.hits.flatMap(({ path, lines }) =>
    lines.map((line) => `${path}:${line}: ${cut((linesOf(path, files)[line - 1] ?? '').trim(), MAX_HIT)}`),
  );
  return [...shown, ...(piece.isCut ? ['… and more'] : [])].join('\n');
}

export function numbered(line: string, number: number): string {
  return `${number}\t${cut(line, MAX_LINE)}`;
}

function cut(line: string, most: number): string {
  return line.length <= most ? line : `${line.slice(0, most).toWellFormed()}…`;
}

function linesOf(path: string, files: Files): readonly string[] {
  const file = files.get(path);
  return file?.is === 'text' ? file.lines : [];
}

/** Files down to the requested depth; deeper ones are counted. '' if there is nothing. */
export async function listText(
  repository: TaskRepository,
  sha: string,
  { path, depth }: Pick<Extract<Piece, { readonly is: 'list' }>, 'path' | 'depth'>,
): Promise<string> {
  const below = path === '' ? '' : `${path}/`;
  if (path !== '' && !isPlain(path)) return '';
  const listed = new Map<string, number>();
  let left = 0;
  let last = '';
  const onStdout = eachEntry((file) => {
    if (file === null || !file.startsWith(below)) return;
    const name = upTo(file, below.length, depth);
    const files = listed.get(name);
    if (files !== undefined || listed.size < MAX_LISTED) listed.set(name, (files ?? 0) + 1);
    else if (name !== last) left += 1;
    last = name;
  });
  const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', sha, ...(path === '' ? [] : ['--', below])];
  const { exitCode, truncated } = await gitIn(repository, args, { maxOutputBytes: MAX_LIST_BYTES, onStdout });
  if (exitCode !== 0 && !truncated) return '';
  const all = [...listed].map(([name, files]) => (name.endsWith('/') ? `${name} (${files} files)` : name));
  return [...all, ...(left > 0 ? [`… and ${left} more`] : [])].join('\n');
}

/** The beginning of a path down to this depth below a folder; with a trailing slash if it continues. */
function upTo(path: string, from: number, depth: number): string {
  let at = from - 1;
  for (let level = 0; level < depth; level += 1) {
    at = path.indexOf('/', at + 1);
    if (at === -1) return path;
  }
  return path.slice(0, at + 1);
}

/** Every path of a commit, one by one. */
export async function eachPath(repository: TaskRepository, sha: string, take: (path: string) => void): Promise<void> {
  const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', sha];
  const onStdout = eachEntry((path) => {
    if (path !== null) take(path);
  });
  await readGit(repository, 'Listing the files of the repository', args, { onStdout });
}
