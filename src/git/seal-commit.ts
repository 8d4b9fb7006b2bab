import { Fault } from '../errors.ts';
import type { TaskRepository } from './git-environment.ts';
import { gitIn, readGit, resolveCommit, SEALED_REF } from './task-repository.ts';
import type { CommitText } from '../ports/repositories.ts';

interface SealRequest {
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
  repository: TaskRepository,
  { savedSha, parent, commit }: SealRequest,
): Promise<string> {
  const tree = await resolve(repository, `${savedSha}^{tree}`);
  if (tree === (await resolve(repository, `${parent}^{tree}`))) return parent;
  const before = await resolveCommit(repository, SEALED_REF);
  const isSame =
    before !== null &&
    (await resolve(repository, `${before}^{tree}`)) === tree &&
    (await resolve(repository, `${before}^1`)) === parent;
  if (isSame) return before;
  const date = `@${Math.floor(commit.at / 1_000)} +0000`;
  const made = await readGit(
    repository,
    'Making the commit',
    ['commit-tree', '--no-gpg-sign', '-p', parent, '-F', '-', tree],
    {
      input: commit.message,
      environment: {
        GIT_AUTHOR_NAME: commit.author.name,
        GIT_AUTHOR_EMAIL: commit.author.email,
        GIT_COMMITTER_NAME: commit.author.name,
        GIT_COMMITTER_EMAIL: commit.author.email,
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
      },
    },
  );
  return made.trim();
}

async function resolve(repository: TaskRepository, name: string): Promise<string> {
  const found = await gitIn(repository, ['rev-parse', '--verify', '--quiet', '--end-of-options', name]);
  if (found.exitCode === 0) return found.stdout.toString('utf8').trim();
  throw new Fault('git_failed', 'A commit that belongs to the task is not in its repository.', 'Ask for a retry.');
}
