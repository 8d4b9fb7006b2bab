/**
 * Merges a base branch that moved into the work, never the other way round and without rewriting history (GH-7). It
 * works on git objects, without a checkout. No merge driver or filter of the repository can run: they would have to be
 * in a configuration, and ours names none.
 */
import type { BaseLook, BaseMerge, MergeWish } from '../ports/base-merge.ts';
import { Fault } from '../errors.ts';
import { gitFailure } from './git-error.ts';
import type { TaskRepository } from './git-environment.ts';
import {
  assertObjectId,
  BASE_REF,
  commit,
  DEPTHS,
  doMeet,
  fetchRefs,
  gitIn,
  HEADS,
  isAncestor,
  listHeads,
  missingBase,
  readGit,
  resolveAll,
  START_REF,
  tree,
  updateRefs,
  WORK_REF,
  type Source,
} from './task-repository.ts';

/** The current base, before it is merged. */
const MOVED_REF = 'refs/planwright/moved';
/** The work before the last merge, so that an unrecorded merge is made again identically. */
export const UNMERGED_REF = 'refs/planwright/unmerged';
const MERGE_TIMEOUT_MS = 120_000;
const MAX_COUNTED = 1_000;
/** The limit of files compared for renames, since others decide how many there are. */
const MERGING = [['merge.renameLimit', '1000']] as const;
const NOBODY = {
  GIT_AUTHOR_NAME: 'sandbox',
  GIT_AUTHOR_EMAIL: 'sandbox@localhost',
  GIT_COMMITTER_NAME: 'sandbox',
  GIT_COMMITTER_EMAIL: 'sandbox@localhost',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_DATE: '@0 +0000',
};

interface LookRequest extends Source {
  readonly baseBranch: string;
  readonly since: string;
}

/** If nothing moved, this costs one short question to GitHub. */
export async function lookAtBase(repository: TaskRepository, request: LookRequest): Promise<BaseLook> {
  const { baseBranch, since } = request;
  assertObjectId(since);
  const ref = `${HEADS}${baseBranch}`;
  const heads = await listHeads(repository.host, request, 'Looking at the base branch', [ref]);
  const head = heads.get(baseBranch);
  if (head === undefined) throw missingBase(baseBranch);
  if (head === since) return { kind: 'current' };
  for (const depth of DEPTHS) {
    const fetched = await fetchRefs(repository, request, depth, [`+${ref}:${MOVED_REF}`]);
    if (fetched.exitCode !== 0 && /couldn't find remote ref/.test(fetched.stderr)) throw missingBase(baseBranch);
    if (fetched.exitCode !== 0) throw gitFailure('Fetching the base branch', fetched);
    if (await doMeet(repository, MOVED_REF, since)) break;
  }
  const [sha, start] = await resolveAll(repository, [commit(MOVED_REF), commit(START_REF)]);
  if (sha === null || (await isAncestor(repository, sha, since))) return { kind: 'current' };
  const counting = ['rev-list', '--count', `--max-count=${MAX_COUNTED}`, sha, `^${since}`, '--'];
  const commits = Number(await readGit(repository, 'Looking at what the base branch got', counting));
  return { kind: 'moved', sha, commits, isTaken: start === sha };
}

/**
 * Merges the tree that the sandbox saved last onto our own known starting point; the sandbox's own history is ignored.
 * Afterwards `work` is the merge and the base its starting point. Repeating it gives the same merge.
 */
export async function mergeIntoWork(repository: TaskRepository, wish: MergeWish): Promise<BaseMerge> {
  const { sha, takesConflicts, beforeTaking } = wish;
  assertObjectId(sha);
  const names = [commit(WORK_REF), commit(START_REF), commit(UNMERGED_REF)] as const;
  const [work, start, before] = await resolveAll(repository, names);
  if (work === null || start === null)
    throw new Fault('git_failed', 'The repository of the task is not complete.', 'Ask for a retry.');
  const isTaken = start === sha;
  if (!isTaken && (await isUntouched(repository, work, start, sha))) return { kind: 'nothing' };
  const unmerged = isTaken && before !== null ? before : await commitTree(repository, work, [start], 'saved');
  const merged = await mergeCommits(repository, unmerged, sha);
  if (merged === null) return { kind: 'conflicts', files: [], isTaken: false };
  const { conflicts } = merged;
  const takes = conflicts.length === 0 || takesConflicts || isTaken;
  if (takes && !isTaken) {
    await beforeTaking();
    await updateRefs(repository, [
      `update ${WORK_REF} ${merged.sha} ${work}`,
      `update ${UNMERGED_REF} ${unmerged}`,
      `update ${BASE_REF} ${sha}`,
      `update ${START_REF} ${sha} ${start}`,
    ]);
  }
  return conflicts.length === 0 ? { kind: 'merged' } : { kind: 'conflicts', files: conflicts, isTaken: takes };
}

/** Nothing was done beyond the base, so there is nothing to merge it into. */
async function isUntouched(repository: TaskRepository, work: string, start: string, sha: string): Promise<boolean> {
  const [saved, begun] = await resolveAll(repository, [tree(work), tree(start)]);
  return saved === begun && (await isAncestor(repository, start, sha));
}

interface Merged {
  /** A local commit; only its tree leaves this machine. */
  readonly sha: string;
  /** Files with conflict marks in them, or with one of the two sides. */
  readonly conflicts: readonly string[];
}

/** Null if git cannot merge them: no common commit, or too large. */
export async function mergeCommits(repository: TaskRepository, ours: string, theirs: string): Promise<Merged | null> {
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs];
  const done = await gitIn(repository, args, { config: MERGING, timeoutMs: MERGE_TIMEOUT_MS, isPatient: true });
  if (done.timedOut || done.truncated || (done.exitCode !== 0 && done.exitCode !== 1)) return null;
  const [made = '', ...paths] = done.stdout.toString('utf8').split('\0');
  if (!/^[0-9a-f]{40,64}$/.test(made)) return null;
  const conflicts = [...new Set(paths.filter((path) => path !== ''))];
  if (done.exitCode === 1 && conflicts.length === 0) return null;
  const sha = await commitTree(repository, made, [ours, theirs], 'Merge the base branch');
  return { sha, conflicts };
}

async function commitTree(
  repository: TaskRepository,
  of: string,
  parents: readonly string[],
  message: string,
): Promise<string> {
  const [saved] = await resolveAll(repository, [tree(of)]);
  if (saved === null) throw new Fault('git_failed', 'What was saved is not there any more.', 'Ask for a retry.');
  const on = parents.flatMap((parent) => ['-p', parent]);
  const args = ['commit-tree', '--no-gpg-sign', ...on, '-F', '-', saved];
  return (await readGit(repository, 'Merging the base branch', args, { input: message, environment: NOBODY })).trim();
}
