import { Fault } from '../errors.ts';
import type { Change } from '../ports/repositories.ts';
import { gitBroken } from './git-error.ts';
import type { GitHost } from './git-environment.ts';
import { parseAddedLines, parseNameStatus, parseShortStat } from './parse-diff.ts';
import { runGit } from './run-git.ts';
import { WORK_REF, assertObjectId, resolveCommit } from './task-repository.ts';

const MAX_DIFF_BYTES = 1024 * 1024;
/** What is searched for secrets and protected paths must be complete: beyond this the change is refused. */
const MAX_SEARCHED_BYTES = 16 * 1024 * 1024;
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const PLAIN = ['--no-ext-diff', '--no-textconv', '--no-color', '--src-prefix=a/', '--dst-prefix=b/'];

export async function readChange(host: GitHost, gitDirectory: string, baseSha: string): Promise<Change | null> {
  assertObjectId(baseSha);
  const headSha = await resolveCommit(host, gitDirectory, WORK_REF);
  if (headSha === null || headSha === baseSha) return null;
  if ((await resolveCommit(host, gitDirectory, baseSha)) === null) {
    throw new Fault(
      'git_failed',
      'The commit that the change is compared with is not here.',
      'Ask for a retry: it fetches the repository again.',
    );
  }
  await assertSizes(host, gitDirectory, [headSha, `^${baseSha}`]);
  const from = await mergeBase(host, gitDirectory, baseSha, headSha);
  const range = [from, headSha];
  const names = await diff(host, gitDirectory, ['--name-status', '-z', '-M', ...range], MAX_SEARCHED_BYTES);
  const files = parseNameStatus(complete(names));
  const totals = parseShortStat(complete(await diff(host, gitDirectory, ['--shortstat', '-M', ...range], MAX_SEARCHED_BYTES)));
  const shown = await diff(host, gitDirectory, ['--patch', '-M', ...range], MAX_DIFF_BYTES);
  // `--text`: a NUL byte or an attribute must not hide lines from those who search them.
  const lines = await diff(host, gitDirectory, ['--patch', '--text', '--unified=0', '-M', ...range], MAX_SEARCHED_BYTES);
  return {
    headSha,
    files,
    isEmpty: files.length === 0,
    ...totals,
    diff: shown.truncated
      ? `${shown.text.slice(0, shown.text.lastIndexOf('\n') + 1)}… the rest of the diff is left out: it is longer than 1 MB.\n`
      : shown.text,
    addedLines: parseAddedLines(complete(lines)),
  };
}

/**
 * Refuses what cannot be looked through, before anything is unpacked into memory. `revisions` as `rev-list`
 * understands them.
 */
export async function assertSizes(host: GitHost, gitDirectory: string, revisions: readonly string[]): Promise<void> {
  const listed = await runGit(host, {
    gitDirectory,
    args: ['rev-list', '--objects', '--no-object-names', ...revisions],
    maxOutputBytes: MAX_SEARCHED_BYTES,
  });
  if (listed.truncated) throw tooLarge('it has too many files');
  if (listed.exitCode !== 0) throw gitBroken('Looking at the pushed commits', listed);
  const sizes = await runGit(host, {
    gitDirectory,
    args: ['cat-file', '--batch-check=%(objectsize)', '--buffer'],
    input: listed.stdout.toString('latin1'),
    maxOutputBytes: MAX_SEARCHED_BYTES,
  });
  if (sizes.exitCode !== 0) throw gitBroken('Looking at the pushed files', sizes);
  const isHuge = sizes.stdout
    .toString('latin1')
    .split('\n')
    .some((size) => Number(size) > MAX_FILE_BYTES);
  if (isHuge) throw tooLarge('it has a file of more than 20 MB');
}

/** Where the work left the base: commits that the base got since are not part of the change. */
async function mergeBase(host: GitHost, gitDirectory: string, baseSha: string, headSha: string): Promise<string> {
  const found = await runGit(host, { gitDirectory, args: ['merge-base', baseSha, headSha] });
  return found.exitCode === 0 ? found.stdout.toString('utf8').trim() : baseSha;
}

interface DiffText {
  readonly text: string;
  readonly truncated: boolean;
}

async function diff(host: GitHost, gitDirectory: string, args: readonly string[], maxOutputBytes: number): Promise<DiffText> {
  const result = await runGit(host, { gitDirectory, args: ['diff', ...PLAIN, ...args, '--'], maxOutputBytes });
  if (result.exitCode !== 0 && !result.truncated) throw gitBroken('Comparing the change with its base', result);
  return { text: result.stdout.toString('utf8'), truncated: result.truncated };
}

function complete(result: DiffText): string {
  if (result.truncated) throw tooLarge('it adds more than 16 MB of text');
  return result.text;
}

function tooLarge(why: string): Fault {
  return new Fault(
    'git_failed',
    `The change is too large to be checked: ${why}.`,
    'Leave generated files and dependencies out of the commits, or do this change by hand.',
  );
}
