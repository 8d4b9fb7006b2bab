/**
 * What was said on a pull request of ours becomes what it means on the issue that the pull request is for (GH-2): from
 * there it goes through the same door as a comment on that issue. Nothing is read for somebody who may not ask.
 */
import { Fault } from '../errors.ts';
import { followUpAnswer, type FollowUpAnswer } from './follow-up-words.ts';
import { BEGUN_BY } from '../people/intent.ts';
import { isSameLabel, planLabelOf } from '../people/same-label.ts';
import { isBeginning } from '../people/control-words.ts';
import { issueOfBranch } from '../ports/branch-name.ts';
import { holderOf, placeOf, releaseIssue } from '../queue/active-issues.ts';
import { askedInReview } from './asked-in-review.ts';
import { admission, isAdmitted, reply } from './admission.ts';
import { taskIdOf } from '../queue/task-id.ts';
import type { Asked } from './asked-in-review.ts';
import type { Intent } from '../people/intent.ts';
import type { RefusingTools } from './admission.ts';
import type { IssueText } from '../ports/github.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { TaskInbox } from '../state/stored-inbox.ts';

type OnPullRequest = Extract<Intent, { readonly kind: 'on_pull_request' }>;
type OnIssue = Extract<Intent, { readonly kind: 'start' | 'stop' | 'command' }>;

export interface PullRequestTools extends RefusingTools {
  readonly inbox: Pick<TaskInbox, 'read'>;
  readonly history: Pick<HistoryStore, 'read'>;
}

/** What is known of a delivery that was seen before. */
export interface Since {
  /** The task that was told of it, before a crash. */
  readonly told: string | null;
  /** A review that GitHub does not show may still come. */
  readonly mayShowLate: boolean;
}

/** What it means on the issue, or what the delivery comes to without that. */
export async function onItsIssue(
  intent: OnPullRequest,
  tools: PullRequestTools,
  { told, mayShowLate }: Since,
): Promise<OnIssue | string> {
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
  if (said.kind === 'words' && said.word !== null && !isBeginning(said.word)) {
    const { word, target, text } = said;
    return word === 'stop'
      ? { kind: 'stop', ...there, target }
      : { kind: 'command', ...there, target, word, addressed: true, text, isPrivate };
  }
  try {
    // Its branch is finished, and a new one would begin from the base: what was said about this one need not fit that.
    const asked = facts.state === 'closed' ? 'pull_request_over' : await askedFor(intent, tools, mayShowLate);
    if (typeof asked !== 'string') {
      const found = await issueOrGone(repo, issue, tools);
      if (found === 'issue_gone') {
        await withdrawClaim(intent, issue, tools);
        await answer(intent, 'issue_gone', { issue, tools });
        return found;
      }
      const { labels, ...text } = found;
      const planLabel = planLabelOf((await tools.settingsFor()).triggerLabel);
      const plans =
        asked.isPlan === true || labels.some((label) => isSameLabel(label, planLabel)) ? { plansFirst: true } : {};
      return { kind: 'start', ...there, ...asked, ...text, ...plans, at, isPrivate };
    }
    if (told !== null) return 'told before';
    await withdrawClaim(intent, issue, tools);
    if (asked === 'pull_request_over' || asked === 'nothing_said') await answer(intent, asked, { issue, tools });
    return asked;
  } catch (error) {
    if (error instanceof Fault) await withdrawClaim(intent, issue, tools);
    throw error;
  }
}

/** Deleted, or transferred to where we may not follow: the pull request is still there, and so is whoever asked. */
async function issueOrGone(
  repo: OnPullRequest['repo'],
  issue: number,
  { github }: RefusingTools,
): Promise<IssueText | 'issue_gone'> {
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
async function withdrawClaim(
  { repo, occurrence }: OnPullRequest,
  issue: number,
  tools: PullRequestTools,
): Promise<void> {
  const taskId = taskIdOf(tools.instance, repo.repositoryId, occurrence);
  const place = placeOf({ repo, issue });
  if ((await holderOf(tools.redis, place)) !== taskId) return;
  const [items, history] = await Promise.all([tools.inbox.read(taskId), tools.history.read(taskId)]);
  if (items.length === 0 && history.length === 0) await releaseIssue(tools.redis, place, taskId);
}

async function askedFor(
  intent: OnPullRequest,
  { github }: RefusingTools,
  mayShowLate: boolean,
): Promise<Asked | string> {
  const { said } = intent;
  if (said.kind !== 'words') return askedInReview(intent, said, { github, mayShowLate });
  const asked = { trigger: 'mention', target: said.target } as const;
  if (said.word !== null && isBeginning(said.word)) return { ...asked, instruction: null, ...BEGUN_BY[said.word] };
  return said.text === '' ? 'nothing_said' : { ...asked, instruction: said.text };
}
