/** Pieces of a repository as text: the same commit and the same places give the same text. */
import { gitIn, readGit } from './task-repository.ts';
import { isPlain, readFiles, type FileRead } from './read-files.ts';
import type { TaskRepository } from './git-environment.ts';
import type { Piece } from '../ports/repository-look.ts';

const MAX_LINE = 400;
const MAX_HIT = 200;
const MAX_LISTED = 200;
const MAX_LIST_BYTES = 16 * 1024 * 1024;

type Files = ReadonlyMap<string, FileRead>;

export async function showPieces(
  repository: TaskRepository,
  sha: string,
  pieces: readonly Piece[],
): Promise<readonly string[]> {
  const files = await readFiles(repository, sha, pieces.flatMap(pathsOf));
  return Promise.all(
    pieces.map(async (piece) => (piece.is === 'list' ? listText(repository, sha, piece) : textIn(piece, files))),
  );
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

/** Files as deep as asked for; what is deeper is counted. '' where nothing is there. */
export async function listText(
  repository: TaskRepository,
  sha: string,
  { path, depth }: Pick<Extract<Piece, { readonly is: 'list' }>, 'path' | 'depth'>,
): Promise<string> {
  const below = path === '' ? '' : `${path}/`;
  if (path !== '' && !isPlain(path)) return '';
  const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', sha, ...(path === '' ? [] : ['--', below])];
  const { exitCode, truncated, stdout } = await gitIn(repository, args, { maxOutputBytes: MAX_LIST_BYTES });
  if (exitCode !== 0 && !truncated) return '';
  const counted = new Map<string, number>();
  for (const file of stdout.toString('utf8').split('\0')) {
    if (!file.startsWith(below) || file === '') continue;
    const parts = file.slice(below.length).split('/');
    const name = parts.length <= depth ? file : `${below}${parts.slice(0, depth).join('/')}/`;
    counted.set(name, (counted.get(name) ?? 0) + 1);
  }
  const all = [...counted].map(([name, files]) => (name.endsWith('/') ? `${name} (${files} files)` : name));
  const left = all.length - MAX_LISTED;
  return [...all.slice(0, MAX_LISTED), ...(left > 0 ? [`… and ${left} more`] : [])].join('\n');
}

/** Every path of a commit, one after the other. */
export async function eachPath(repository: TaskRepository, sha: string, take: (path: string) => void): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  const onStdout = (chunk: Buffer): void => {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = data.indexOf(0); end !== -1; end = data.indexOf(0, from)) {
      take(data.toString('utf8', from, end));
      from = end + 1;
    }
    rest = Buffer.from(data.subarray(from));
  };
  const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', sha];
  await readGit(repository, 'Listing the files of the repository', args, { onStdout });
}
