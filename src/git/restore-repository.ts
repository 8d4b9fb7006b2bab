/**
 * The repository of a task that another machine had: made again from GitHub, for a task that goes on here. What only
 * that machine had, saved and never pushed, is lost with it.
 */
import { Fault } from '../errors.ts';
import type { RepositoryRef } from '../ports/github.ts';
import type { RestoreWish } from '../ports/repositories.ts';
import { gitBroken, gitFailure } from './git-error.ts';
import type { GitHost } from './git-environment.ts';
import { runGit } from './run-git.ts';
import {
  assertObjectId,
  BASE_REF,
  BRANCH_REF,
  isAncestor,
  prepareRepository,
  repositoryUrl,
  resolveCommit,
  START_REF,
  WORK_REF,
} from './task-repository.ts';

export interface RestoreRequest extends Omit<RestoreWish, 'token'> {
  readonly gitDirectory: string;
  readonly token: string;
  readonly repo: RepositoryRef;
}

const FETCH_TIMEOUT_MS = 5 * 60_000;
const DEPTHS = [50, 1_000];
/** Where the branch is fetched to, until it is known whose it is. */
const FOUND_REF = 'refs/planwright/found';
/** Where `work` stood when the repository was made again. */
const RESTORED_REF = 'refs/planwright/restored';

export async function restoreRepository(host: GitHost, request: RestoreRequest): Promise<void> {
  const { gitDirectory, baseSha, branchSha, pushedSha } = request;
  assertObjectId(baseSha);
  await prepareRepository(host, gitDirectory);
  await fetchBase(host, request);
  const tip = await fetchBranch(host, request);
  const [known = null, pushed = null] = await Promise.all(
    [branchSha, pushedSha].map(async (sha) => (sha === null ? null : resolveCommit(host, gitDirectory, sha))),
  );
  const start = known === null || (await isAncestor(host, gitDirectory, [known, baseSha])) ? baseSha : known;
  const isOurs = tip !== null && (await isOnlyBy(host, request, { start, tip }));
  const last = isOurs ? tip : pushed;
  const work = last === null || (await isAncestor(host, gitDirectory, [last, start])) ? start : last;
  await setRefs(host, gitDirectory, [
    [WORK_REF, work],
    ...remembered(request, { tip, isOurs }),
    [RESTORED_REF, work],
    [START_REF, start],
  ]);
}

interface Found {
  readonly tip: string | null;
  readonly isOurs: boolean;
}

/**
 * What a push expects on GitHub. A branch with commits of others is not to be expected, so that they are never
 * overwritten; one that is gone and was there once is, so that it is noticed.
 */
function remembered(
  { baseSha, branchSha, pushedSha }: RestoreRequest,
  { tip, isOurs }: Found,
): readonly (readonly [string, string])[] {
  if (tip !== null) return isOurs ? [[BRANCH_REF, tip]] : [];
  return branchSha !== null || pushedSha !== null ? [[BRANCH_REF, baseSha]] : [];
}

async function fetchBase(host: GitHost, request: RestoreRequest): Promise<void> {
  const fetched = await fetch(host, request, { depth: DEPTHS[0] ?? 1, refspec: `+${request.baseSha}:${BASE_REF}` });
  if (fetched.exitCode === 0) return;
  if (!/not our ref|couldn't find remote ref|unadvertised object/.test(fetched.stderr))
    throw gitFailure('Fetching the repository', fetched);
  throw new Fault(
    'git_failed',
    'The task goes on on another machine, and the commit that it began from is not on GitHub any more.',
    'Ask for a retry: it begins from what is there now.',
  );
}

/** As deep as it takes to meet the base. Null when there is none, or it vanished meanwhile. */
async function fetchBranch(host: GitHost, request: RestoreRequest): Promise<string | null> {
  const { gitDirectory, baseSha, branch } = request;
  for (const depth of DEPTHS) {
    const fetched = await fetch(host, request, { depth, refspec: `+refs/heads/${branch}:${FOUND_REF}` });
    if (fetched.exitCode !== 0 && /couldn't find remote ref/.test(fetched.stderr)) return null;
    if (fetched.exitCode !== 0) throw gitFailure('Fetching the branch of the task', fetched);
    const met = await runGit(host, { gitDirectory, args: ['merge-base', baseSha, FOUND_REF] });
    if (met.exitCode === 0) break;
  }
  return resolveCommit(host, gitDirectory, FOUND_REF);
}

function fetch(
  host: GitHost,
  request: RestoreRequest,
  { depth, refspec }: { readonly depth: number; readonly refspec: string },
) {
  const { gitDirectory, repo, token } = request;
  const how = [
    '--quiet',
    `--depth=${depth}`,
    '--no-tags',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
    '--no-auto-gc',
  ];
  const args = ['fetch', ...how, '--', repositoryUrl(host.githubUrl, repo), refspec];
  return runGit(host, { gitDirectory, token, timeoutMs: FETCH_TIMEOUT_MS, args });
}

/** `restored` for as long as nothing was saved into it since. */
export async function stateOf(host: GitHost, gitDirectory: string): Promise<'missing' | 'restored' | 'there'> {
  const [start = null, work = null, restored = null] = await Promise.all(
    [START_REF, WORK_REF, RESTORED_REF].map((ref) => resolveCommit(host, gitDirectory, ref)),
  );
  if (start === null) return 'missing';
  return restored !== null && restored === work ? 'restored' : 'there';
}

/** Whether all that the branch got since the task began was committed by the task itself. */
async function isOnlyBy(
  host: GitHost,
  { gitDirectory, authorEmail }: RestoreRequest,
  { start, tip }: { readonly start: string; readonly tip: string },
): Promise<boolean> {
  const listed = await runGit(host, { gitDirectory, args: ['log', '--format=%ae %ce', tip, `^${start}`, '--'] });
  if (listed.exitCode !== 0) throw gitBroken('Looking at the commits of the branch', listed);
  const lines = listed.stdout.toString('utf8').split('\n');
  return lines.every((line) => line === '' || line === `${authorEmail} ${authorEmail}`);
}

async function setRefs(
  host: GitHost,
  gitDirectory: string,
  refs: readonly (readonly [string, string])[],
): Promise<void> {
  const commands = refs.map(([ref, sha]) => `update ${ref} ${sha}\n`).join('');
  const updated = await runGit(host, { gitDirectory, args: ['update-ref', '--stdin'], input: commands });
  if (updated.exitCode !== 0) throw gitBroken('Preparing the branch for the sandbox', updated);
}
