/** What a review on a pull request of ours asks for: its text and those of its lines that are to us, as one instruction (GH-2). */
import { Fault } from '../errors.ts';
import { readControlWord } from '../people/control-words.ts';
import { instructionInComment } from '../people/mention.ts';
import { reviewText } from './read-review-text.ts';
import type { Intent, LineComment } from '../people/intent.ts';
import type { RefusingTools } from './admission.ts';
import type { ReactionTarget, ReviewFacts } from '../ports/github.ts';

type OnPullRequest = Extract<Intent, { readonly kind: 'on_pull_request' }>;
type Said<Kind extends OnPullRequest['said']['kind']> = Extract<OnPullRequest['said'], { readonly kind: Kind }>;
/** What a task is begun with, or one at work told. */
export type Asked = Pick<
  Extract<Intent, { readonly kind: 'start' }>,
  'trigger' | 'target' | 'alsoSeen' | 'instruction' | 'hidden' | 'isRetry' | 'isPlan'
>;

/** Of the lines that were written to us; whoever writes more sees it on the first. */
const MAX_ALSO_SEEN = 10;

/**
 * All of a review that is to us, in whichever order GitHub told of its parts; of any other those lines that are. What the
 * event itself brought is taken as it was then.
 */
export async function askedInReview(
  { repo, sender, issue: pullRequest }: OnPullRequest,
  said: Said<'review' | 'line_comment'>,
  { github, mayShowLate }: Pick<RefusingTools, 'github'> & { readonly mayShowLate: boolean },
): Promise<Asked | string> {
  const { handles } = said;
  const line = said.kind === 'line_comment' ? said.comment : null;
  const onPullRequest = { kind: 'issue', issue: pullRequest } as const;
  const tell = (
    requestsChanges: boolean,
    body: string,
    { lines, hasMore }: { lines: readonly LineComment[]; hasMore: boolean },
  ) =>
    reviewText({
      pullRequest,
      by: sender.login,
      requestsChanges,
      body,
      lines: lines.map(withoutMention(handles)),
      hasMore,
    });
  const shown = said.review === null ? null : github.review(repo, pullRequest, said.review);
  const review = shown && (await shown.catch(toldByItself(said, sender, mayShowLate)));
  if (review === null) {
    const lines = line === null ? [] : [line];
    return asked(tell(false, '', { lines, hasMore: false }), lines.map(targetOf));
  }
  if (review.author?.id !== sender.id) return 'not theirs';
  if (review.state === 'dismissed') return 'withdrawn';
  const own = linesBy(sender.id, review, { handles, event: line });
  if (line !== null && !own.some(({ id }) => id === line.id)) return 'comment_gone';
  const toUs = own.filter(({ text }) => instructionInComment(text, handles) !== null);
  const body = said.kind === 'review' ? said.body : review.body;
  const requestsChanges = review.state === 'changes_requested';
  const words = instructionInComment(body, handles);
  const isCommand = words !== null && readControlWord(words) !== null;
  if (!requestsChanges && (words === null || isCommand))
    return asked(tell(false, '', { lines: toUs, hasMore: false }), toUs.map(targetOf));
  const text = isCommand ? '' : (words ?? body);
  if (text.trim() === '' && own.length === 0) return 'nothing_said';
  return asked(tell(requestsChanges, text, { lines: own, hasMore: review.hasMore }), [
    onPullRequest,
    ...toUs.map(targetOf),
  ]);
}

/** A review that GitHub does not show, however long it is waited for, is what the event says of it. */
function toldByItself(
  said: Said<'review' | 'line_comment'>,
  author: ReviewFacts['author'],
  mayShowLate: boolean,
): (error: unknown) => ReviewFacts | null {
  return (error) => {
    if (mayShowLate || !(error instanceof Fault) || error.code !== 'github_gone') throw error;
    if (said.kind === 'line_comment') return null;
    const isToUs = instructionInComment(said.body, said.handles) !== null;
    return { state: isToUs ? 'commented' : 'changes_requested', author, body: said.body, comments: [], hasMore: false };
  };
}

function asked(
  { text, hidden }: ReturnType<typeof reviewText>,
  [target, ...alsoSeen]: readonly ReactionTarget[],
): Asked | string {
  if (target === undefined) return 'nothing_said';
  return {
    trigger: 'review',
    target,
    instruction: text,
    ...(alsoSeen.length > 0 ? { alsoSeen: alsoSeen.slice(0, MAX_ALSO_SEEN) } : {}),
    ...(hidden > 0 ? { hidden } : {}),
  };
}

/** A control word among them has come by itself. Nobody else's words stand in somebody's review. */
function linesBy(
  author: number,
  { comments }: ReviewFacts,
  { handles, event }: { readonly handles: readonly string[]; readonly event: LineComment | null },
): readonly LineComment[] {
  return comments
    .filter((comment) => comment.author?.id === author && comment.body.trim() !== '')
    .map(({ id, path, line, hunk, body }) => (id === event?.id ? event : { id, path, line, hunk, text: body }))
    .filter(({ text }) => {
      const words = instructionInComment(text, handles);
      return words === null || readControlWord(words) === null;
    });
}

function withoutMention(handles: readonly string[]): (line: LineComment) => LineComment {
  return (line) => ({ ...line, text: instructionInComment(line.text, handles) ?? line.text });
}

function targetOf({ id }: LineComment): ReactionTarget {
  return { kind: 'review_comment', commentId: id };
}
