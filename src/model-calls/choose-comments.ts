/**
 * Selects the comments of an issue that a task reads (GH-2, PLAN-2, P11): people's comments as they were at the
 * request, without hidden text, the newest within 8,000 tokens. Strangers cannot crowd out those who may steer.
 */
import { weightOf, WEIGHT_OF_TOKEN } from '../ports/token-weight.ts';
import { CUT, withinWeight } from './bounded.ts';
import { withoutInvisible } from '../people/hidden-text.ts';
import type { IssueComment } from '../ports/github.ts';
import type { EarlierComment } from '../state/issue-content.ts';

export interface Occasion {
  /** The time of the request, in milliseconds. */
  readonly at: number;
  /** The comment that made the request; it is shown as such. */
  readonly ownComment: number | null;
  readonly allowedBots: readonly number[];
}

export interface Eligible {
  readonly comments: readonly IssueComment[];
  /** Edited since. */
  readonly edited: number;
  /** More than are looked at. */
  readonly older: number;
}

const MAX_COMMENTS = 100;
const MAX_WEIGHT = 8_000 * WEIGHT_OF_TOKEN;
/** Reserved for people who may not steer. */
const STRANGERS_WEIGHT = 2_000 * WEIGHT_OF_TOKEN;
/** Per comment, so that a pasted log leaves room for others. */
const MAX_OF_ONE = 3_000 * WEIGHT_OF_TOKEN;
/** The marks around a comment. */
const MARKS_WEIGHT = 200;
/** Less of a comment would be useless. */
const LEAST_WEIGHT = 200;
/**
 * Characters of one comment and of all: cleaning a million of the worst takes a second, and more would be cut anyway.
 */
const MAX_CLEANED = 16_000;
const MAX_ALL_CLEANED = 200_000;

/** GitHub's times are whole seconds: an edit in the second of the request may have come after it. */
export function eligible(comments: readonly IssueComment[], { at, ownComment, allowedBots }: Occasion): Eligible {
  const before = comments
    .filter(
      ({ id, isOurs, isBot, author }) => id !== ownComment && !isOurs && (!isBot || allowedBots.includes(author.id)),
    )
    .filter(({ id, createdAt }) => Date.parse(createdAt) <= at && (ownComment === null || id < ownComment));
  const unchanged = before.filter(({ createdAt, updatedAt }) => updatedAt === createdAt || Date.parse(updatedAt) < at);
  return {
    comments: unchanged.slice(-MAX_COMMENTS),
    edited: before.length - unchanged.length,
    older: Math.max(0, unchanged.length - MAX_COMMENTS),
  };
}

export interface Chosen {
  readonly comments: readonly EarlierComment[];
  /** Comments left out for lack of room. */
  readonly leftOut: number;
  /** Characters of hidden text in comments that are shown, or contain nothing else. */
  readonly hidden: number;
}

/** Those that fit, oldest first. */
export function chosen(comments: readonly IssueComment[], isTrusted: (comment: IssueComment) => boolean): Chosen {
  const ofTrusted = cleanedNewest(comments.filter(isTrusted), true);
  const ofStrangers = cleanedNewest(
    comments.filter((comment) => !isTrusted(comment)),
    false,
  );
  const strangers = ofStrangers.filter(isSaid);
  const wanted = strangers.reduce((sum, { text }) => sum + Math.min(weightOf(text), MAX_OF_ONE) + MARKS_WEIGHT, 0);
  const steering = newest(ofTrusted.filter(isSaid), MAX_WEIGHT - Math.min(STRANGERS_WEIGHT, wanted));
  const others = newest(strangers, MAX_WEIGHT - steering.weight);
  const kept = [...steering.comments, ...others.comments].toSorted((one, other) => one.id - other.id);
  const saysNothing = [...ofTrusted, ...ofStrangers].filter((comment) => !isSaid(comment));
  const hidden = [...kept, ...saysNothing].reduce((sum, comment) => sum + comment.hidden, 0);
  return { comments: kept, leftOut: comments.length - kept.length - saysNothing.length, hidden };
}

function isSaid({ text }: EarlierComment): boolean {
  return text.trim() !== '';
}

function cleanedNewest(comments: readonly IssueComment[], trusted: boolean): readonly EarlierComment[] {
  const read: EarlierComment[] = [];
  let left = MAX_ALL_CLEANED;
  for (const comment of comments.toReversed()) {
    left -= Math.min(comment.body.length, MAX_CLEANED);
    if (left < 0) break;
    read.unshift(cleaned(comment, trusted));
  }
  return read;
}

function cleaned({ id, author: { id: by, login }, createdAt, body }: IssueComment, trusted: boolean): EarlierComment {
  const { text, removed } = withoutInvisible(body.slice(0, MAX_CLEANED));
  const isCut = body.length > MAX_CLEANED;
  return { id, by: { id: by, login }, at: createdAt, trusted, text: isCut ? text + CUT : text, hidden: removed };
}

function newest(
  comments: readonly EarlierComment[],
  room: number,
): { comments: readonly EarlierComment[]; weight: number } {
  const kept: EarlierComment[] = [];
  let left = room;
  for (const comment of comments.toReversed()) {
    const text = withinWeight(comment.text, MAX_OF_ONE);
    const weight = weightOf(text);
    if (left - MARKS_WEIGHT < Math.min(LEAST_WEIGHT, weight)) break;
    const fitting = withinWeight(text, left - MARKS_WEIGHT);
    kept.push({ ...comment, text: fitting });
    left -= weightOf(fitting) + MARKS_WEIGHT;
  }
  return { comments: kept, weight: room - left };
}
