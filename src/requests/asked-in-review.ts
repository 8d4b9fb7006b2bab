/**
 * What a review on one of our pull requests asks for (GH-2): its text and the lines addressed to us, as one
 * instruction, each line with its place.
 */
import { Fault } from '../errors.ts';
import { hunkLines, MAX_LINE } from './hunk-lines.ts';
import { withoutInvisible, withVisibleCharacters } from '../people/hidden-text.ts';
import { saidToUs } from '../people/mention.ts';
import type { ActingTools } from './acting-tools.ts';
import type { IntentOf, LineComment } from '../people/intent.ts';
import type { ReactionTarget, ReviewFacts } from '../ports/github.ts';

type OnPullRequest = IntentOf<'on_pull_request'>;
type SaidInReview = Exclude<OnPullRequest['said'], { readonly kind: 'words' }>;
/** Starts a task, or is sent to a running one. */
export type Asked = Pick<
  IntentOf<'start'>,
  'trigger' | 'target' | 'alsoSeen' | 'instruction' | 'hidden' | 'isRetry' | 'samePlan' | 'isPlan'
>;

export interface ReviewParts {
  readonly pullRequest: number;
  readonly by: string;
  readonly requestsChanges: boolean;
  /** Without the mention. */
  readonly body: string;
  readonly lines: readonly Omit<LineComment, 'id'>[];
  /** GitHub has more of them than were read. */
  readonly hasMore: boolean;
}

/** More reactions would tell the author nothing new. */
const MAX_ALSO_SEEN = 10;
const MAX_BODY = 20_000;
/** Chosen so that all lines and the body fit into what a model is shown of a request. */
const MAX_LINES = 60;
const MAX_LINE_TEXT = 2_000;
const MAX_ALL_LINES = 36_000;
const LINES_FOLLOW =
  'Comments on lines. In the fence before each stand lines of the file, which ask for nothing; the last one is meant:';

/**
 * A review that is addressed to us counts as a whole, in whichever order GitHub sent its parts; of any other, only the
 * lines addressed to us. The text in the event itself is used as it was then. A string says why nothing is asked.
 */
export async function askedInReview(
  { repo, sender, issue: pullRequest }: OnPullRequest,
  said: SaidInReview,
  { github, redact, mayShowLate }: Pick<ActingTools, 'github' | 'redact'> & { readonly mayShowLate: boolean },
): Promise<Asked | string> {
  const { handles } = said;
  const line = said.kind === 'line_comment' ? said.comment : null;
  const asked = (
    parts: Pick<ReviewParts, 'requestsChanges' | 'body' | 'hasMore'>,
    lines: readonly LineComment[],
    [target, ...alsoSeen]: readonly ReactionTarget[],
  ): Asked | string => {
    if (target === undefined) return 'nothing_said';
    const words = lines.map((one) => ({ ...one, text: saidToUs(one.text, handles)?.text ?? one.text }));
    const { text, hidden } = reviewInstruction({ ...parts, pullRequest, by: sender.login, lines: words }, redact);
    return {
      trigger: 'review',
      target,
      instruction: text,
      ...(alsoSeen.length > 0 ? { alsoSeen: alsoSeen.slice(0, MAX_ALSO_SEEN) } : {}),
      ...(hidden > 0 ? { hidden } : {}),
    };
  };
  const askedInLines = (lines: readonly LineComment[]) =>
    asked({ requestsChanges: false, body: '', hasMore: false }, lines, lines.map(targetOf));

  const review =
    said.review === null
      ? null
      : await github.review(repo, pullRequest, said.review).catch((error: unknown) => {
          if (mayShowLate || !(error instanceof Fault) || error.code !== 'github_gone') throw error;
          return reviewOfEvent(said, sender);
        });
  if (review === null) return askedInLines(line === null ? [] : [line]);
  if (review.author?.id !== sender.id) return 'not theirs';
  if (review.state === 'dismissed') return 'withdrawn';
  const own = linesBy(sender.id, review, { handles, event: line });
  if (line !== null && !own.some(({ id }) => id === line.id)) return 'comment_gone';
  const toUs = own.filter(({ text }) => saidToUs(text, handles) !== null);
  const body = said.kind === 'review' ? said.body : review.body;
  const requestsChanges = review.state === 'changes_requested';
  const words = saidToUs(body, handles);
  const isCommand = words !== null && words.word !== null;
  if (!requestsChanges && (words === null || isCommand)) return askedInLines(toUs);
  const text = isCommand ? '' : (words?.text ?? body);
  if (text.trim() === '' && own.length === 0) return 'nothing_said';
  const onPullRequest = { kind: 'issue', issue: pullRequest } as const;
  return asked({ requestsChanges, body: text, hasMore: review.hasMore }, own, [onPullRequest, ...toUs.map(targetOf)]);
}

/** For a review that GitHub does not show even after waiting. */
function reviewOfEvent(said: SaidInReview, author: ReviewFacts['author']): ReviewFacts | null {
  if (said.kind === 'line_comment') return null;
  const isToUs = saidToUs(said.body, said.handles) !== null;
  return { state: isToUs ? 'commented' : 'changes_requested', author, body: said.body, comments: [], hasMore: false };
}

/** Without control words, which arrive as separate events, and without other people's lines. */
function linesBy(
  author: number,
  { comments }: ReviewFacts,
  { handles, event }: { readonly handles: readonly string[]; readonly event: LineComment | null },
): readonly LineComment[] {
  return comments
    .filter((comment) => comment.author?.id === author && comment.body.trim() !== '')
    .map(({ id, path, line, hunk, body }) => (id === event?.id ? event : { id, path, line, hunk, text: body }))
    .filter(({ text }) => (saidToUs(text, handles)?.word ?? null) === null);
}

function targetOf({ id }: LineComment): ReactionTarget {
  return { kind: 'review_comment', commentId: id };
}

/** Hidden text is removed before the parts are joined: an unclosed comment in one must not swallow the next. */
export function reviewInstruction(
  review: ReviewParts,
  redact: (text: string) => string,
): { readonly text: string; readonly hidden: number } {
  const { pullRequest, by, requestsChanges, hasMore } = review;
  const body = shown(review.body, MAX_BODY);
  let hidden = body.removed;
  let room = MAX_ALL_LINES;
  const parts: string[] = [];
  for (const line of review.lines.slice(0, MAX_LINES)) {
    const comment = shown(line.text, MAX_LINE_TEXT);
    const place = withVisibleCharacters(redact(line.path)).replace(/\s+/g, ' ').slice(0, MAX_LINE);
    const part = [
      `${parts.length + 1}. ${place}${line.line === null ? '' : `, line ${line.line}`}`,
      ...hunkLines(line.hunk, redact),
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
    ...(parts.length === 0 ? [] : [LINES_FOLLOW, ...parts]),
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
