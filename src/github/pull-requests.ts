import { z } from 'zod';
import { Fault } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { PullRequestDraft, PullRequestRef, RepositoryRef } from '../ports/github.ts';
import { PullRequestAnswer } from './answers.ts';
import type { Api } from './api.ts';
import { assertBody } from './comments.ts';
import { createOnce } from './create-once.ts';

export interface PullRequestWish {
  readonly repo: RepositoryRef;
  readonly draft: PullRequestDraft;
}

/**
 * One open pull request per branch. One that a person turned to another base is adopted as it is, never doubled.
 * REST can set the draft state at creation only; afterwards GraphQL does it.
 */
export async function ensurePullRequest(api: Api, clock: Clock, wish: PullRequestWish): Promise<PullRequestRef> {
  const { repo, draft } = wish;
  assertBody(draft.body);
  const pull = await createOnce(clock, {
    find: () => findOurs(api, repo, draft),
    create: () =>
      api.call(repo, {
        what: 'Opening the pull request',
        route: 'POST /repos/{owner}/{repo}/pulls',
        parameters: { head: draft.head, base: draft.base, title: draft.title, body: draft.body, draft: draft.draft },
        answer: PullRequestAnswer,
        mayRepeat: false,
      }),
    isAlreadyThere: (fault: Fault) => /already exists/i.test(fault.message),
  });
  if (pull.title !== draft.title || normal(pull.body ?? '') !== normal(draft.body))
    await update(api, repo, { number: pull.number, draft });
  if ((pull.draft ?? false) !== draft.draft) await setDraft(api, repo, { nodeId: pull.node_id, isDraft: draft.draft });
  return { number: pull.number, url: pull.html_url };
}

export async function isBranchFinished(api: Api, repo: RepositoryRef, branch: string): Promise<boolean> {
  const pulls = await pullsFrom(api, repo, branch);
  return pulls.length > 0 && pulls.every(({ state }) => state === 'closed');
}

async function pullsFrom(api: Api, repo: RepositoryRef, branch: string): Promise<readonly PullRequestAnswer[]> {
  const found = await api.list(repo, {
    what: 'Looking for the pull request',
    route: 'GET /repos/{owner}/{repo}/pulls',
    parameters: { state: 'all', head: `${repo.owner}:${branch}` },
    answer: z.array(PullRequestAnswer),
  });
  // GitHub ignores a filter that it does not understand: forks may have a branch of the same name.
  return found.filter((pull) => pull.head.ref === branch && pull.head.repo?.id === repo.repositoryId);
}

async function findOurs(api: Api, repo: RepositoryRef, draft: PullRequestDraft): Promise<PullRequestAnswer | null> {
  const ours = await pullsFrom(api, repo, draft.head);
  const byAge = ours.toSorted((left, right) => left.number - right.number);
  const open = byAge.filter((pull) => pull.state !== 'closed');
  if (open.length === 0) refuseIfClosed(byAge, draft.since);
  return open.find((pull) => pull.base.ref === draft.base) ?? open[0] ?? null;
}

function refuseIfClosed(pulls: readonly PullRequestAnswer[], since = Infinity): void {
  const closed = pulls.find(({ closed_at: at }) => Date.parse(at ?? '') > since);
  if (closed === undefined) return;
  throw new Fault(
    'pull_request_closed',
    `Pull request ${closed.number} was closed while the task was at work, so no other was opened in its place.`,
    'Reopen it, or ask again if the work is still wanted.',
  );
}

async function update(
  api: Api,
  repo: RepositoryRef,
  change: { readonly number: number; readonly draft: PullRequestDraft },
): Promise<void> {
  await api.call(repo, {
    what: 'Updating the pull request',
    route: 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}',
    parameters: { pull_number: change.number, title: change.draft.title, body: change.draft.body },
    answer: PullRequestAnswer,
    mayRepeat: true,
  });
}

async function setDraft(
  api: Api,
  repo: RepositoryRef,
  change: { readonly nodeId: string; readonly isDraft: boolean },
): Promise<void> {
  const mutation = change.isDraft ? 'convertPullRequestToDraft' : 'markPullRequestReadyForReview';
  await api.mutate(repo, {
    what: 'Changing the draft state of the pull request',
    query: `mutation($id: ID!) { ${mutation}(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`,
    variables: { id: change.nodeId },
  });
}

/** GitHub keeps line ends as they come from its own editor. */
function normal(body: string): string {
  return body.replaceAll('\r\n', '\n').trimEnd();
}
