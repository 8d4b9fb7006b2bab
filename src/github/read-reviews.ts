/** What people say on a pull request: whose it is, and a review with its line comments (GH-2). */
import { z } from 'zod';
import { PAGE_SIZE, type Api } from './api.ts';
import { LineCommentAnswer, PullRequestFactsAnswer, ReviewAnswer } from './answers.ts';
import type { AppIdentity, LineComment, PullRequestFacts, RepositoryRef, ReviewFacts } from '../ports/github.ts';

/** More comments than anybody writes in one review by hand. */
const MAX_PAGES = 3;

export async function readPullRequest(
  api: Api,
  place: { readonly repo: RepositoryRef; readonly us: AppIdentity },
  number: number,
): Promise<PullRequestFacts> {
  const { state, user, head } = await api.call(place.repo, {
    what: 'Reading the pull request',
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    parameters: { pull_number: number },
    answer: PullRequestFactsAnswer,
    mayRepeat: true,
  });
  const isOurs = user?.type === 'Bot' && user.login === `${place.us.slug}[bot]`;
  return { state, isOurs, head: head.ref, headRepositoryId: head.repo?.id ?? null };
}

export async function readReview(
  api: Api,
  repo: RepositoryRef,
  which: { readonly pullRequest: number; readonly review: number },
): Promise<ReviewFacts> {
  const parameters = { pull_number: which.pullRequest, review_id: which.review };
  const [review, lines] = await Promise.all([
    api.call(repo, {
      what: 'Reading the review',
      route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}',
      parameters,
      answer: ReviewAnswer,
      mayRepeat: true,
    }),
    linesOf(api, repo, parameters),
  ]);
  return { state: review.state.toLowerCase(), author: personOf(review.user), body: review.body ?? '', ...lines };
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
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const { data } = await api.page(repo, call, number);
    for (const comment of data) found.set(comment.id, lineComment(comment));
    if (data.length < PAGE_SIZE) return { comments: [...found.values()], hasMore: false };
  }
  return { comments: [...found.values()], hasMore: true };
}

function lineComment({
  id,
  path,
  line,
  original_line: originalLine,
  diff_hunk: hunk,
  body,
  user,
}: LineCommentAnswer): LineComment {
  return { id, author: personOf(user), path, line: line ?? originalLine ?? null, hunk: hunk ?? '', body: body ?? '' };
}

function personOf(user: LineCommentAnswer['user']): LineComment['author'] {
  return user?.id ? { id: user.id, login: user.login } : null;
}
