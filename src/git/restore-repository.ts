/**
 * Rebuilds from GitHub the repository of a task that another machine started. Work that only that machine had saved is
 * lost.
 */
import { Fault } from '../errors.ts';
import type { RestoreWish } from '../ports/repositories.ts';
import { mergeCommits, UNMERGED_REF } from './merge-base-branch.ts';
import { gitFailure } from './git-error.ts';
import type { TaskRepository } from './git-environment.ts';
import {
  assertObjectId,
  BASE_REF,
  BRANCH_REF,
  commit,
  DEPTHS,
  doMeet,
  fetchRefs,
  HEADS,
  isAncestor,
  prepareRepository,
  readGit,
  resolveAll,
  START_REF,
  updateRefs,
  WORK_REF,
  type Source,
} from './task-repository.ts';

type RestoreRequest = Omit<RestoreWish, 'token'> & Source;

/** Where the branch is fetched to until its owner is known. */
const FOUND_REF = 'refs/planwright/found';
/** The null object id. */
const NOTHING = '0'.repeat(40);
/** The position of `work` when the repository was rebuilt. */
const RESTORED_REF = 'refs/planwright/restored';

export async function restoreRepository(repository: TaskRepository, request: RestoreRequest): Promise<void> {
  const { baseSha, branchSha, pushedSha, isBaseMerged } = request;
  assertObjectId(baseSha);
  await prepareRepository(repository);
  await fetchBase(repository, request);
  const tip = await fetchBranch(repository, request);
  const [known, pushed] = await resolveAll(repository, [commit(branchSha ?? NOTHING), commit(pushedSha ?? NOTHING)]);
  const start = isBaseMerged || known === null || (await isAncestor(repository, known, baseSha)) ? baseSha : known;
  const isOurs = tip !== null && (await isOnlyBy(repository, request.authorEmail, start, tip));
  const last = isOurs ? tip : pushed;
  const saved = last === null || (await isAncestor(repository, last, start)) ? start : last;
  const work = isBaseMerged ? await withBase(repository, saved, baseSha) : saved;
  const expected = expectedTip(request, tip, isOurs);
  await updateRefs(repository, [
    `update ${WORK_REF} ${work}`,
    ...(expected === null ? [] : [`update ${BRANCH_REF} ${expected}`]),
    ...(work === saved ? [] : [`update ${UNMERGED_REF} ${saved}`]),
    `update ${RESTORED_REF} ${work}`,
    `update ${START_REF} ${start}`,
  ]);
}

/** The merge was made and not pushed yet; without it, the work would revert what the base got. */
async function withBase(repository: TaskRepository, saved: string, baseSha: string): Promise<string> {
  if (await isAncestor(repository, baseSha, saved)) return saved;
  const merged = await mergeCommits(repository, saved, baseSha);
  if (merged !== null) return merged.sha;
  throw new Fault(
    'git_failed',
    'The task goes on on another machine, and the base branch that it had merged cannot be merged here.',
    'Ask for a retry: it begins from what is there now.',
  );
}

/**
 * The tip that a push expects on GitHub. A branch with others' commits is never expected, so that they are not
 * overwritten; a branch that existed and is gone is, so that its deletion is noticed.
 */
function expectedTip(
  { baseSha, branchSha, pushedSha }: RestoreRequest,
  tip: string | null,
  isOurs: boolean,
): string | null {
  if (tip !== null) return isOurs ? tip : null;
  return branchSha !== null || pushedSha !== null ? baseSha : null;
}

async function fetchBase(repository: TaskRepository, request: RestoreRequest): Promise<void> {
  const fetched = await fetchRefs(repository, request, DEPTHS[0], [`+${request.baseSha}:${BASE_REF}`]);
  if (fetched.exitCode === 0) return;
  if (!/not our ref|couldn't find remote ref|unadvertised object/.test(fetched.stderr))
    throw gitFailure('Fetching the repository', fetched);
  throw new Fault(
    'git_failed',
    'The task goes on on another machine, and the commit that it began from is not on GitHub any more.',
    'Ask for a retry: it begins from what is there now.',
  );
}

/** As deep as needed to meet the base. Null if there is none, or it vanished meanwhile. */
async function fetchBranch(repository: TaskRepository, request: RestoreRequest): Promise<string | null> {
  for (const depth of DEPTHS) {
    const fetched = await fetchRefs(repository, request, depth, [`+${HEADS}${request.branch}:${FOUND_REF}`]);
    if (fetched.exitCode !== 0 && /couldn't find remote ref/.test(fetched.stderr)) return null;
    if (fetched.exitCode !== 0) throw gitFailure('Fetching the branch of the task', fetched);
    if (await doMeet(repository, request.baseSha, FOUND_REF)) break;
  }
  return (await resolveAll(repository, [commit(FOUND_REF)]))[0];
}

/** `restored` until something is saved into it. */
export async function restoredState(repository: TaskRepository): Promise<'missing' | 'restored' | 'there'> {
  const [start, work, restored] = await resolveAll(repository, [
    commit(START_REF),
    commit(WORK_REF),
    commit(RESTORED_REF),
  ]);
  if (start === null) return 'missing';
  return restored !== null && restored === work ? 'restored' : 'there';
}

/** Whether every commit on the branch since the task began was made by the task. */
async function isOnlyBy(repository: TaskRepository, authorEmail: string, start: string, tip: string): Promise<boolean> {
  const args = ['log', '--format=%ae %ce', tip, `^${start}`, '--'];
  const lines = (await readGit(repository, 'Looking at the commits of the branch', args)).split('\n');
  return lines.every((line) => line === '' || line === `${authorEmail} ${authorEmail}`);
}
