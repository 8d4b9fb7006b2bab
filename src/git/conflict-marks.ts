/** Conflict marks in files that the sandbox saved: none of them may be pushed (GH-7). */
import type { MarkPlace } from '../ports/base-merge.ts';
import { gitBroken } from './git-error.ts';
import { UNMERGED_REF } from './merge-base-branch.ts';
import type { TaskRepository } from './git-environment.ts';
import { assertObjectId, commit, gitIn, readGit, resolveAll, START_REF } from './task-repository.ts';

/** As git writes them, each followed by the name of its side. */
const MARK = '^(<{7,}|>{7,})( |$)';
/** As many as fit into the arguments of a process, whatever their length. */
const MAX_PATHS = 200;
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

/** A line that one of the two sides contained before is no mark, such as in a text about git or a fixture. */
export async function findConflictMarks(repository: TaskRepository, savedSha: string): Promise<readonly MarkPlace[]> {
  assertObjectId(savedSha);
  const [start, unmerged] = await resolveAll(repository, [commit(START_REF), commit(UNMERGED_REF)]);
  const sides = [start, unmerged].filter((side) => side !== null);
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--name-only', commit(START_REF), savedSha, '--'];
  const changed = (await readGit(repository, 'Looking for what is changed', args)).split('\0').filter(Boolean);
  const found = await grep(repository, savedSha, changed);
  if (found.length === 0) return [];
  const paths = [...new Set(found.map(({ path }) => path))];
  const known = new Set<string>();
  for (const side of sides) for (const one of await grep(repository, side, paths)) known.add(lineOf(one));
  return found.filter((one) => !known.has(lineOf(one))).map(({ path, line }) => ({ path, line }));
}

interface Found extends MarkPlace {
  readonly text: string;
}

function lineOf({ path, text }: Found): string {
  return `${path}\0${text}`;
}

/** Throws if the search fails, so that unsearched files do not count as resolved. */
async function grep(repository: TaskRepository, sha: string, paths: readonly string[]): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (let at = 0; at < paths.length; at += MAX_PATHS) {
    const some = paths.slice(at, at + MAX_PATHS);
    const args = ['grep', '-Inz', '--no-color', '--full-name', '--threads=2', '-E', '-e', MARK, sha, '--', ...some];
    const done = await gitIn(repository, args, {
      isPatient: true,
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    });
    const isCut = done.truncated && !done.timedOut;
    if (!isCut && done.exitCode !== 0 && done.exitCode !== 1) throw gitBroken('Looking for marks of a conflict', done);
    for (const line of done.stdout.toString('utf8').split('\n')) {
      const [name = '', number = '', text] = line.split('\0');
      if (text !== undefined) found.push({ path: name.slice(sha.length + 1), line: Number(number), text });
    }
  }
  return found;
}
