import { Fault } from '../errors.ts';
import type { RepositoryRef } from '../ports/github.ts';
import type { FetchOutcome, FetchWish } from '../ports/repositories.ts';
import { gitBroken, gitFailure } from './git-error.ts';
import type { GitHost } from './git-environment.ts';
import { chooseBranch } from './choose-branch.ts';
import { readSnapshot } from './read-snapshot.ts';
import { runGit } from './run-git.ts';
import {
  BASE_REF,
  BRANCH_REF,
  START_REF,
  WORK_REF,
  isAncestor,
  prepareRepository,
  repositoryUrl,
  resolveCommit,
} from './task-repository.ts';

export interface FetchRequest extends FetchWish {
  readonly gitDirectory: string;
  readonly repo: RepositoryRef;
}

const HEADS = 'refs/heads/';
const FETCH_TIMEOUT_MS = 5 * 60_000;
const LIST_TIMEOUT_MS = 60_000;
const FIRST_DEPTH = 50;
/** When the branch does not meet the base within the first. */
const SECOND_DEPTH = 1_000;

/** Fetches base and branch, and sets `work` to where the sandbox should start, unless it has pushed already. */
export async function fetchFromGitHub(host: GitHost, wish: FetchRequest): Promise<FetchOutcome> {
  const { gitDirectory, baseBranch } = wish;
  await prepareRepository(host, gitDirectory);
  await assertBranchName(host, baseBranch);
  const heads = await listHeads(host, wish);
  if (!heads.has(baseBranch)) {
    if (await isEmptyRepository(host, wish)) return { kind: 'empty' };
    throw missingBase(baseBranch);
  }
  const others = [...heads].filter((name) => name.startsWith(issuePrefix(wish.branch)));
  if (others.length > 0) await fetchRefs(host, wish, { depth: FIRST_DEPTH, hasBranch: false });
  const branch = await chooseBranch(host, { ...wish, candidates: others });
  const request = { ...wish, branch };
  const hasBranch = heads.has(branch);
  for (const depth of [FIRST_DEPTH, SECOND_DEPTH]) {
    await fetchRefs(host, request, { depth, hasBranch });
    if (await everyBranchMeetsBase(host, request, hasBranch)) break;
  }
  const baseSha = await fetchedCommit(host, gitDirectory, BASE_REF);
  const branchSha = hasBranch ? await fetchedCommit(host, gitDirectory, BRANCH_REF) : null;
  if (branchSha === null) await updateRefs(host, gitDirectory, [`delete ${BRANCH_REF}`]);
  const isMerged = branchSha === null || (await isAncestor(host, gitDirectory, [branchSha, baseSha]));
  await startWork(host, gitDirectory, isMerged ? baseSha : branchSha);
  const tree = await readSnapshot(host, gitDirectory, baseSha);
  return { kind: 'snapshot', snapshot: { baseBranch, baseSha, branch, branchSha, ...tree } };
}

/** `planwright/12-` of `planwright/12-fix-the-parser`: titles change. */
function issuePrefix(branch: string): string {
  return branch.slice(0, branch.indexOf('-') + 1);
}

async function assertBranchName(host: GitHost, name: string): Promise<void> {
  const checked = await runGit(host, { args: ['check-ref-format', `refs/heads/${name}`] });
  if (checked.exitCode !== 0 || name.startsWith('-')) {
    throw new Fault(
      'base_branch_missing',
      'The name of the base branch is not one that git allows.',
      'Correct the base branch in the configuration of the repository.',
    );
  }
}

async function listHeads(host: GitHost, request: FetchRequest, everything = false): Promise<ReadonlySet<string>> {
  const wanted = everything ? [] : [`refs/heads/${request.baseBranch}`, `refs/heads/${issuePrefix(request.branch)}*`];
  const url = repositoryUrl(host.githubUrl, request.repo);
  const listed = await runGit(host, {
    args: ['ls-remote', '--quiet', '--heads', '--', url, ...wanted],
    token: request.token,
    timeoutMs: LIST_TIMEOUT_MS,
  });
  if (listed.exitCode !== 0 && !listed.truncated) throw gitFailure('Looking at the repository', listed);
  return new Set(
    listed.stdout
      .toString('utf8')
      .split('\n')
      .map((line) => line.split('\t')[1] ?? '')
      .filter((name) => name.startsWith(HEADS))
      .map((name) => name.slice(HEADS.length)),
  );
}

async function isEmptyRepository(host: GitHost, request: FetchRequest): Promise<boolean> {
  return (await listHeads(host, request, true)).size === 0;
}

async function fetchRefs(
  host: GitHost,
  request: FetchRequest,
  how: { readonly depth: number; readonly hasBranch: boolean },
): Promise<void> {
  const refspecs = [`+refs/heads/${request.baseBranch}:${BASE_REF}`];
  if (how.hasBranch) refspecs.push(`+refs/heads/${request.branch}:${BRANCH_REF}`);
  const fetched = await runGit(host, {
    gitDirectory: request.gitDirectory,
    token: request.token,
    timeoutMs: FETCH_TIMEOUT_MS,
    args: [
      'fetch',
      '--quiet',
      `--depth=${how.depth}`,
      '--no-tags',
      '--no-recurse-submodules',
      '--no-write-fetch-head',
      '--no-auto-gc',
      '--',
      repositoryUrl(host.githubUrl, request.repo),
      ...refspecs,
    ],
  });
  if (fetched.exitCode === 0) return;
  // A branch that disappears between listing and fetching.
  if (/couldn't find remote ref/.test(fetched.stderr)) throw missingBase(request.baseBranch);
  throw gitFailure('Fetching the repository', fetched);
}

/** Without a common commit, a change would seem to take back all that the base got since. */
async function everyBranchMeetsBase(
  host: GitHost,
  { gitDirectory }: FetchRequest,
  hasBranch: boolean,
): Promise<boolean> {
  const { work, start } = await readWork(host, gitDirectory);
  const hasSaved = work !== null && work !== start;
  const branches = [...(hasBranch ? [BRANCH_REF] : []), ...(hasSaved ? [START_REF] : [])];
  for (const branch of branches) {
    const found = await runGit(host, { gitDirectory, args: ['merge-base', BASE_REF, branch] });
    if (found.exitCode !== 0) return false;
  }
  return true;
}

async function fetchedCommit(host: GitHost, gitDirectory: string, name: string): Promise<string> {
  const sha = await resolveCommit(host, gitDirectory, name);
  if (sha === null)
    throw new Fault(
      'git_failed',
      'What was fetched from GitHub is not a commit.',
      'Check the branches of the repository.',
    );
  return sha;
}

/** One transaction, and only from the state we saw: what the sandbox pushed meanwhile is never lost. */
async function startWork(host: GitHost, gitDirectory: string, sha: string): Promise<void> {
  const { work, start } = await readWork(host, gitDirectory);
  if (work !== null && work !== start) return;
  const zero = '0'.repeat(sha.length);
  await updateRefs(host, gitDirectory, [`update ${WORK_REF} ${sha} ${work ?? zero}`, `update ${START_REF} ${sha}`]);
}

async function readWork(
  host: GitHost,
  gitDirectory: string,
): Promise<{ readonly work: string | null; readonly start: string | null }> {
  return {
    work: await resolveCommit(host, gitDirectory, WORK_REF),
    start: await resolveCommit(host, gitDirectory, START_REF),
  };
}

async function updateRefs(host: GitHost, gitDirectory: string, commands: readonly string[]): Promise<void> {
  const updated = await runGit(host, {
    gitDirectory,
    args: ['update-ref', '--stdin'],
    input: `${commands.join('\n')}\n`,
  });
  if (updated.exitCode !== 0) throw gitBroken('Preparing the branch for the sandbox', updated);
}

function missingBase(baseBranch: string): Fault {
  return new Fault(
    'base_branch_missing',
    `The base branch "${baseBranch}" does not exist in the repository.`,
    'Set the default branch of the repository to one that exists.',
  );
}
