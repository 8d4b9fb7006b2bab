/** The bare repository of one task: its place, its refs, and commands that every step uses. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../errors.ts';
import type { RepositoryRef } from '../ports/github.ts';
import { gitBroken, gitFailure } from './git-error.ts';
import type { GitHost, TaskRepository } from './git-environment.ts';
import { otherEnd } from './quiet-git.ts';
import { runGit, type GitCommand, type GitResult } from './run-git.ts';

/** Ref names in a task's repository. The sandbox sees and writes only `work`. */
export const WORK_REF = 'refs/heads/work';
export const BASE_REF = 'refs/planwright/base';
export const BRANCH_REF = 'refs/planwright/branch';
/** Where we last set `work`: while both are equal, the sandbox has pushed nothing. */
export const START_REF = 'refs/planwright/start';
/**
 * Our last commit that was about to be pushed. If it is found on GitHub it is ours, even if its arrival was not
 * recorded.
 */
export const SEALED_REF = 'refs/planwright/sealed';

export const HEADS = 'refs/heads/';
/** How deep histories are fetched: the second only if branch and base do not meet within the first. */
export const DEPTHS = [50, 1_000] as const;

/** What is fetched or listed, and with which token. */
export interface Source {
  readonly repo: RepositoryRef;
  readonly token: string;
}

const TASK_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Longer than any of our git commands may take. */
const STALE_LOCK_MS = 15 * 60_000;
const FETCH_TIMEOUT_MS = 5 * 60_000;

export function repositoryDirectory(directory: string, taskId: string): string {
  if (!TASK_ID.test(taskId))
    throw new Fault('internal', 'A task id has an unexpected form.', 'Please report this as a bug.');
  return join(directory, `${taskId}.git`);
}

export function assertObjectId(sha: string): void {
  if (!OBJECT_ID.test(sha))
    throw new Fault('internal', 'A commit id has an unexpected form.', 'Please report this as a bug.');
}

export function repositoryUrl(githubUrl: string, { owner, name }: RepositoryRef): string {
  const isPlain = (part: string): boolean => /^[A-Za-z0-9_.-]{1,100}$/.test(part);
  if (!isPlain(owner) || /^[.-]/.test(owner) || !isPlain(name) || name === '.' || name === '..') {
    throw new Fault(
      'git_failed',
      'The name of the repository is not one that GitHub allows.',
      'Please report this as a bug.',
    );
  }
  return `${githubUrl}/${owner}/${name}.git`;
}

/** Creates the bare repository without a template, hence without hooks; harmless if it exists. */
export async function prepareRepository({ host, gitDirectory }: TaskRepository): Promise<void> {
  await mkdir(gitDirectory, { recursive: true, mode: 0o700 });
  await removeStaleLocks(gitDirectory);
  const made = await runGit(host, {
    args: ['init', '--quiet', '--bare', '--template=', '--initial-branch=work', '--', gitDirectory],
  });
  if (made.exitCode !== 0) throw gitBroken('Preparing the repository of the task', made);
}

/** A command in the task's repository. */
export function gitIn(
  { host, gitDirectory }: TaskRepository,
  args: readonly string[],
  more: Omit<GitCommand, 'args' | 'gitDirectory'> = {},
): Promise<GitResult> {
  return runGit(host, { gitDirectory, args, ...more });
}

/** The output of a command that only uses local data; throws if it fails. */
export async function readGit(
  repository: TaskRepository,
  what: string,
  args: readonly string[],
  more: Omit<GitCommand, 'args' | 'gitDirectory'> = {},
): Promise<string> {
  const result = await gitIn(repository, args, more);
  if (result.exitCode !== 0) throw gitBroken(what, result);
  return result.stdout.toString('utf8');
}

/** The branches on GitHub that match these patterns, or all, with their commits. */
export async function listHeads(
  host: GitHost,
  { repo, token }: Source,
  what: string,
  patterns: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const url = repositoryUrl(host.githubUrl, repo);
  const args = ['ls-remote', '--quiet', '--heads', ...otherEnd(host, 'upload-pack'), '--', url, ...patterns];
  const listed = await runGit(host, { args, token });
  if (listed.exitCode !== 0 && !listed.truncated) throw gitFailure(what, listed);
  const lines = listed.stdout.toString('utf8').split('\n');
  const found = lines.map((line) => line.split('\t')).filter(([, name = '']) => name.startsWith(HEADS));
  return new Map(found.map(([sha = '', name = '']) => [name.slice(HEADS.length), sha]));
}

export function fetchRefs(
  repository: TaskRepository,
  { repo, token }: Source,
  depth: number,
  refspecs: readonly string[],
): Promise<GitResult> {
  const { host } = repository;
  const quick = ['--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--no-auto-gc'];
  const how = [...quick, ...otherEnd(host, 'upload-pack')];
  const url = repositoryUrl(host.githubUrl, repo);
  const args = ['fetch', '--quiet', `--depth=${depth}`, ...how, '--', url, ...refspecs];
  return gitIn(repository, args, { token, timeoutMs: FETCH_TIMEOUT_MS });
}

/** The commits of these refs, null for missing ones. */
export async function resolveAll<const N extends readonly string[]>(
  repository: TaskRepository,
  names: N,
): Promise<{ readonly [I in keyof N]: string | null }> {
  // There may be no repository yet.
  const found = await repository.objects.info(names).catch(() => []);
  return names.map((_, index) => found[index]?.id ?? null) as { readonly [I in keyof N]: string | null };
}

export function missingBase(baseBranch: string): Fault {
  return new Fault(
    'base_branch_missing',
    `The base branch "${baseBranch}" does not exist in the repository.`,
    'Set the default branch of the repository to one that exists.',
  );
}

export function commit(name: string): string {
  return `${name}^{commit}`;
}

export function tree(name: string): string {
  return `${name}^{tree}`;
}

export async function isAncestor(repository: TaskRepository, older: string, newer: string): Promise<boolean> {
  return (await gitIn(repository, ['merge-base', '--is-ancestor', older, newer])).exitCode === 0;
}

export async function doMeet(repository: TaskRepository, one: string, other: string): Promise<boolean> {
  return (await gitIn(repository, ['merge-base', one, other])).exitCode === 0;
}

/** All in one transaction. */
export async function updateRefs(repository: TaskRepository, commands: readonly string[]): Promise<void> {
  const input = commands.map((command) => `${command}\n`).join('');
  await readGit(repository, 'Preparing the branch for the sandbox', ['update-ref', '--stdin'], { input });
}

/** A killed service leaves lock files behind, which would block git for ever. */
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
