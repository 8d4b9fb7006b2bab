import { Fault } from '../errors.ts';
import { gitBroken } from './git-error.ts';
import type { GitHost } from './git-environment.ts';
import { runGit } from './run-git.ts';
import { SEALED_REF, resolveCommit } from './task-repository.ts';
import type { CommitText } from '../ports/repositories.ts';

export interface SealRequest {
  readonly gitDirectory: string;
  /** A commit of the sandbox: only its tree is used. */
  readonly savedSha: string;
  readonly parent: string;
  readonly commit: CommitText;
}

/**
 * Makes a commit of our own from the tree that the sandbox saved: its history, authors, dates and messages stay
 * behind. The parent itself when nothing differs from it; the commit that was made before when one was, so that
 * what was pushed and not recorded is the same commit again.
 */
export async function sealCommit(
  host: GitHost,
  { gitDirectory, savedSha, parent, commit }: SealRequest,
): Promise<string> {
  const tree = await resolve(host, gitDirectory, `${savedSha}^{tree}`);
  if (tree === (await resolve(host, gitDirectory, `${parent}^{tree}`))) return parent;
  const before = await resolveCommit(host, gitDirectory, SEALED_REF);
  if (before !== null && (await isMadeOf(host, gitDirectory, { before, tree, parent }))) return before;
  const date = `@${Math.floor(commit.at / 1_000)} +0000`;
  const made = await runGit(host, {
    gitDirectory,
    args: ['commit-tree', '--no-gpg-sign', '-p', parent, '-F', '-', tree],
    input: commit.message,
    environment: {
      GIT_AUTHOR_NAME: commit.author.name,
      GIT_AUTHOR_EMAIL: commit.author.email,
      GIT_COMMITTER_NAME: commit.author.name,
      GIT_COMMITTER_EMAIL: commit.author.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    },
  });
  if (made.exitCode !== 0) throw gitBroken('Making the commit', made);
  return made.stdout.toString('utf8').trim();
}

interface Made {
  readonly before: string;
  readonly tree: string;
  readonly parent: string;
}

async function isMadeOf(host: GitHost, gitDirectory: string, { before, tree, parent }: Made): Promise<boolean> {
  return (
    (await resolve(host, gitDirectory, `${before}^{tree}`)) === tree &&
    (await resolve(host, gitDirectory, `${before}^1`)) === parent
  );
}

async function resolve(host: GitHost, gitDirectory: string, name: string): Promise<string> {
  const found = await runGit(host, {
    gitDirectory,
    args: ['rev-parse', '--verify', '--quiet', '--end-of-options', name],
  });
  if (found.exitCode === 0) return found.stdout.toString('utf8').trim();
  throw new Fault('git_failed', 'A commit that belongs to the task is not in its repository.', 'Ask for a retry.');
}
