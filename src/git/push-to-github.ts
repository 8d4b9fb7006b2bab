import { Fault } from '../errors.ts';
import type { RepositoryRef } from '../ports/github.ts';
import type { PushOutcome } from '../ports/repositories.ts';
import { gitFailure, remoteSentence } from './git-error.ts';
import type { GitHost } from './git-environment.ts';
import { runGit, type GitResult } from './run-git.ts';
import { scrubToken } from './scrub-token.ts';
import { searchOutgoingCommits, type OutgoingCommits } from './search-outgoing.ts';
import { BRANCH_REF, assertObjectId, repositoryUrl, resolveCommit } from './task-repository.ts';

export interface PushRequest extends OutgoingCommits {
  readonly repo: RepositoryRef;
  readonly branch: string;
  readonly token: string;
}

const PUSH_TIMEOUT_MS = 5 * 60_000;
const OUR_BRANCH = /^planwright\/[a-z0-9-]{1,200}$/;

/** Never with force: GitHub and git both refuse to lose commits that are not in `sha`. */
export async function pushToGitHub(host: GitHost, request: PushRequest): Promise<PushOutcome> {
  assertObjectId(request.sha);
  await assertOurBranch(host, request.branch);
  if ((await resolveCommit(host, request.gitDirectory, request.sha)) === null) {
    throw new Fault('git_failed', 'The commit to be pushed is not in the repository of the task.', 'Ask for a retry.');
  }
  const objection = await searchOutgoingCommits(host, request);
  if (objection !== null) return { kind: 'rejected', reason: objection };

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
      '--',
      repositoryUrl(host.githubUrl, request.repo),
      `${request.sha}:refs/heads/${request.branch}`,
    ],
  });
  if (pushed.exitCode === 0) {
    await rememberBranch(host, request);
    return { kind: 'pushed', sha: request.sha };
  }
  const reason = rejection(pushed);
  if (reason === null) throw gitFailure('Pushing the branch', pushed);
  return { kind: 'rejected', reason: scrubToken(reason, request.token) };
}

async function assertOurBranch(host: GitHost, branch: string): Promise<void> {
  const isOurs = OUR_BRANCH.test(branch);
  const checked = isOurs ? await runGit(host, { args: ['check-ref-format', '--branch', branch] }) : null;
  if (checked?.exitCode !== 0) {
    throw new Fault('internal', 'A branch that is not one of ours was about to be pushed.', 'Please report this as a bug.');
  }
}

/** Only to spare the next look: a failure here changes nothing on GitHub. */
async function rememberBranch(host: GitHost, request: PushRequest): Promise<void> {
  await runGit(host, { gitDirectory: request.gitDirectory, args: ['update-ref', BRANCH_REF, request.sha] });
}

/** The line `!<tab>from:to<tab>[rejected] (why)` of a refused ref, with what GitHub wrote about it. */
function rejection(result: GitResult): string | null {
  const line = result.stdout
    .toString('utf8')
    .split('\n')
    .find((text) => text.startsWith('!\t'));
  if (line === undefined || result.timedOut) return null;
  const summary = (line.split('\t')[2] ?? '').trim();
  const why = /^\[[^\]]{1,40}\] \((.*)\)$/s.exec(summary)?.[1] ?? summary;
  if (/non-fast-forward|fetch first|stale info|needs force/.test(why)) {
    return 'The branch on GitHub has commits that this task did not make, so it was left as it is.';
  }
  // The transport broke, or the other side had trouble of its own: not a decision about this change.
  if (summary.startsWith('[remote failure]') || /unpacker error|internal|timed? ?out|cannot lock|failed to (?:lock|update)/i.test(why))
    return null;
  const said = remoteSentence(result.stderr);
  return said === null || said.includes(why) ? (said ?? why) : `${why}: ${said}`.slice(0, 1_000);
}
