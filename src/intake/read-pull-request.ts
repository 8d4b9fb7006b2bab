/**
 * Reads messages to us on our pull requests (GH-2). GitHub sends a review and each of its line comments as separate
 * events, in any order: all parts of one review have one occurrence, and are read together later.
 */
import { useOf } from '../people/control-words.ts';
import { saidToUs } from '../people/mention.ts';
import { issueOfBranch } from '../ports/branch-name.ts';
import { type CommentPayload, LineCommentPayload, type PullRequest, ReviewPayload } from './payload.ts';
import {
  handlesOf,
  isOurAccount,
  isOwnText,
  occurrenceOf,
  saidBySteerer,
  type ReceivedEvent,
} from './received-event.ts';
import type { IntentOf } from '../people/intent.ts';

type OnPullRequest = IntentOf<'on_pull_request'>;

/** A comment below the pull request. Without a mention it is not for us, even while a question is open. */
export function readPullRequestComment(event: ReceivedEvent, { issue, comment }: CommentPayload): OnPullRequest | null {
  const words = saidToUs(comment.body, handlesOf(event));
  if (words === null || !isOurAccount(issue.user, event.identity)) return null;
  const target = { kind: 'issue_comment', commentId: comment.id } as const;
  return onPullRequest(event, issue.number, {
    said: { kind: 'words', target, ...words },
    occurrence: occurrenceOf('comment', comment.id, comment.updated_at),
    at: comment.created_at ?? comment.updated_at,
  });
}

/** A review that requests changes, whatever it says, or one that begins with a mention, whatever its verdict. */
export function readReviewEvent(event: ReceivedEvent): OnPullRequest | null {
  const { data } = ReviewPayload.safeParse(event.payload);
  if (data === undefined || !isOwnText(event, data.review) || !isOurs(event, data.pull_request)) return null;
  const { id, body, state, submitted_at: at } = data.review;
  const { number } = data.pull_request;
  const handles = handlesOf(event);
  const words = saidToUs(body, handles);
  const requestsChanges = state.toLowerCase() === 'changes_requested';
  if (words === null && !requestsChanges) return null;
  const word = words?.word ?? null;
  if (words !== null && word !== null && (!requestsChanges || useOf(word).requestingChanges === 'counts')) {
    const target = { kind: 'issue', issue: number } as const;
    return onPullRequest(event, number, {
      said: { kind: 'words', target, ...words },
      occurrence: `review-${id}-${word}`,
      at,
    });
  }
  const said = { kind: 'review', review: id, body, handles } as const;
  return onPullRequest(event, number, { said, occurrence: `review-${id}`, at });
}

export function readLineComment(event: ReceivedEvent): OnPullRequest | null {
  const { data } = LineCommentPayload.safeParse(event.payload);
  if (data === undefined || !isOwnText(event, data.comment) || !isOurs(event, data.pull_request)) return null;
  const { comment, pull_request } = data;
  const { id, path, body, created_at: at, diff_hunk: hunk, pull_request_review_id: review = null } = comment;
  const handles = handlesOf(event);
  const words = saidToUs(body, handles);
  if (words === null) return null;
  const isCommand = words.word !== null;
  const line = comment.line ?? comment.original_line ?? null;
  return onPullRequest(event, pull_request.number, {
    said: isCommand
      ? { kind: 'words', target: { kind: 'review_comment', commentId: id }, ...words }
      : { kind: 'line_comment', review, comment: { id, path, line, hunk, text: body }, handles },
    occurrence: isCommand || review === null ? `review-comment-${id}` : `review-${review}`,
    at,
  });
}

function onPullRequest(
  event: ReceivedEvent,
  number: number,
  what: Pick<OnPullRequest, 'said' | 'occurrence' | 'at'>,
): OnPullRequest | null {
  const base = saidBySteerer(number, event);
  return base && { kind: 'on_pull_request', ...base, ...what, isPrivate: event.envelope.repository.private };
}

/** Opened by us, from our branch in this repository. GitHub is asked again before we act on it. */
function isOurs({ identity, envelope }: ReceivedEvent, { user, head }: PullRequest): boolean {
  return isOurAccount(user, identity) && issueOfBranch(head.ref) !== null && head.repo?.id === envelope.repository.id;
}
