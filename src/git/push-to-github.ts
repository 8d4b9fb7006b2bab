import { Fault } from '../errors.ts';
import type { RepositoryRef } from '../ports/github.ts';
import type { Publication, PushOutcome } from '../ports/repositories.ts';
import { OUR_BRANCH } from './choose-branch.ts';
import { gitFailure, remoteSentence } from './git-error.ts';
import type { GitHost } from './git-environment.ts';
import { runGit, type GitResult } from './run-git.ts';
import { scrubToken } from './scrub-token.ts';
import { sealCommit } from './seal-commit.ts';
import { searchOutgoingCommit } from './search-outgoing.ts';
import {
  BRANCH_REF,
  SEALED_REF,
  START_REF,
  assertObjectId,
  isAncestor,
  repositoryUrl,
  resolveCommit,
} from './task-repository.ts';

export interface PushRequest extends Publication {
  readonly gitDirectory: string;
  readonly repo: RepositoryRef;
  /** Values that must never leave this machine. */
  readonly knownSecrets: readonly string[];
}

const PUSH_TIMEOUT_MS = 5 * 60_000;
const LIST_TIMEOUT_MS = 60_000;
const FOREIGN: PushOutcome = {
  kind: 'rejected',
  reason: 'The branch on GitHub has commits that this task did not make, so it was left as it is.',
};

/** One commit of our own on top of what GitHub has of this task; never with force, never over commits of others. */
export async function pushToGitHub(host: GitHost, request: PushRequest): Promise<PushOutcome> {
  const { gitDirectory, savedSha } = request;
  assertObjectId(savedSha);
  await assertOurBranch(host, request.branch);
  const refs = [START_REF, BRANCH_REF, SEALED_REF].map((ref) => resolveCommit(host, gitDirectory, ref));
  const [start = null, remembered = null, sealed = null] = await Promise.all(refs);
  if (start === null) throw new Fault('git_failed', 'The repository of the task is not complete.', 'Ask for a retry.');
  const there = await remoteTip(host, request);
  if (there === null && remembered !== null) return { kind: 'branch_gone' };
  if (there !== null && there !== remembered && there !== sealed) return FOREIGN;

  // A branch that was merged goes on from the base, which has it.
  const parent = there === null || (await isAncestor(host, gitDirectory, [there, start])) ? start : there;
  const sha = await sealCommit(host, { gitDirectory, savedSha, parent, commit: request.commit });
  if (sha !== there) {
    const { message } = request.commit;
    const objection = await searchOutgoingCommit(host, {
      gitDirectory,
      sha,
      parent,
      message,
      knownSecrets: request.knownSecrets,
    });
    if (objection !== null) return objection.kind === 'secret' ? objection : { kind: 'too_large', places: [] };
    await setRef(host, request, [SEALED_REF, sha]);
    const refused = await pushCommit(host, request, { sha, there });
    if (refused !== null) return refused;
  }
  await setRef(host, request, [BRANCH_REF, sha]);
  return { kind: 'pushed', sha };
}

/** The expected tip is named, so that what others do meanwhile is never undone: neither a commit nor a deletion. */
async function pushCommit(
  host: GitHost,
  request: PushRequest,
  { sha, there }: { readonly sha: string; readonly there: string | null },
): Promise<PushOutcome | null> {
  const ref = `refs/heads/${request.branch}`;
  const pushed = await runGit(host, {
    gitDirectory: request.gitDirectory,
    token: request.token,
    timeoutMs: PUSH_TIMEOUT_MS,
    args: [
      'push',
      '--porcelain',
      '--no-verify',
      '--no-follow-tags',
      '--no-signed',
      '--recurse-submodules=no',
      `--force-with-lease=${ref}:${there ?? ''}`,
      '--',
      repositoryUrl(host.githubUrl, request.repo),
      `${sha}:${ref}`,
    ],
  });
  if (pushed.exitCode === 0) return null;
  const outcome = rejection(pushed, request.token);
  if (outcome === null) throw gitFailure('Pushing the branch', pushed);
  return outcome;
}

async function remoteTip(host: GitHost, request: PushRequest): Promise<string | null> {
  const ref = `refs/heads/${request.branch}`;
  const listed = await runGit(host, {
    args: ['ls-remote', '--quiet', '--', repositoryUrl(host.githubUrl, request.repo), ref],
    token: request.token,
    timeoutMs: LIST_TIMEOUT_MS,
  });
  if (listed.exitCode !== 0) throw gitFailure('Looking at the branch', listed);
  const line = listed.stdout
    .toString('utf8')
    .split('\n')
    .find((text) => text.endsWith(`\t${ref}`));
  return line?.split('\t')[0] ?? null;
}

async function assertOurBranch(host: GitHost, branch: string): Promise<void> {
  const isOurs = OUR_BRANCH.test(branch);
  const checked = isOurs ? await runGit(host, { args: ['check-ref-format', '--branch', branch] }) : null;
  if (checked?.exitCode !== 0) {
    throw new Fault(
      'internal',
      'A branch that is not one of ours was about to be pushed.',
      'Please report this as a bug.',
    );
  }
}

async function setRef(
  host: GitHost,
  { gitDirectory }: PushRequest,
  [ref, sha]: readonly [string, string],
): Promise<void> {
  const updated = await runGit(host, { gitDirectory, args: ['update-ref', ref, sha] });
  if (updated.exitCode !== 0) throw gitFailure('Noting what is pushed', updated);
}

/** The line `!<tab>from:to<tab>[rejected] (why)` of a refused ref, with what GitHub wrote about it. */
function rejection(result: GitResult, token: string): PushOutcome | null {
  const line = result.stdout
    .toString('utf8')
    .split('\n')
    .find((text) => text.startsWith('!\t'));
  if (line === undefined || result.timedOut) return null;
  const summary = (line.split('\t')[2] ?? '').trim();
  const why = /^\[[^\]]{1,40}\] \((.*)\)$/s.exec(summary)?.[1] ?? summary;
  if (/non-fast-forward|fetch first|stale info|needs force/.test(why)) {
    return FOREIGN;
  }
  // The transport broke, or the other side had trouble of its own: not a decision about this change.
  if (
    summary.startsWith('[remote failure]') ||
    /unpacker error|internal|timed? ?out|cannot lock|failed to (?:lock|update)/i.test(why)
  )
    return null;
  const said = remoteSentence(result.stderr);
  const reason = said === null || said.includes(why) ? (said ?? why) : `${why}: ${said}`.slice(0, 1_000);
  return { kind: 'rejected', reason: scrubToken(reason, token) };
}
