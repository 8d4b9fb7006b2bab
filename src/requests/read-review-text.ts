/**
 * A review of a pull request as one instruction: its text and its line comments, each with the place it is about. Hidden
 * text goes before they are put together: an unclosed comment of one must not swallow the next.
 */
import { withoutInvisible } from '../people/hidden-text.ts';
import type { LineComment } from '../people/intent.ts';

export interface ReviewToTell {
  readonly pullRequest: number;
  readonly by: string;
  readonly requestsChanges: boolean;
  /** Without the mention. */
  readonly body: string;
  readonly lines: readonly Omit<LineComment, 'id'>[];
  /** GitHub has more of them than were read. */
  readonly hasMore: boolean;
}

const MAX_BODY = 20_000;
/** All of them together fit, with the body, into what a model is shown of a request. */
const MAX_LINES = 60;
const MAX_LINE_TEXT = 2_000;
const MAX_ALL_LINES = 36_000;
/** The change above the line that is meant; the header of the hunk comes before it. */
const HUNK_LINES = 6;
const MAX_HUNK_LINE = 200;

export function reviewText(review: ReviewToTell): { readonly text: string; readonly hidden: number } {
  const { pullRequest, by, requestsChanges, hasMore } = review;
  const body = shown(review.body, MAX_BODY);
  let hidden = body.removed;
  let room = MAX_ALL_LINES;
  const parts: string[] = [];
  for (const line of review.lines.slice(0, MAX_LINES)) {
    const comment = shown(line.text, MAX_LINE_TEXT);
    const place = shown(line.path, MAX_HUNK_LINE).text.replace(/\s+/g, ' ');
    const part = [
      `${parts.length + 1}. ${place}${line.line === null ? '' : `, line ${line.line}`}`,
      ...hunkLines(line.hunk),
      comment.text,
    ].join('\n');
    if (part.length > room) break;
    room -= part.length;
    hidden += comment.removed;
    parts.push(part);
  }
  const left = review.lines.length - parts.length;
  const text = [
    `Review of pull request #${pullRequest} by @${by}${requestsChanges ? ', who requests changes' : ''}:`,
    ...(body.text === '' ? [] : [body.text]),
    ...(parts.length === 0 ? [] : ['Comments on lines (the last quoted line is the one that is meant):', ...parts]),
    ...(left > 0 || hasMore
      ? [`(${left > 0 ? `${left} further` : 'Further'} comments on lines are left out for lack of room.)`]
      : []),
  ].join('\n\n');
  return { text, hidden };
}

function shown(text: string, most: number): { readonly text: string; readonly removed: number } {
  const cleaned = withoutInvisible(text);
  const trimmed = cleaned.text.trim();
  return { removed: cleaned.removed, text: trimmed.length > most ? `${trimmed.slice(0, most)}… (cut)` : trimmed };
}

function hunkLines(hunk: string): readonly string[] {
  const [head = '', ...lines] = withoutInvisible(hunk).text.split(/\r?\n/);
  if (head === '') return [];
  return [head, ...lines.slice(-HUNK_LINES)].map((line) => `> ${line.slice(0, MAX_HUNK_LINE)}`);
}
