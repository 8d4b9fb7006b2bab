/** Reads files of a commit from git objects: no link is followed, and no path leads out of the tree. */
import { readGit } from './task-repository.ts';
import type { TaskRepository } from './git-environment.ts';
import type { WhyLeftOut } from '../ports/repository-look.ts';

export type FileRead = { readonly is: 'text'; readonly lines: readonly string[] } | NoText;
interface NoText {
  readonly is: Extract<WhyLeftOut, 'missing' | 'binary' | 'lfs' | 'link' | 'submodule' | 'folder' | 'large'>;
}

interface Entry {
  readonly path: string;
  readonly mode: string;
  readonly objectId: string;
  readonly bytes: number;
}

const MAX_FILE_BYTES = 512 * 1024;
/** Real texts of half a megabyte have fewer lines; millions of lines cost more than their bytes. */
const MAX_LINES = 50_000;
const MAX_ALL_BYTES = 16 * 1024 * 1024;
const MAX_PATHS = 400;
const LONGEST_PATH = 4096;
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
const NOT_REGULAR: Readonly<Record<string, NoText['is']>> = {
  '040000': 'folder',
  '120000': 'link',
  '160000': 'submodule',
};

/** By path, in the order asked for; files above the limit are `large`. */
export async function readFiles(
  repository: TaskRepository,
  sha: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, FileRead>> {
  const asked = [...new Set(paths)].slice(0, MAX_PATHS);
  const entries = new Map((await entriesAt(repository, sha, asked)).map((entry) => [entry.path, entry]));
  const files = new Map<string, FileRead>();
  const wanted: Entry[] = [];
  let room = MAX_ALL_BYTES;
  for (const path of asked) {
    const entry = entries.get(path);
    const other = entry === undefined ? 'missing' : NOT_REGULAR[entry.mode];
    if (entry === undefined || other !== undefined) files.set(path, { is: other ?? 'missing' });
    else if (entry.bytes > Math.min(room, MAX_FILE_BYTES)) files.set(path, { is: 'large' });
    else {
      room -= entry.bytes;
      wanted.push(entry);
    }
  }
  for (const [index, content] of (await repository.objects.contents(wanted.map(({ objectId }) => objectId))).entries())
    files.set(wanted[index]?.path ?? '', textOf(content));
  return files;
}

/** The entries at these paths; missing ones are left out. */
async function entriesAt(repository: TaskRepository, sha: string, paths: readonly string[]): Promise<readonly Entry[]> {
  // Git would take other paths for places outside the tree, or for all of it.
  const plain = paths.filter((path) => isPlain(path));
  if (plain.length === 0) return [];
  const found = await entriesIn(repository, sha, plain);
  const known = new Set(found.map(({ path }) => path));
  const others = plain.filter((path) => !known.has(path));
  // A folder is not reported beside its content.
  return others.length === 0 || others.length === plain.length
    ? found
    : [...found, ...(await entriesIn(repository, sha, others))];
}

async function entriesIn(repository: TaskRepository, sha: string, paths: readonly string[]): Promise<readonly Entry[]> {
  const args = ['ls-tree', '-l', '-z', '--full-tree', sha, '--', ...paths];
  return parseEntries(await readGit(repository, 'Reading the files of the repository', args));
}

/** A path that git and the kernel accept inside a tree. */
export function isPlain(path: string): boolean {
  return (
    path !== '' &&
    path.length <= LONGEST_PATH &&
    !path.includes('\0') &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

/** The output of `ls-tree -l -z`. */
function parseEntries(listed: string): readonly Entry[] {
  return listed
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const tab = entry.indexOf('\t');
      const [mode = '', , objectId = '', bytes = ''] = entry.slice(0, tab).split(/ +/);
      return { path: entry.slice(tab + 1), mode, objectId, bytes: Number(bytes) || 0 };
    });
}

function textOf(content: Buffer): FileRead {
  if (content.includes(0)) return { is: 'binary' };
  const text = content.toString('utf8');
  if (text.startsWith(LFS_POINTER)) return { is: 'lfs' };
  const lines = text.split(/\r?\n/, MAX_LINES + 2);
  if (lines.at(-1) === '') lines.pop();
  if (lines.length > MAX_LINES) return { is: 'large' };
  return { is: 'text', lines };
}
