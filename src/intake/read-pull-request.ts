/**
 * What people say to us on a pull request of ours (GH-2). GitHub tells of a review and of each of its line comments by
 * events of their own, in any order: all that belongs to one review has one occurrence, and is read together later.
 */
import { issueOfBranch } from '../ports/branch-name.ts';
import { readControlWord, useOf } from '../people/control-words.ts';
import { instructionInComment } from '../people/mention.ts';
import { type CommentPayload, LineCommentPayload, type PullRequest, ReviewPayload } from './payload.ts';
import { common, handlesOf, isOurAccount, isOwnText, occurrenceOf, type Reading, steeringSender } from './reading.ts';
import type { Intent } from '../people/intent.ts';

type OnPullRequest = Extract<Intent, { readonly kind: 'on_pull_request' }>;

/** A comment below the pull request. Without a mention it is between people, whatever is being asked. */
export function commentOnPullRequest(reading: Reading, { issue, comment }: CommentPayload): Intent | null {
  const text = instructionInComment(comment.body, handlesOf(reading.identity));
  if (text === null || !isOurAccount(issue.user, reading.identity)) return null;
  const target = { kind: 'issue_comment', commentId: comment.id } as const;
  return onPullRequest(reading, issue.number, {
    said: { kind: 'words', target, text, word: readControlWord(text) },
    occurrence: occurrenceOf('comment', comment.id, comment.updated_at),
    at: comment.created_at ?? comment.updated_at,
  });
}

/** One that requests changes, whatever it says, and one that begins with a mention, whatever it makes of the change. */
export function review(reading: Reading): Intent | null {
  const { data } = ReviewPayload.safeParse(reading.payload);
  if (data === undefined || !isOwnText(reading, data.review) || !isOurs(reading, data.pull_request)) return null;
  const { id, body, state, submitted_at: at } = data.review;
  const { number } = data.pull_request;
  const requestsChanges = state.toLowerCase() === 'changes_requested';
  const handles = [...handlesOf(reading.identity)];
  const text = instructionInComment(body, handles);
  const word = text === null ? null : readControlWord(text);
  if (text !== null && word !== null && (!requestsChanges || useOf(word).requestingChanges === 'counts')) {
    const target = { kind: 'issue', issue: number } as const;
    return onPullRequest(reading, number, {
      said: { kind: 'words', target, text, word },
      occurrence: `review-${id}-${word}`,
      at,
    });
  }
  if (text === null && !requestsChanges) return null;
  return onPullRequest(reading, number, {
    said: { kind: 'review', review: id, body, handles },
    occurrence: `review-${id}`,
    at,
  });
}

export function lineComment(reading: Reading): Intent | null {
  const { data } = LineCommentPayload.safeParse(reading.payload);
  if (data === undefined || !isOwnText(reading, data.comment) || !isOurs(reading, data.pull_request)) return null;
  const { comment } = data;
  const { number } = data.pull_request;
  const handles = [...handlesOf(reading.identity)];
  const text = instructionInComment(comment.body, handles);
  if (text === null) return null;
  const word = readControlWord(text);
  const at = comment.created_at;
  const occurrence = `review-comment-${comment.id}`;
  if (word !== null) {
    const target = { kind: 'review_comment', commentId: comment.id } as const;
    return onPullRequest(reading, number, { said: { kind: 'words', target, text, word }, occurrence, at });
  }
  const of = comment.pull_request_review_id ?? null;
  const line = comment.line ?? comment.original_line ?? null;
  const said = { id: comment.id, path: comment.path, line, hunk: comment.diff_hunk, text: comment.body };
  return onPullRequest(reading, number, {
    said: { kind: 'line_comment', review: of, comment: said, handles },
    occurrence: of === null ? occurrence : `review-${of}`,
    at,
  });
}

function onPullRequest(
  reading: Reading,
  number: number,
  what: Pick<OnPullRequest, 'said' | 'occurrence' | 'at'>,
): Intent | null {
  const sender = steeringSender(reading);
  if (sender === null) return null;
  return {
    kind: 'on_pull_request',
    ...common(reading, number, sender),
    ...what,
    isPrivate: reading.envelope.repository.private,
  };
}

/** Opened by us, from a branch of ours in this repository. Asked of GitHub again before anything comes of it. */
function isOurs({ identity, envelope }: Reading, { user, head }: PullRequest): boolean {
  return isOurAccount(user, identity) && issueOfBranch(head.ref) !== null && head.repo?.id === envelope.repository.id;
}
