import { type Answer, checkBodyLength, created, notFound, ok } from '../answer.ts';
import { replyInThread } from '../deeds/reviews.ts';
import { theApp } from '../deeds/stage.ts';
import { page } from '../paginate.ts';
import { numberParam, read, REPO, type RepositoryCall, type Route, route, textField, write } from '../route.ts';
import { legacyReviewCommentShape, reviewCommentShape, reviewShape } from '../shapes/pull.ts';
import type { Review, ReviewComment } from '../world.ts';
import { listed, pullOf, reviewCommentOf } from './find.ts';

const READ = read('pull_requests');

export const reviewRoutes: readonly Route[] = [
  route('GET', `${REPO}/pulls/{pull_number}/reviews`, READ, list),
  route('GET', `${REPO}/pulls/{pull_number}/reviews/{review_id}`, READ, (call) =>
    ok(reviewShape(call.world, call.repository, reviewIn(call))),
  ),
  route('GET', `${REPO}/pulls/{pull_number}/reviews/{review_id}/comments`, READ, ofReview),
  route('GET', `${REPO}/pulls/{pull_number}/comments`, READ, ofPull),
  route('POST', `${REPO}/pulls/{pull_number}/comments/{comment_id}/replies`, write('pull_requests'), reply),
  route('GET', `${REPO}/pulls/comments/{comment_id}`, READ, (call) =>
    ok(reviewCommentShape(call.world, call.repository, reviewCommentOf(call))),
  ),
];

function list(call: RepositoryCall): Answer {
  const { issue } = pullOf(call);
  const reviews = call.repository.reviews.filter((review) => review.pullNumber === issue.number);
  return page(call, reviews, (review) => reviewShape(call.world, call.repository, review));
}

function reviewIn(call: RepositoryCall): Review {
  const { issue } = pullOf(call);
  const id = numberParam(call, 'review_id');
  const found = call.repository.reviews.find((review) => review.id === id && review.pullNumber === issue.number);
  if (found === undefined) throw notFound();
  return found;
}

function ofReview(call: RepositoryCall): Answer {
  const { id } = reviewIn(call);
  const comments = call.repository.reviewComments.filter((comment) => comment.reviewId === id);
  return page(call, comments, (comment) => legacyReviewCommentShape(call.world, call.repository, comment));
}

function ofPull(call: RepositoryCall): Answer {
  const { issue } = pullOf(call);
  return show(
    call,
    listed(
      call,
      call.repository.reviewComments.filter((comment) => comment.issueNumber === issue.number),
    ),
  );
}

function show(call: RepositoryCall, comments: readonly ReviewComment[]): Answer {
  return page(call, comments, (comment) => reviewCommentShape(call.world, call.repository, comment));
}

function reply(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const first = reviewCommentOf(call);
  const body = textField(call, 'body') ?? '';
  checkBodyLength(body, 'PullRequestReviewComment');
  const { value } = replyInThread(call, repository, first, { body, actor: theApp(world) });
  return created(reviewCommentShape(world, repository, value));
}
