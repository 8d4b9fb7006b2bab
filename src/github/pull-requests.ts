/**
 * Pull requests: opens and updates ours, and reads what people say on them, including reviews with their lines (GH-2).
 */
import { z } from 'zod';
import { Fault } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { GitHub, LineComment, RepositoryRef, ReviewFacts } from '../ports/github.ts';
import type { PullRequestDraft, PullRequestPlace } from '../ports/own-pull-request.ts';
import {
  AnyAnswer,
  LineCommentAnswer,
  personOr,
  PullRequestAnswer,
  PullRequestFactsAnswer,
  ReviewAnswer,
} from './answers.ts';
import { PAGE_SIZE, type Api } from './api.ts';
import { assertBody, type Identity } from './comments.ts';
import { createOnce } from './create-once.ts';

type PullRequests = Pick<
  GitHub,
  'ensurePullRequest' | 'findPullRequest' | 'requestReview' | 'isBranchFinished' | 'pullRequest' | 'review'
>;

/** More comments than anybody writes in one review by hand. */
const MAX_REVIEW_PAGES = 3;
/** GitHub's free plan has none in private repositories. */
const HAS_NO_DRAFTS = /draft pull requests are not supported/i;

export function createPullRequests(api: Api, clock: Clock, identity: Identity): PullRequests {
  return {
    /**
     * One open pull request per branch. One that a person retargeted to another base is kept as it is, never
     * duplicated. REST can set the draft state only at creation; later GraphQL does it.
     */
    async ensurePullRequest(repo, draft) {
      const { title } = draft;
      assertBody(bodyOf(draft, false));
      let refusal: string | null = null;
      const pull = await createOnce(clock, {
        find: () => findOurs(api, repo, draft),
        create: async () => {
          try {
            return await open(api, repo, draft, draft.draft);
          } catch (error) {
            if (!(error instanceof Fault) || !HAS_NO_DRAFTS.test(error.message)) throw error;
            refusal = error.message;
            return open(api, repo, draft, false);
          }
        },
        isAlreadyThere: (fault: Fault) => /already exists/i.test(fault.message),
      });
      const { number } = pull;
      const isDraft = pull.draft ?? false;
      if (isDraft !== draft.draft) refusal ??= await setDraft(api, repo, pull.node_id, draft.draft);
      const isDraftNow = refusal === null ? draft.draft : isDraft;
      const body = bodyOf(draft, isDraftNow);
      if (pull.title !== title || normal(pull.body ?? '') !== normal(body))
        await api.call(repo, {
          what: 'Updating the pull request',
          route: 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}',
          parameters: { pull_number: number, title, body },
          answer: PullRequestAnswer,
        });
      return { number, url: pull.html_url, draft: isDraftNow, refusal };
    },

    async findPullRequest(repo, place) {
      const found = await findOurs(api, repo, place);
      if (found === null) return null;
      const { number, html_url: url, title, draft } = found;
      return { number, url, title, draft: draft ?? false };
    },

    async requestReview(repo, pullRequest, reviewer) {
      const [, team] = /^team:(.*)$/s.exec(reviewer) ?? [];
      await api.call(repo, {
        what: 'Asking for a review',
        route: 'POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers',
        parameters: {
          pull_number: pullRequest,
          ...(team === undefined ? { reviewers: [reviewer] } : { team_reviewers: [team] }),
        },
        answer: AnyAnswer,
        ...(team === undefined ? {} : { needs: 'team_review' }),
      });
    },

    async isBranchFinished(repo, branch) {
      const pulls = await pullsFrom(api, repo, branch);
      return pulls.length > 0 && pulls.every(({ state }) => state === 'closed');
    },

    async pullRequest(repo, number) {
      const us = await identity();
      const { state, user, head } = await api.call(repo, {
        what: 'Reading the pull request',
        route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
        parameters: { pull_number: number },
        answer: PullRequestFactsAnswer,
      });
      const isOurs = user?.type === 'Bot' && user.login === `${us.slug}[bot]`;
      return { state, isOurs, head: head.ref, headRepositoryId: head.repo?.id ?? null };
    },

    async review(repo, pullRequest, review) {
      const parameters = { pull_number: pullRequest, review_id: review };
      const [found, lines] = await Promise.all([
        api.call(repo, {
          what: 'Reading the review',
          route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}',
          parameters,
          answer: ReviewAnswer,
        }),
        linesOf(api, repo, parameters),
      ]);
      const { state, user, body } = found;
      return { state: state.toLowerCase(), author: personOr(null, user), body: body ?? '', ...lines };
    },
  };
}

async function pullsFrom(api: Api, repo: RepositoryRef, branch: string): Promise<readonly PullRequestAnswer[]> {
  const found = await api.list(repo, {
    what: 'Looking for the pull request',
    route: 'GET /repos/{owner}/{repo}/pulls',
    parameters: { state: 'all', head: `${repo.owner}:${branch}` },
    answer: z.array(PullRequestAnswer),
  });
  // GitHub ignores unknown filters, and forks may have a branch of the same name.
  return found.filter((pull) => pull.head.ref === branch && pull.head.repo?.id === repo.repositoryId);
}

async function findOurs(
  api: Api,
  repo: RepositoryRef,
  { head, base, since }: PullRequestPlace,
): Promise<PullRequestAnswer | null> {
  const ours = await pullsFrom(api, repo, head);
  const byAge = ours.toSorted((left, right) => left.number - right.number);
  const open = byAge.filter((pull) => pull.state !== 'closed');
  if (open.length === 0) refuseIfClosed(byAge, since);
  return open.find((pull) => pull.base.ref === base) ?? open[0] ?? null;
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

function open(api: Api, repo: RepositoryRef, draft: PullRequestDraft, isDraft: boolean): Promise<PullRequestAnswer> {
  const { head, base, title } = draft;
  return api.call(repo, {
    what: 'Opening the pull request',
    route: 'POST /repos/{owner}/{repo}/pulls',
    parameters: { head, base, title, body: bodyOf(draft, isDraft), draft: isDraft },
    answer: PullRequestAnswer,
    createsAnew: true,
  });
}

function bodyOf({ body, draft: isDraftWanted, noDraftNotice }: PullRequestDraft, isDraft: boolean): string {
  return isDraftWanted && !isDraft ? `${noDraftNotice}\n\n${body}` : body;
}

/** A refusal is returned: the pull request is useful in the other state, too. */
async function setDraft(api: Api, repo: RepositoryRef, nodeId: string, isDraft: boolean): Promise<string | null> {
  const mutation = isDraft ? 'convertPullRequestToDraft' : 'markPullRequestReadyForReview';
  try {
    await api.mutate(repo, {
      what: 'Changing the draft state of the pull request',
      query: `mutation($id: ID!) { ${mutation}(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`,
      variables: { id: nodeId },
      needs: 'draft_state',
    });
    return null;
  } catch (error) {
    if (error instanceof Fault && error.code === 'github_refused') return error.message;
    throw error;
  }
}

/** GitHub keeps the line ends of its own editor. */
function normal(body: string): string {
  return body.replaceAll('\r\n', '\n').trimEnd();
}

async function linesOf(
  api: Api,
  repo: RepositoryRef,
  parameters: Readonly<Record<string, number>>,
): Promise<Pick<ReviewFacts, 'comments' | 'hasMore'>> {
  const call = {
    what: 'Reading the comments of the review',
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/comments',
    parameters,
    answer: z.array(LineCommentAnswer),
  };
  const found = new Map<number, LineComment>();
  for (let number = 1; number <= MAX_REVIEW_PAGES; number += 1) {
    const { data } = await api.page(repo, call, number);
    for (const comment of data) found.set(comment.id, lineComment(comment));
    if (data.length < PAGE_SIZE) return { comments: [...found.values()], hasMore: false };
  }
  return { comments: [...found.values()], hasMore: true };
}

function lineComment(comment: LineCommentAnswer): LineComment {
  const { id, path, line, original_line: originalLine, diff_hunk: hunk, body, user } = comment;
  return {
    id,
    author: personOr(null, user),
    path,
    line: line ?? originalLine ?? null,
    hunk: hunk ?? '',
    body: body ?? '',
  };
}
