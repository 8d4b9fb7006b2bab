import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../errors.ts';
import type { RepositoryRef } from '../ports/github.ts';
import { gitBroken } from './git-error.ts';
import type { GitHost } from './git-environment.ts';
import { runGit } from './run-git.ts';

/** Names inside a task's repository. Only `work` is seen and written by the sandbox. */
export const WORK_REF = 'refs/heads/work';
export const BASE_REF = 'refs/planwright/base';
export const BRANCH_REF = 'refs/planwright/branch';
/** Where `work` stood when we last set it: while both agree, the sandbox has pushed nothing. */
export const START_REF = 'refs/planwright/start';
/** The last commit of ours that was about to be pushed: found on GitHub, it is ours though nothing says that it arrived. */
export const SEALED_REF = 'refs/planwright/sealed';

const TASK_ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Longer than any of our git commands may take. */
const STALE_LOCK_MS = 15 * 60_000;

export function repositoryDirectory(directory: string, taskId: string): string {
  if (!TASK_ID.test(taskId))
    throw new Fault('internal', 'A task id has an unexpected form.', 'Please report this as a bug.');
  return join(directory, `${taskId}.git`);
}

export function assertObjectId(sha: string): void {
  if (!OBJECT_ID.test(sha))
    throw new Fault('internal', 'A commit id has an unexpected form.', 'Please report this as a bug.');
}

export function repositoryUrl(githubUrl: string, repo: RepositoryRef): string {
  const isPlain = (part: string): boolean => /^[A-Za-z0-9_.-]{1,100}$/.test(part) && !/^[.-]/.test(part);
  const isName = (part: string): boolean => /^[A-Za-z0-9_.-]{1,100}$/.test(part) && part !== '.' && part !== '..';
  if (!isPlain(repo.owner) || !isName(repo.name)) {
    throw new Fault(
      'git_failed',
      'The name of the repository is not one that GitHub allows.',
      'Please report this as a bug.',
    );
  }
  return `${githubUrl}/${repo.owner}/${repo.name}.git`;
}

/** Creates the bare repository without any template, hence without hooks; harmless when it is there. */
export async function prepareRepository(host: GitHost, gitDirectory: string): Promise<void> {
  await mkdir(gitDirectory, { recursive: true, mode: 0o700 });
  await removeStaleLocks(gitDirectory);
  const made = await runGit(host, {
    args: ['init', '--quiet', '--bare', '--template=', '--initial-branch=work', '--', gitDirectory],
  });
  if (made.exitCode !== 0) throw gitBroken('Preparing the repository of the task', made);
}

export async function resolveCommit(host: GitHost, gitDirectory: string, name: string): Promise<string | null> {
  const result = await runGit(host, {
    gitDirectory,
    args: ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`],
  });
  return result.exitCode === 0 ? result.stdout.toString('utf8').trim() : null;
}

export async function isAncestor(
  host: GitHost,
  gitDirectory: string,
  [older, newer]: readonly [string, string],
): Promise<boolean> {
  const asked = await runGit(host, { gitDirectory, args: ['merge-base', '--is-ancestor', older, newer] });
  return asked.exitCode === 0;
}

/** A killed service leaves lock files behind, and git refuses to work beside them for ever. */
async function removeStaleLocks(gitDirectory: string): Promise<void> {
  const folders = [gitDirectory, join(gitDirectory, 'refs', 'heads'), join(gitDirectory, 'refs', 'planwright')];
  for (const folder of folders) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.lock')) continue;
      const path = join(folder, name);
      const writtenAt = await stat(path).then(
        (found) => found.mtimeMs,
        () => Infinity,
      );
      const isStale = writtenAt < performance.timeOrigin || writtenAt < Date.now() - STALE_LOCK_MS;
      if (isStale) await rm(path, { force: true });
    }
  }
}
