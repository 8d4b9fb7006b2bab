import { Fault } from '../errors.ts';
import type { FetchOutcome, FetchWish } from '../ports/repositories.ts';
import { chooseBranch } from './choose-branch.ts';
import { gitFailure } from './git-error.ts';
import type { TaskRepository } from './git-environment.ts';
import { readSnapshot } from './read-snapshot.ts';
import { runGit } from './run-git.ts';
import {
  BASE_REF,
  BRANCH_REF,
  commit,
  DEPTHS,
  doMeet,
  fetchRefs,
  HEADS,
  isAncestor,
  listHeads,
  missingBase,
  prepareRepository,
  resolveAll,
  START_REF,
  updateRefs,
  WORK_REF,
  type Source,
} from './task-repository.ts';

type FetchRequest = FetchWish & Source;

/** More branches of one issue than anybody makes by hand. */
const MAX_TAKEN = 100;

/** Fetches base and branch, and sets `work` to the sandbox's starting point, unless the sandbox has pushed already. */
export async function fetchFromGitHub(repository: TaskRepository, request: FetchRequest): Promise<FetchOutcome> {
  const { host } = repository;
  const { baseBranch } = request;
  await prepareRepository(repository);
  const checked = await runGit(host, { args: ['check-ref-format', `${HEADS}${baseBranch}`] });
  if (checked.exitCode !== 0 || baseBranch.startsWith('-')) {
    throw new Fault(
      'base_branch_missing',
      'The name of the base branch is not one that git allows.',
      'Correct the base branch in the configuration of the repository.',
    );
  }
  // `planwright/12-` of `planwright/12-fix-the-parser`: titles change.
  const prefix = request.branch.slice(0, request.branch.indexOf('-') + 1);
  const looking = 'Looking at the repository';
  const heads = await listHeads(host, request, looking, [`${HEADS}${baseBranch}`, `${HEADS}${prefix}*`]);
  if (!heads.has(baseBranch)) {
    if ((await listHeads(host, request, looking, [])).size === 0) return { kind: 'empty' };
    throw missingBase(baseBranch);
  }
  const candidates = [...heads.keys()].filter((name) => name.startsWith(prefix));
  if (candidates.length > 0) await fetchBranches(repository, request, DEPTHS[0], null);
  const branch = await chooseBranch(repository, { ...request, candidates });
  const found = heads.has(branch) ? branch : null;
  for (const depth of DEPTHS) {
    await fetchBranches(repository, request, depth, found);
    if (await everyBranchMeetsBase(repository, found !== null)) break;
  }
  const baseSha = await fetchedCommit(repository, BASE_REF);
  const branchSha = found === null ? null : await fetchedCommit(repository, BRANCH_REF);
  if (branchSha === null) await updateRefs(repository, [`delete ${BRANCH_REF}`]);
  const isMerged = branchSha === null || (await isAncestor(repository, branchSha, baseSha));
  const startSha = isMerged ? baseSha : branchSha;
  await startWork(repository, startSha);
  const tree = await readSnapshot(repository, startSha);
  // Rules on our own branch may be our own words, so only merged ones count.
  const rules = isMerged ? tree : await readSnapshot(repository, baseSha);
  const others = branchSha === null && candidates.length > 0 ? { taken: candidates.slice(0, MAX_TAKEN) } : {};
  return {
    kind: 'snapshot',
    snapshot: {
      baseBranch,
      baseSha,
      branch,
      branchSha,
      startSha,
      ...others,
      ...tree,
      projectRules: rules.projectRules,
    },
  };
}

/** The base, and a branch beside it. */
async function fetchBranches(
  repository: TaskRepository,
  request: FetchRequest,
  depth: number,
  branch: string | null,
): Promise<void> {
  const refspecs = [`+${HEADS}${request.baseBranch}:${BASE_REF}`];
  if (branch !== null) refspecs.push(`+${HEADS}${branch}:${BRANCH_REF}`);
  const fetched = await fetchRefs(repository, request, depth, refspecs);
  if (fetched.exitCode === 0) return;
  // The branch disappeared between listing and fetching.
  if (/couldn't find remote ref/.test(fetched.stderr)) throw missingBase(request.baseBranch);
  throw gitFailure('Fetching the repository', fetched);
}

/** Without a common commit, a change would seem to revert everything the base got since. */
async function everyBranchMeetsBase(repository: TaskRepository, hasBranch: boolean): Promise<boolean> {
  const { work, start } = await readWork(repository);
  const hasSaved = work !== null && work !== start;
  for (const branch of [...(hasBranch ? [BRANCH_REF] : []), ...(hasSaved ? [START_REF] : [])])
    if (!(await doMeet(repository, BASE_REF, branch))) return false;
  return true;
}

async function fetchedCommit(repository: TaskRepository, name: string): Promise<string> {
  const [sha] = await resolveAll(repository, [commit(name)]);
  if (sha === null)
    throw new Fault(
      'git_failed',
      'What was fetched from GitHub is not a commit.',
      'Check the branches of the repository.',
    );
  return sha;
}

/** In one transaction, and only from the expected state, so that a push of the sandbox is never lost. */
async function startWork(repository: TaskRepository, sha: string): Promise<void> {
  const { work, start } = await readWork(repository);
  if (work !== null && work !== start) return;
  const zero = '0'.repeat(sha.length);
  await updateRefs(repository, [`update ${WORK_REF} ${sha} ${work ?? zero}`, `update ${START_REF} ${sha}`]);
}

async function readWork(repository: TaskRepository) {
  const [work, start] = await resolveAll(repository, [commit(WORK_REF), commit(START_REF)]);
  return { work, start };
}
