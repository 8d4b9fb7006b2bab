import { Fault } from '../errors.ts';
import type { ChangeReading } from '../ports/repositories.ts';
import type { TaskRepository } from './git-environment.ts';
import { DIFF, diffTrees, parseRawDiff, RENAMES, type RawDiff, type RawEntry } from './read-diff.ts';
import { assertObjectId, commit, gitIn, resolveAll, START_REF, WORK_REF } from './task-repository.ts';

/** Everything that leaves this machine is inspected completely; a change above one of these limits is refused. */
const MAX_FILES = 20_000;
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_NAMED = 5;
const COUNT_TIMEOUT_MS = 120_000;
const SHOW_TIMEOUT_MS = 20_000;
const NOT_A_FILE = /^0+$/;
const SUBMODULE = '160000';
const COMPARING = 'Comparing the change with its base';
const TOO_LARGE: ChangeReading = { kind: 'too_large', places: [] };

/**
 * Compares trees, never histories: who committed what in the sandbox does not matter. `savedSha` is the commit that the
 * sandbox claims to have saved; null if it was verified before.
 */
export async function readChange(
  repository: TaskRepository,
  baseSha: string,
  savedSha: string | null,
): Promise<ChangeReading> {
  assertObjectId(baseSha);
  const names = [commit(WORK_REF), commit(START_REF), commit(baseSha)] as const;
  const [work, start, base] = await resolveAll(repository, names);
  if (work === null || (savedSha !== null && savedSha !== work)) return { kind: 'not_saved' };
  if (start === null || base === null) {
    throw new Fault(
      'git_failed',
      'The commit that the change is compared with is not here.',
      'Ask for a retry: it fetches the repository again.',
    );
  }
  if (await hasFarMoreFiles(repository, start, work)) return TOO_LARGE;
  const touched = await rawDiff(repository, ['--no-renames', start, work]);
  if (touched === null) return TOO_LARGE;
  const large = await largeFiles(repository, touched.entries);
  if (large.length > 0) return { kind: 'too_large', places: large };

  const range = [...RENAMES, await mergeBase(repository, baseSha, start), work];
  const files = await rawDiff(repository, range);
  if (files === null) return TOO_LARGE;
  return {
    kind: 'change',
    change: {
      savedSha: work,
      files: files.entries.map(({ path, oldPath, status }) => ({ path, oldPath, status })),
      touched: touched.entries.map(({ path, mode, versions }) => ({ path, versions, isSubmodule: mode === SUBMODULE })),
      ...files.totals,
    },
  };
}

/** The beginning of the diff as text for a model; nothing is decided by it. '' if it is unavailable. */
export async function showChange(repository: TaskRepository, baseSha: string, maxOutputBytes: number): Promise<string> {
  assertObjectId(baseSha);
  const [work] = await resolveAll(repository, [commit(WORK_REF)]);
  if (work === null) return '';
  const from = await mergeBase(repository, baseSha, work);
  const args = [...DIFF, ...RENAMES, from, work, '--'];
  const shown = await gitIn(repository, args, { maxOutputBytes, timeoutMs: SHOW_TIMEOUT_MS });
  const text = shown.stdout.toString('utf8');
  return shown.truncated || shown.timedOut
    ? `${text.slice(0, text.lastIndexOf('\n') + 1)}… the rest of the diff is left out.\n`
    : text;
}

/** Where the work branched from the base: later commits of the base are not part of the change. */
async function mergeBase(repository: TaskRepository, baseSha: string, start: string): Promise<string> {
  if (baseSha === start) return start;
  const found = await gitIn(repository, ['merge-base', baseSha, start]);
  return found.exitCode === 0 ? found.stdout.toString('utf8').trim() : baseSha;
}

/**
 * A few nested trees can expand into more files than any machine can hold, and a comparison holds them all. So they are
 * counted first, one by one.
 */
async function hasFarMoreFiles(repository: TaskRepository, start: string, work: string): Promise<boolean> {
  const before = await countFiles(repository, start, Infinity);
  return before === null || (await countFiles(repository, work, before + MAX_FILES)) === null;
}

/** Null if there are more, or they cannot be listed at all. */
async function countFiles(repository: TaskRepository, commit: string, most: number): Promise<number | null> {
  const enough = new AbortController();
  let count = 0;
  const onStdout = (chunk: Buffer): void => {
    for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, at + 1)) count += 1;
    if (count > most) enough.abort();
  };
  const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit];
  const how = { onStdout, signal: enough.signal, timeoutMs: COUNT_TIMEOUT_MS };
  const listed = await gitIn(repository, args, how).catch((error: unknown) => {
    if (enough.signal.aborted) return null;
    throw error;
  });
  return listed?.exitCode === 0 ? count : null;
}

async function rawDiff(repository: TaskRepository, args: readonly string[]): Promise<RawDiff | null> {
  const listed = await diffTrees(repository, COMPARING, ['--raw', '-z', '--no-abbrev', '--shortstat', ...args]);
  const diff = listed === null ? null : parseRawDiff(listed);
  return diff === null || diff.entries.length > MAX_FILES ? null : diff;
}

/** Checked before anything is unpacked into memory. */
async function largeFiles(repository: TaskRepository, entries: readonly RawEntry[]): Promise<readonly string[]> {
  const blobs = entries.filter(({ mode, objectId }) => mode !== SUBMODULE && !NOT_A_FILE.test(objectId));
  const found = await repository.objects.info(blobs.map(({ objectId }) => objectId));
  return blobs
    .map(({ path }, index) => ({ path, bytes: found[index]?.bytes ?? 0 }))
    .filter((file) => file.bytes > MAX_FILE_BYTES)
    .slice(0, MAX_NAMED)
    .map((file) => `${file.path} (${Math.round(file.bytes / 1024 / 1024)} MB)`);
}
