import { writeMerge } from '../git/commit.ts';
import { mergesCleanly } from '../git/compare.ts';
import { git } from '../git/run-git.ts';
import type { Issue, Pull, Repository, User } from '../world.ts';
import { nextNumber, setState } from './issues.ts';
import { moveRefs } from './refs.ts';
import { type Actor, type Done, type Stage, tellPull } from './stage.ts';

export const NO_DRAFTS = 'Draft pull requests are not supported in this repository.';

export interface PullDraft {
  readonly title: string;
  readonly body: string | null;
  readonly headRef: string;
  readonly headSha: string;
  readonly baseRef: string;
  readonly baseSha: string;
  readonly draft: boolean;
}

export async function openPull(
  stage: Stage,
  repository: Repository,
  draft: PullDraft,
  actor: Actor,
): Promise<Done<Issue>> {
  const { world } = stage;
  const now = world.now();
  const pull: Pull = {
    id: world.nextId(),
    headRef: draft.headRef,
    headSha: draft.headSha,
    baseRef: draft.baseRef,
    baseSha: draft.baseSha,
    draft: draft.draft,
    mergedAtMs: null,
    mergedBy: null,
    mergeCommitSha: null,
    requestedReviewers: [],
    requestedTeams: [],
  };
  const issue: Issue = {
    id: world.nextId(),
    number: nextNumber(repository),
    title: draft.title,
    body: draft.body,
    author: actor.user,
    viaApp: actor.viaApp,
    state: 'open',
    stateReason: null,
    locked: false,
    labels: [],
    assignees: [],
    createdAtMs: now,
    updatedAtMs: now,
    closedAtMs: null,
    closedBy: null,
    reactions: [],
    pull,
    blockedBy: [],
    gone: null,
  };
  repository.issues.push(issue);
  await git(repository.gitDir, ['update-ref', `refs/pull/${issue.number}/head`, draft.headSha]);
  return { value: issue, told: tellPull(stage, 'opened', repository, issue, pull, actor) };
}

/** `undefined` if the two conflict. */
export async function mergePull(
  stage: Stage,
  repository: Repository,
  issue: Issue,
  pull: Pull,
  by: User,
): Promise<Done<Issue> | undefined> {
  const message = `Merge pull request #${issue.number} from ${repository.owner.login}/${pull.headRef}\n\n${issue.title}`;
  const merge = await writeMerge(repository.gitDir, pull.baseSha, pull.headSha, message);
  if (merge === undefined) return undefined;
  pull.mergedAtMs = stage.world.now();
  pull.mergedBy = by;
  pull.mergeCommitSha = merge;
  setState(stage, issue, 'closed', null, by);
  const actor = { user: by, viaApp: false };
  const moved = await moveRefs(stage, repository, actor, () =>
    git(repository.gitDir, ['update-ref', `refs/heads/${pull.baseRef}`, merge]),
  );
  return { value: issue, told: Promise.all([moved.told, tellPull(stage, 'closed', repository, issue, pull, actor)]) };
}

export async function setDraft(
  stage: Stage,
  repository: Repository,
  issue: Issue,
  pull: Pull,
  draft: boolean,
  actor: Actor,
): Promise<void> {
  if (pull.draft === draft) return;
  pull.draft = draft;
  issue.updatedAtMs = stage.world.now();
  void tellPull(stage, draft ? 'converted_to_draft' : 'ready_for_review', repository, issue, pull, actor);
}

/** Only for an open pull request, since GitHub stops computing it afterwards. */
export async function mergeability(repository: Repository, issue: Issue, pull: Pull): Promise<boolean | null> {
  return issue.state === 'open' ? mergesCleanly(repository.gitDir, pull.baseSha, pull.headSha) : null;
}
