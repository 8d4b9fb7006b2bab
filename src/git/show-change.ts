import type { GitHost } from './git-environment.ts';
import { mergeBase } from './read-change.ts';
import { runGit } from './run-git.ts';
import { WORK_REF, assertObjectId, resolveCommit } from './task-repository.ts';

export interface Shown {
  readonly gitDirectory: string;
  readonly baseSha: string;
  readonly maxBytes: number;
}

const TIMEOUT_MS = 20_000;

/** The beginning of the diff as text, to be read by a model: nothing is decided by it. '' where it cannot be had. */
export async function showChange(host: GitHost, { gitDirectory, baseSha, maxBytes }: Shown): Promise<string> {
  assertObjectId(baseSha);
  const work = await resolveCommit(host, gitDirectory, WORK_REF);
  if (work === null) return '';
  const from = await mergeBase(host, gitDirectory, baseSha, work);
  const args = [
    'diff',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--src-prefix=a/',
    '--dst-prefix=b/',
    '-M',
    '-l400',
  ];
  const shown = await runGit(host, {
    gitDirectory,
    args: [...args, from, work, '--'],
    maxOutputBytes: maxBytes,
    timeoutMs: TIMEOUT_MS,
  });
  const text = shown.stdout.toString('utf8');
  return shown.truncated || shown.timedOut
    ? `${text.slice(0, text.lastIndexOf('\n') + 1)}… the rest of the diff is left out.\n`
    : text;
}
