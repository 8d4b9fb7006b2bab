/**
 * What was said on a pull request of ours becomes what it means on the issue that the pull request is for (GH-2): from
 * there it goes through the same door as a comment on that issue. Nothing is read for somebody who may not ask.
 */
import { Fault } from '../errors.ts';
import { readControlWord } from '../intake/control-words.ts';
import { followUpAnswer, type FollowUpAnswer } from '../intake/follow-up-words.ts';
import { instructionInComment } from '../intake/mention.ts';
import { isSameLabel, planLabelOf } from '../intake/same-label.ts';
import { issueOfBranch } from '../plan/branch-name.ts';
import { holderOf, releaseIssue } from './active-issues.ts';
import { admission, isAdmitted, reply } from './refuse.ts';
import { reviewText } from './review-text.ts';
import { taskIdOf } from './task-id.ts';
import type { Intent, LineComment } from '../intake/intent.ts';
import type { RefusingTools } from './refuse.ts';
import type { IssueText, ReactionTarget, ReviewFacts } from '../ports/github.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { Inbox } from '../ports/inbox.ts';

type OnPullRequest = Extract<Intent, { readonly kind: 'on_pull_request' }>;
type OnIssue = Extract<Intent, { readonly kind: 'start' | 'stop' | 'command' }>;
type Said<Kind extends OnPullRequest['said']['kind']> = Extract<OnPullRequest['said'], { readonly kind: Kind }>;
type Asked = Pick<
  Extract<Intent, { readonly kind: 'start' }>,
  'trigger' | 'target' | 'alsoSeen' | 'instruction' | 'hidden' | 'isRetry' | 'isPlan' | 'plansFirst'
>;

export interface PullRequestTools extends RefusingTools {
  readonly inbox: Pick<Inbox, 'read'>;
  readonly history: Pick<HistoryStore, 'read'>;
}

/** Of the lines that were written to us; whoever writes more sees it on the first. */
const MAX_ALSO_SEEN = 10;

/** What it means on the issue, or what the delivery comes to without that. */
export async function onItsIssue(intent: OnPullRequest, tools: PullRequestTools): Promise<OnIssue | string> {
  const { repo, said, issue: pullRequest } = intent;
  const isStop = said.kind === 'words' && said.word === 'stop';
  if (!(isStop ? (await admission(intent, tools)).kind === 'admit' : await isAdmitted(intent, tools))) return 'refused';
  const facts = await tools.github.pullRequest(repo, pullRequest);
  const issue = issueOfBranch(facts.head);
  if (!facts.isOurs) return 'not ours';
  if (issue === null || facts.headRepositoryId !== repo.repositoryId) {
    // A branch that was renamed, or is gone with its repository: a review may be among people, what is said to us is not.
    if (said.kind === 'words') await answer(intent, 'branch_not_mine', { issue: null, tools });
    return 'not our branch';
  }
  const { sender, occurrence, isPrivate, at } = intent;
  const there = { repo, issue, sender, occurrence, pullRequest };
  if (said.kind === 'words' && said.word !== null && said.word !== 'retry' && said.word !== 'plan') {
    const { word, target, text } = said;
    return word === 'stop'
      ? { kind: 'stop', ...there, target }
      : { kind: 'command', ...there, target, word, addressed: true, text, isPrivate };
  }
  try {
    // Its branch is finished, and a new one would begin from the base: what was said about this one need not fit that.
    const asked = facts.state === 'closed' ? 'pull_request_over' : await askedFor(intent, tools);
    if (typeof asked !== 'string') {
      const found = await issueOrGone(repo, issue, tools);
      if (found === 'issue_gone') {
        await withdrawClaim(intent, issue, tools);
        await answer(intent, 'issue_gone', { issue, tools });
        return found;
      }
      const { labels, ...text } = found;
      const planLabel = planLabelOf((await tools.settingsFor()).triggerLabel);
      const plans = labels.some((label) => isSameLabel(label, planLabel)) ? { plansFirst: true } : {};
      return { kind: 'start', ...there, ...asked, ...text, ...plans, at, isPrivate };
    }
    await withdrawClaim(intent, issue, tools);
    if (asked === 'pull_request_over' || asked === 'nothing_said') await answer(intent, asked, { issue, tools });
    return asked;
  } catch (error) {
    if (error instanceof Fault) await withdrawClaim(intent, issue, tools);
    throw error;
  }
}

/** Deleted, or transferred to where we may not follow: the pull request is still there, and so is whoever asked. */
async function issueOrGone(repo: OnPullRequest['repo'], issue: number, { github }: RefusingTools): Promise<IssueText | 'issue_gone'> {
  try {
    return await github.issueText(repo, issue);
  } catch (error) {
    if (error instanceof Fault && error.code === 'github_gone') return 'issue_gone';
    throw error;
  }
}

export async function answer(
  intent: Parameters<typeof reply>[0],
  what: FollowUpAnswer,
  { issue, tools }: { readonly issue: number | null; readonly tools: RefusingTools },
): Promise<void> {
  const { language, botSlug: slug } = await tools.settingsFor();
  await reply(intent, followUpAnswer(what, language, { issue, slug }), tools);
}

/** A crash may have come between the claim and the start: what is over since then must not hold the issue for ever. */
async function withdrawClaim({ repo, occurrence }: OnPullRequest, issue: number, tools: PullRequestTools): Promise<void> {
  const taskId = taskIdOf(tools.instance, repo.repositoryId, occurrence);
  const place = { repositoryId: repo.repositoryId, issue };
  if ((await holderOf(tools.redis, place)) !== taskId) return;
  const [items, history] = await Promise.all([tools.inbox.read(taskId), tools.history.read(taskId)]);
  if (items.length === 0 && history.length === 0) await releaseIssue(tools.redis, place, taskId);
}

async function askedFor(intent: OnPullRequest, tools: RefusingTools): Promise<Asked | string> {
  const { said } = intent;
  if (said.kind !== 'words') return inReview(intent, said, tools);
  if (said.word === 'retry') return { trigger: 'mention', target: said.target, instruction: null, isRetry: true };
  if (said.word === 'plan') return { trigger: 'mention', target: said.target, instruction: null, isPlan: true, plansFirst: true };
  return said.text === '' ? 'nothing_said' : { trigger: 'mention', target: said.target, instruction: said.text };
}

/**
 * All of a review that is to us, in whichever order GitHub told of its parts; of any other those lines that are. What the
 * event itself brought is taken as it was then.
 */
async function inReview(
  { repo, sender, issue: pullRequest }: OnPullRequest,
  said: Said<'review' | 'line_comment'>,
  { github }: RefusingTools,
): Promise<Asked | string> {
  const { handles } = said;
  const line = said.kind === 'line_comment' ? said.comment : null;
  const onPullRequest = { kind: 'issue', issue: pullRequest } as const;
  const tell = (requestsChanges: boolean, body: string, { lines, hasMore }: { lines: readonly LineComment[]; hasMore: boolean }) =>
    reviewText({ pullRequest, by: sender.login, requestsChanges, body, lines: lines.map(withoutMention(handles)), hasMore });
  if (said.review === null) {
    const lines = line === null ? [] : [line];
    return asked(tell(false, '', { lines, hasMore: false }), lines.map(targetOf));
  }
  const review = await github.review(repo, pullRequest, said.review);
  if (review.author?.id !== sender.id) return 'not theirs';
  if (review.state === 'dismissed') return 'withdrawn';
  const own = linesBy(sender.id, review, { handles, event: line });
  if (line !== null && !own.some(({ id }) => id === line.id)) return 'comment_gone';
  const toUs = own.filter(({ text }) => instructionInComment(text, handles) !== null);
  const body = said.kind === 'review' ? said.body : review.body;
  const requestsChanges = review.state === 'changes_requested';
  const words = instructionInComment(body, handles);
  const isCommand = words !== null && readControlWord(words) !== null;
  if (!requestsChanges && (words === null || isCommand)) return asked(tell(false, '', { lines: toUs, hasMore: false }), toUs.map(targetOf));
  const text = isCommand ? '' : (words ?? body);
  if (text.trim() === '' && own.length === 0) return 'nothing_said';
  return asked(tell(requestsChanges, text, { lines: own, hasMore: review.hasMore }), [onPullRequest, ...toUs.map(targetOf)]);
}

function asked({ text, hidden }: ReturnType<typeof reviewText>, [target, ...alsoSeen]: readonly ReactionTarget[]): Asked | string {
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
