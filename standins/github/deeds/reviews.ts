import { changedFiles } from '../git/compare.ts';
import { pullSimple, reviewCommentShape, reviewShape } from '../shapes/pull.ts';
import type { Issue, Pull, Repository, Review, ReviewComment } from '../world.ts';
import type { Actor, Done, Stage } from './stage.ts';

export interface ReviewDraft {
  readonly state: Review['state'];
  readonly body: string;
  readonly comments: readonly { readonly path: string; readonly line: number; readonly body: string }[];
}

/** Throws what GitHub refuses with 422. */
export async function submitReview(
  stage: Stage,
  repository: Repository,
  { issue, pull }: { readonly issue: Issue; readonly pull: Pull },
  { draft, actor }: { readonly draft: ReviewDraft; readonly actor: Actor },
): Promise<Done<{ readonly review: Review; readonly comments: readonly ReviewComment[] }>> {
  const { state, body } = draft;
  if (issue.author.id === actor.user.id && state !== 'COMMENTED')
    throw new Error(`Can not ${state === 'APPROVED' ? 'approve' : 'request changes on'} your own pull request`);
  if (body === '' && draft.comments.length === 0 && state !== 'APPROVED')
    throw new Error('A review needs a body or a comment.');
  const files =
    draft.comments.length === 0 ? [] : await changedFiles(repository.gitDir, `${pull.baseSha}...${pull.headSha}`);
  const hunks = draft.comments.map(({ path, line }) => {
    const hunk = hunkDownTo(files.find(({ filename }) => filename === path)?.patch ?? '', line);
    if (hunk === null) throw new Error('Pull request review thread line must be part of the diff');
    return hunk;
  });
  const review = newReview(stage, issue, { commitId: pull.headSha, state, body, actor });
  const comments = draft.comments.map((one, at) =>
    newComment(stage, review, { ...one, hunk: hunks[at] ?? '', viaApp: actor.viaApp, inReplyToId: null }),
  );
  return record(stage, repository, { issue, pull, review, comments });
}

/** A reply in the thread of a line comment is a separate review without a body. */
export function replyInThread(
  stage: Stage,
  repository: Repository,
  to: ReviewComment,
  { body, actor }: { readonly body: string; readonly actor: Actor },
): Done<ReviewComment> {
  const issue = repository.issues.find(({ number }) => number === to.issueNumber);
  if (issue?.pull === undefined || issue.pull === null) throw new Error('This comment belongs to no pull request.');
  const review = newReview(stage, issue, { commitId: to.commitId, state: 'COMMENTED', body: '', actor });
  const { path, line, hunk } = to;
  const inReplyToId = to.inReplyToId ?? to.id;
  const comment = newComment(stage, review, { path, line, hunk, body, viaApp: actor.viaApp, inReplyToId });
  const { told } = record(stage, repository, { issue, pull: issue.pull, review, comments: [comment] });
  return { value: comment, told };
}

function newReview(
  { world }: Stage,
  issue: Issue,
  { actor, ...rest }: Pick<Review, 'state' | 'body' | 'commitId'> & { readonly actor: Actor },
): Review {
  return { ...rest, id: world.nextId(), pullNumber: issue.number, author: actor.user, submittedAtMs: world.now() };
}

function newComment(
  { world }: Stage,
  review: Review,
  given: Pick<ReviewComment, 'path' | 'line' | 'hunk' | 'body' | 'viaApp' | 'inReplyToId'>,
): ReviewComment {
  const { id: reviewId, pullNumber: issueNumber, author, commitId, submittedAtMs } = review;
  const at = { createdAtMs: submittedAtMs, updatedAtMs: submittedAtMs };
  return { ...given, ...at, id: world.nextId(), reviewId, issueNumber, author, commitId, reactions: [] };
}

interface Submitted {
  readonly issue: Issue;
  readonly pull: Pull;
  readonly review: Review;
  readonly comments: readonly ReviewComment[];
}

/** One event for the review and one for each comment, all at once, since GitHub promises no order. */
function record(
  { world, events }: Stage,
  repository: Repository,
  { issue, pull, review, comments }: Submitted,
): Done<Submitted> {
  repository.reviews.push(review);
  repository.reviewComments.push(...comments);
  const pullShape = pullSimple(world, repository, issue, pull);
  const shape = {
    ...reviewShape(world, repository, review),
    state: review.state.toLowerCase(),
    body: review.body === '' ? null : review.body,
  };
  const told = [
    ...comments.map((comment) =>
      events.emit('pull_request_review_comment', 'created', repository, review.author, {
        comment: reviewCommentShape(world, repository, comment),
        pull_request: pullShape,
      }),
    ),
    events.emit('pull_request_review', 'submitted', repository, review.author, {
      review: shape,
      pull_request: pullShape,
    }),
  ];
  return { value: { issue, pull, review, comments }, told: Promise.all(told) };
}

/** The hunk of a patch that contains this line of the new file, cut after it; null if there is none. */
function hunkDownTo(patch: string, line: number): string | null {
  for (const hunk of patch.split(/^(?=@@ )/m)) {
    const [head = '', ...lines] = hunk.trimEnd().split('\n');
    let at = Number(/^@@ -\d+(?:,\d+)? \+(\d+)/.exec(head)?.[1] ?? Number.NaN);
    for (const [index, text] of lines.entries()) {
      if (text.startsWith('-') || text.startsWith('\\')) continue;
      if (at === line) return [head, ...lines.slice(0, index + 1)].join('\n');
      at += 1;
    }
  }
  return null;
}
