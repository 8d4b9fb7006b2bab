import { Fault } from '../errors.ts';
import type { ChangeReading } from '../ports/repositories.ts';
import { gitBroken } from './git-error.ts';
import type { GitHost } from './git-environment.ts';
import { parseRawDiff, parseShortStat, type RawEntry } from './parse-diff.ts';
import { runGit } from './run-git.ts';
import { START_REF, WORK_REF, assertObjectId, resolveCommit } from './task-repository.ts';

export interface ChangeRequest {
  readonly gitDirectory: string;
  readonly baseSha: string;
  /** What the sandbox says it saved; null when that was made sure of before. */
  readonly savedSha: string | null;
}

/** What leaves this machine is looked through as a whole: what exceeds one of these is refused. */
const MAX_NAME_BYTES = 4 * 1024 * 1024;
const MAX_FILES = 20_000;
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_NAMED = 5;
const DIFF_TIMEOUT_MS = 120_000;
const NOT_A_FILE = /^0+$/;
const SUBMODULE = '160000';
/** Beyond this many files, renames are told as one file gone and one added: comparing all with all takes for ever. */
const RENAMES = ['-M', '-l400'];

/**
 * Compares trees, never histories: what was committed in the sandbox, by whom and on top of what, is of no
 * interest.
 */
export async function readChange(
  host: GitHost,
  { gitDirectory, baseSha, savedSha }: ChangeRequest,
): Promise<ChangeReading> {
  assertObjectId(baseSha);
  const work = await resolveCommit(host, gitDirectory, WORK_REF);
  if (work === null || (savedSha !== null && savedSha !== work)) return { kind: 'not_saved' };
  const start = await resolveCommit(host, gitDirectory, START_REF);
  if (start === null || (await resolveCommit(host, gitDirectory, baseSha)) === null) {
    throw new Fault(
      'git_failed',
      'The commit that the change is compared with is not here.',
      'Ask for a retry: it fetches the repository again.',
    );
  }
  if (await hasFarMoreFiles(host, gitDirectory, { start, work })) return { kind: 'too_large', places: [] };
  const touched = await rawDiff(host, gitDirectory, ['--no-renames', start, work]);
  if (touched === null) return { kind: 'too_large', places: [] };
  const large = await largeFiles(host, gitDirectory, touched);
  if (large.length > 0) return { kind: 'too_large', places: large };

  const from = await mergeBase(host, gitDirectory, baseSha, start);
  const files = await rawDiff(host, gitDirectory, [...RENAMES, from, work]);
  const totals = await diff(host, gitDirectory, ['--shortstat', ...RENAMES, from, work]);
  if (files === null || totals === null) return { kind: 'too_large', places: [] };
  return {
    kind: 'change',
    change: {
      savedSha: work,
      files: files.map(({ path, oldPath, status }) => ({ path, oldPath, status })),
      touched: touched.map(({ path, mode }) => ({ path, isSubmodule: mode === SUBMODULE })),
      ...parseShortStat(totals),
    },
  };
}

/** Where the work left the base: commits that the base got since are not part of the change. */
export async function mergeBase(host: GitHost, gitDirectory: string, baseSha: string, start: string): Promise<string> {
  const found = await runGit(host, { gitDirectory, args: ['merge-base', baseSha, start] });
  return found.exitCode === 0 ? found.stdout.toString('utf8').trim() : baseSha;
}

/**
 * A few trees that name each other unfold into more files than any machine holds, and a comparison holds them
 * all: so they are counted first, one after the other.
 */
async function hasFarMoreFiles(
  host: GitHost,
  gitDirectory: string,
  { start, work }: { readonly start: string; readonly work: string },
): Promise<boolean> {
  const before = await countFiles(host, gitDirectory, { commit: start, most: Infinity });
  return before === null || (await countFiles(host, gitDirectory, { commit: work, most: before + MAX_FILES })) === null;
}

/** Null when there are more, or when they cannot be listed at all. */
async function countFiles(
  host: GitHost,
  gitDirectory: string,
  { commit, most }: { readonly commit: string; readonly most: number },
): Promise<number | null> {
  const enough = new AbortController();
  let count = 0;
  const onStdout = (chunk: Buffer): void => {
    for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, at + 1)) count += 1;
    if (count > most) enough.abort();
  };
  const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit];
  const listed = await runGit(host, {
    gitDirectory,
    args,
    onStdout,
    signal: enough.signal,
    timeoutMs: DIFF_TIMEOUT_MS,
  }).catch((error: unknown) => {
    if (enough.signal.aborted) return null;
    throw error;
  });
  return listed?.exitCode === 0 ? count : null;
}

async function rawDiff(
  host: GitHost,
  gitDirectory: string,
  args: readonly string[],
): Promise<readonly RawEntry[] | null> {
  const listed = await diff(host, gitDirectory, ['--raw', '-z', '--no-abbrev', ...args]);
  const entries = listed === null ? null : parseRawDiff(listed);
  return entries === null || entries.length > MAX_FILES ? null : entries;
}

/** Null when it says too much or takes too long: both follow from the change alone, so trying again does not help. */
async function diff(host: GitHost, gitDirectory: string, args: readonly string[]): Promise<string | null> {
  const result = await runGit(host, {
    gitDirectory,
    args: ['diff', '--no-ext-diff', '--no-textconv', '--no-color', ...args, '--'],
    maxOutputBytes: MAX_NAME_BYTES,
    timeoutMs: DIFF_TIMEOUT_MS,
  });
  if (result.truncated || result.timedOut) return null;
  if (result.exitCode !== 0) throw gitBroken('Comparing the change with its base', result);
  return result.stdout.toString('utf8');
}

/** Asked before anything is unpacked into memory. */
async function largeFiles(
  host: GitHost,
  gitDirectory: string,
  entries: readonly RawEntry[],
): Promise<readonly string[]> {
  const blobs = entries.filter(({ mode, objectId }) => mode !== SUBMODULE && !NOT_A_FILE.test(objectId));
  if (blobs.length === 0) return [];
  const sizes = await runGit(host, {
    gitDirectory,
    args: ['cat-file', '--batch-check=%(objectsize)', '--buffer'],
    input: blobs.map(({ objectId }) => `${objectId}\n`).join(''),
  });
  if (sizes.exitCode !== 0) throw gitBroken('Looking at the saved files', sizes);
  const bytes = sizes.stdout.toString('latin1').split('\n').map(Number);
  return blobs
    .map(({ path }, index) => ({ path, bytes: bytes[index] ?? 0 }))
    .filter((file) => file.bytes > MAX_FILE_BYTES)
    .slice(0, MAX_NAMED)
    .map((file) => `${file.path} (${Math.round(file.bytes / 1024 / 1024)} MB)`);
}
