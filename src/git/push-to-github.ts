import { Fault } from '../errors.ts';
import { OUR_BRANCH } from './choose-branch.ts';
import { gitFailure, remoteSentence } from './git-error.ts';
import { scrubToken, type TaskRepository } from './git-environment.ts';
import { otherEnd } from './quiet-git.ts';
import { runGit, type GitResult } from './run-git.ts';
import { searchOutgoingCommit, type Objection, type OutgoingCommit } from './search-outgoing.ts';
import {
  assertObjectId,
  BRANCH_REF,
  commit,
  gitIn,
  HEADS,
  isAncestor,
  listHeads,
  repositoryUrl,
  resolveAll,
  SEALED_REF,
  START_REF,
  readGit,
  tree,
} from './task-repository.ts';
import type { RepositoryRef } from '../ports/github.ts';
import type { Publication, PushOutcome, CommitText } from '../ports/repositories.ts';

interface PushRequest extends Publication {
  readonly repo: RepositoryRef;
  /** Values that must never leave this machine. */
  readonly knownSecrets: readonly string[];
}

const PUSH_TIMEOUT_MS = 5 * 60_000;
const FOREIGN: PushOutcome = {
  kind: 'rejected',
  reason: 'The branch on GitHub has commits that this task did not make, so it was left as it is.',
};

/** Pushes one commit of our own on top of the task's branch on GitHub; never with force, never over others' commits. */
export async function pushToGitHub(repository: TaskRepository, request: PushRequest): Promise<PushOutcome> {
  const { savedSha, branch, commit: text, knownSecrets } = request;
  assertObjectId(savedSha);
  await assertOurBranch(repository, branch);
  const names = [commit(START_REF), commit(BRANCH_REF), commit(SEALED_REF)] as const;
  const [start, remembered, sealed] = await resolveAll(repository, names);
  if (start === null) throw new Fault('git_failed', 'The repository of the task is not complete.', 'Ask for a retry.');
  const heads = await listHeads(repository.host, request, 'Looking at the branch', [`${HEADS}${branch}`]);
  const there = heads.get(branch) ?? null;
  if (there === null && remembered !== null) return { kind: 'branch_gone' };
  if (there !== null && there !== remembered && there !== sealed) return FOREIGN;

  // A branch that was merged continues from the base, which contains it.
  const parent = there === null || (await isAncestor(repository, there, start)) ? start : there;
  // A base that moved was merged into the work and is not on the branch yet.
  const merged = (await isAncestor(repository, start, parent)) ? null : start;
  const sha = await sealCommit(repository, { savedSha, parent, merged, text });
  if (sha !== there) {
    const { message } = text;
    const objection = await searchNew(repository, { sha, parent, message, knownSecrets }, merged);
    if (objection !== null) return objection;
    await setRef(repository, SEALED_REF, sha);
    const refused = await pushCommit(repository, request, sha, there);
    if (refused !== null) return refused;
  }
  await setRef(repository, BRANCH_REF, sha);
  return { kind: 'pushed', sha };
}

/** Names the expected tip, so that neither a commit nor a deletion by others is undone. */
async function pushCommit(
  repository: TaskRepository,
  { repo, branch, token }: PushRequest,
  sha: string,
  there: string | null,
): Promise<PushOutcome | null> {
  const ref = `${HEADS}${branch}`;
  const args = [
    'push',
    '--porcelain',
    '--no-verify',
    '--no-follow-tags',
    '--no-signed',
    '--recurse-submodules=no',
    ...otherEnd(repository.host, 'receive-pack'),
    `--force-with-lease=${ref}:${there ?? ''}`,
    '--',
    repositoryUrl(repository.host.githubUrl, repo),
    `${sha}:${ref}`,
  ];
  const pushed = await gitIn(repository, args, { token, timeoutMs: PUSH_TIMEOUT_MS });
  if (pushed.exitCode === 0) return null;
  const outcome = rejection(pushed, token);
  if (outcome === null) throw gitFailure('Pushing the branch', pushed);
  return outcome;
}

/** What came from the base is on GitHub already; new content differs from both parents. */
async function searchNew(
  repository: TaskRepository,
  outgoing: OutgoingCommit,
  merged: string | null,
): Promise<Objection | null> {
  if (merged === null) return searchOutgoingCommit(repository, outgoing);
  const objection = await searchOutgoingCommit(repository, { ...outgoing, parent: merged });
  return objection && (await searchOutgoingCommit(repository, outgoing)) && objection;
}

async function assertOurBranch({ host }: TaskRepository, branch: string): Promise<void> {
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

async function setRef(repository: TaskRepository, ref: string, sha: string): Promise<void> {
  const updated = await gitIn(repository, ['update-ref', ref, sha]);
  if (updated.exitCode !== 0) throw gitFailure('Noting what is pushed', updated);
}

/** The line `!<tab>from:to<tab>[rejected] (why)` of a refused ref, with GitHub's message. */
function rejection(result: GitResult, token: string): PushOutcome | null {
  const line = result.stdout
    .toString('utf8')
    .split('\n')
    .find((text) => text.startsWith('!\t'));
  if (line === undefined || result.timedOut) return null;
  const summary = (line.split('\t')[2] ?? '').trim();
  const why = /^\[[^\]]{1,40}\] \((.*)\)$/s.exec(summary)?.[1] ?? summary;
  if (/non-fast-forward|fetch first|stale info|needs force/.test(why)) return FOREIGN;
  // The transport broke, or the other side failed: no decision about this change.
  if (
    summary.startsWith('[remote failure]') ||
    /unpacker error|internal|timed? ?out|cannot lock|failed to (?:lock|update)/i.test(why)
  )
    return null;
  const said = remoteSentence(result.stderr);
  const reason = said === null || said.includes(why) ? (said ?? why) : `${why}: ${said}`.slice(0, 1_000);
  return { kind: 'rejected', reason: scrubToken(reason, token) };
}

interface SealRequest {
  /** A commit of the sandbox; only its tree is used. */
  readonly savedSha: string;
  readonly parent: string;
  /** The merged base, as its second parent. */
  readonly merged: string | null;
  readonly text: CommitText;
}

/**
 * Makes our own commit from the tree that the sandbox saved; its history, authors, dates and messages are dropped.
 * Returns the parent itself if nothing differs from it, and an earlier identical commit if there is one, so that a push
 * that was not recorded is repeated with the same commit.
 */
async function sealCommit(
  repository: TaskRepository,
  { savedSha, parent, merged, text }: SealRequest,
): Promise<string> {
  const sealed = [commit(SEALED_REF), tree(SEALED_REF), `${SEALED_REF}^1`, `${SEALED_REF}^2`] as const;
  const names = [tree(savedSha), tree(parent), ...sealed] as const;
  const [saved, existing, before, treeBefore, parentBefore, mergedBefore] = await resolveAll(repository, names);
  if (saved === null || existing === null)
    throw new Fault('git_failed', 'A commit that belongs to the task is not in its repository.', 'Ask for a retry.');
  if (saved === existing && merged === null) return parent;
  if (before !== null && treeBefore === saved && parentBefore === parent && mergedBefore === merged) return before;
  const parents = [parent, ...(merged === null ? [] : [merged])].flatMap((sha) => ['-p', sha]);
  const date = `@${Math.floor(text.at / 1_000)} +0000`;
  const made = await readGit(
    repository,
    'Making the commit',
    ['commit-tree', '--no-gpg-sign', ...parents, '-F', '-', saved],
    {
      input: text.message,
      environment: {
        GIT_AUTHOR_NAME: text.author.name,
        GIT_AUTHOR_EMAIL: text.author.email,
        GIT_COMMITTER_NAME: text.author.name,
        GIT_COMMITTER_EMAIL: text.author.email,
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
      },
    },
  );
  return made.trim();
}
