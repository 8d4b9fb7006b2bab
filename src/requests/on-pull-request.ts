/**
 * Translates a message on one of our pull requests to the pull request's issue (GH-2); from there it is handled like a
 * comment on that issue. Nothing is read for people who may not ask.
 */
import { admitOrExplain, isAdmitted } from './admission.ts';
import { followUpAnswer, type FollowUpAnswer } from './reply-words.ts';
import { askedInReview, type Asked } from './asked-in-review.ts';
import { recordedText } from './issue-text.ts';
import { reply } from './reply.ts';
import { Fault } from '../errors.ts';
import { isBeginning } from '../people/control-words.ts';
import { BEGUN_BY, type Intent, type IntentOf } from '../people/intent.ts';
import { sayingHow } from '../people/same-label.ts';
import { issueOfBranch } from '../ports/branch-name.ts';
import { holderOf, issueRefOf, releaseIssue, taskIdOf } from '../queue/active-issues.ts';
import type { ActingTools } from './acting-tools.ts';
import type { IssueText } from '../ports/github.ts';

type OnPullRequest = IntentOf<'on_pull_request'>;

const LEFT_OUT =
  'The text of the issue is left out: no record has it as it was asked for, and it may have been changed since.';

/** What is known of a delivery that was seen before. */
export interface SeenBefore {
  /** The task that it was sent to before a crash. */
  readonly sentTo: string | null;
  /** A review that GitHub does not show may still appear. */
  readonly mayShowLate: boolean;
}

/** The intent on the issue, or the result of the delivery without one. */
export async function onItsIssue(
  intent: OnPullRequest,
  tools: ActingTools,
  before: SeenBefore,
): Promise<IntentOf<'start' | 'stop' | 'command'> | string> {
  const { repo, said, issue: pullRequest } = intent;
  const isStop = said.kind === 'words' && said.word === 'stop';
  if (!(await (isStop ? isAdmitted(intent, tools) : admitOrExplain(intent, tools)))) return 'refused';
  const facts = await tools.github.pullRequest(repo, pullRequest);
  const issue = issueOfBranch(facts.head);
  if (!facts.isOurs) return 'not ours';
  if (issue === null || facts.headRepositoryId !== repo.repositoryId) {
    // The branch was renamed or deleted. A review may not be meant for us, but a message addressed to us gets a reply.
    if (said.kind === 'words') await replyOnPullRequest(intent, 'branch_not_mine', { issue: null, tools });
    return 'not our branch';
  }
  const { sender, occurrence, isPrivate, at } = intent;
  const there = { repo, issue, sender, occurrence, pullRequest };
  if (said.kind === 'words' && said.word !== null && !isBeginning(said.word)) {
    const { word, target, text } = said;
    return word === 'stop'
      ? { kind: 'stop', ...there, target, addressed: true, isPrivate }
      : { kind: 'command', ...there, target, word, addressed: true, text, isPrivate };
  }
  try {
    // The branch of a closed pull request is finished, and a new one would start from the base, where the message need
    // not apply.
    const asked = facts.state === 'closed' ? 'pull_request_over' : await askedFor(intent, tools, before.mayShowLate);
    const found = typeof asked === 'string' ? null : await issueOrGone(repo, issue, tools);
    if (typeof asked !== 'string' && found !== null) {
      const { labels, author } = found;
      const text = (await recordedText({ repo, issue }, tools)) ?? { title: `Issue #${issue}`, body: LEFT_OUT, author };
      return { kind: 'start', ...there, ...asked, ...text, labels: sayingHow(labels), at, isPrivate };
    }
    if (typeof asked === 'string' && before.sentTo !== null) return 'sent before';
    const why = typeof asked === 'string' ? asked : 'issue_gone';
    await withdrawClaim(intent, issue, tools);
    if (why === 'pull_request_over' || why === 'nothing_said' || why === 'issue_gone')
      await replyOnPullRequest(intent, why, { issue, tools });
    return why;
  } catch (error) {
    if (error instanceof Fault) await withdrawClaim(intent, issue, tools);
    throw error;
  }
}

async function askedFor(intent: OnPullRequest, tools: ActingTools, mayShowLate: boolean): Promise<Asked | string> {
  const { said } = intent;
  if (said.kind !== 'words') return askedInReview(intent, said, { ...tools, mayShowLate });
  const asked = { trigger: 'mention', target: said.target } as const;
  if (said.word !== null && isBeginning(said.word)) return { ...asked, instruction: null, ...BEGUN_BY[said.word] };
  return said.text === '' ? 'nothing_said' : { ...asked, instruction: said.text };
}

/** Null if the issue was deleted or transferred out of our reach; the pull request and the requester still exist. */
async function issueOrGone(
  repo: OnPullRequest['repo'],
  issue: number,
  { github }: ActingTools,
): Promise<IssueText | null> {
  try {
    return await github.issueText(repo, issue);
  } catch (error) {
    if (error instanceof Fault && error.code === 'github_gone') return null;
    throw error;
  }
}

export async function replyOnPullRequest(
  intent: Intent,
  what: FollowUpAnswer,
  { issue, tools }: { readonly issue: number | null; readonly tools: ActingTools },
): Promise<void> {
  const about = issue === null ? null : await holderOf(tools.redis, issueRefOf({ repo: intent.repo, issue }));
  await reply(
    intent,
    { text: (words) => followUpAnswer(what, words.language, { issue, slug: words.botSlug }), about },
    tools,
  );
}

/** A crash may have come between the claim and the start; a request that is over since then must not hold the issue. */
export async function withdrawClaim(
  { repo, occurrence }: Pick<Intent, 'repo' | 'occurrence'>,
  issue: number,
  tools: ActingTools,
): Promise<void> {
  const taskId = taskIdOf(tools.instance, repo.repositoryId, occurrence);
  const place = issueRefOf({ repo, issue });
  if ((await holderOf(tools.redis, place)) !== taskId) return;
  const [items, history] = await Promise.all([tools.inbox.read(taskId), tools.history.read(taskId)]);
  if (items.length === 0 && history.length === 0) await releaseIssue(tools.redis, place, taskId);
}
