/**
 * Turns failed checks on the newest commit of one of our pull requests into a follow-up on its issue (GH-2), in the
 * name of the requester. All failed checks form one follow-up, and only a limited number start by themselves. While a
 * task is at work its checks wait, since those of intermediate commits say nothing.
 */
import { isAdmitted } from './admission.ts';
import { checkedWork, type CheckedWork } from './checked-work.ts';
import { nameOf, reportsOf } from './failed-check-reports.ts';
import { checksAnswer, type ChecksAnswer } from './failing-checks-words.ts';
import { reply } from './reply.ts';
import { sayingHow } from '../people/same-label.ts';
import { holderOf, issueRefOf, taskIdOf } from '../queue/active-issues.ts';
import { keepForAfterwards } from '../queue/afterwards.ts';
import { issueKey } from '../state/request.ts';
import { isOfRepository, readBeforeDamage, readFirst } from '../state/stored.ts';
import type { ActingTools } from './acting-tools.ts';
import type { Delivery, IntentOf } from '../people/intent.ts';
import type { FailedCheck, PullRequestHead } from '../ports/commit-checks.ts';
import type { Recorded } from '../state/facts.ts';
import type { FailedChecks, TaskRequest } from '../state/request.ts';

type Failed = IntentOf<'checks_failed'>;
type Start = IntentOf<'start'>;

/** Checks without progress for this long are not waited for. */
const MAX_WAIT_MS = 60 * 60_000;
/** In total: the start time of a check is what its App claims, and new checks may start without end (I5). */
const LONGEST_WAIT_MS = 6 * 60 * 60_000;
const LOOK_AGAIN_MS = 30_000;
/** Tasks of an issue that are considered, beside those that checks may have started. */
const MAX_TASKS = 30;
/** The result of a delivery that is handled again later. */
export const LATER = 'looked at again later';

/** The follow-up to start, or the result of the delivery without one. */
export async function onFailingChecks(delivery: Delivery, intent: Failed, tools: ActingTools): Promise<Start | string> {
  const { redis, ciFixAttempts, instance } = tools;
  if (ciFixAttempts === 0) return 'switched off';
  const taskId = taskIdOf(instance, intent.repo.repositoryId, intent.occurrence);
  const holder = await holderOf(redis, issueRefOf(intent));
  if (holder !== null && holder !== taskId)
    return (await keepForAfterwards(redis, holder, delivery))
      ? 'after the task'
      : onFailingChecks(delivery, intent, tools);
  const begun = await begunBefore(taskId, tools);
  if (begun !== null) {
    const isMine = (await tools.inbox.receiverOf([delivery.deliveryId])) === taskId;
    return isMine ? startOf(intent, begun) : 'followed up before';
  }
  const work = checkedWork(await recordsOf(intent, tools), intent.sha);
  if (work === null || !work.isOurs) return 'not our commit';
  if (work.wasEndedByPeople) return 'ended by people';
  const pull = await tools.github.openPullRequestFrom(intent.repo, intent.branch);
  if (pull === null) return 'no open pull request';
  if (pull.headSha !== intent.sha) return 'not the newest commit';
  const { failed, runningSince } = await tools.github.checksOf(intent.repo, {
    sha: intent.sha,
    branch: intent.branch,
    pull: pull.number,
  });
  if (failed.length === 0) return 'nothing fails any more';
  const hasTime = Date.now() - Date.parse(delivery.receivedAt) < LONGEST_WAIT_MS;
  if (runningSince !== null && hasTime && Date.now() - runningSince < MAX_WAIT_MS) {
    await tools.actLater(delivery, LOOK_AGAIN_MS);
    return LATER;
  }
  return followUp(intent, { work, pull, failed }, tools);
}

interface Found {
  readonly work: CheckedWork;
  readonly pull: PullRequestHead;
  readonly failed: readonly FailedCheck[];
}

async function followUp(intent: Failed, { work, pull, failed }: Found, tools: ActingTools): Promise<Start | string> {
  const { github, redact, ciFixAttempts: of } = tools;
  const { repo, issue } = intent;
  const [{ state, labels }, { enabled, allowedBots }] = await Promise.all([
    github.issue(repo, issue),
    tools.settingsOf(repo),
  ]);
  if (state === 'closed' || !enabled) return enabled ? 'closed' : 'disabled';
  const onBase = (await github.checksOf(repo, { sha: pull.baseSha, branch: pull.baseBranch, pull: null })).failed;
  const isOutside = (check: FailedCheck) => onBase.some(({ app, name }) => app === check.app && name === check.name);
  const outside = failed.filter(isOutside).map((check) => nameOf(check, redact));
  const inside = failed.filter((check) => !isOutside(check));
  const start = (checks: FailedChecks): Start =>
    startOf(intent, { ...work.request, checks, pullRequest: pull.number }, { labels, allowedBots });
  const unread = (checks: readonly FailedCheck[], attempt: number): FailedChecks => ({
    attempt,
    of,
    failed: checks.map(({ name, conclusion, url }) => ({
      name: nameOf({ name }, redact),
      conclusion,
      url,
      report: '',
    })),
    outside,
  });
  if (inside.length === 0) return tellOf(start(unread(failed, 0)), 'outside', tools);
  const attempt = work.attempts + 1;
  if (attempt > of) return tellOf(start(unread(inside, of)), 'used_up', tools);
  const wished = start(unread(inside, attempt));
  if (!(await isAdmitted(wished, tools))) return tellOf(wished, 'no_access', tools);
  return start({ attempt, of, failed: await reportsOf(repo, inside, tools), outside });
}

/** In the name of the newest work's requester, whose permission is checked again. */
function startOf(
  { repo, issue, occurrence, at, isPrivate }: Failed,
  { requester, title, body, author, checks, pullRequest, priority }: TaskRequest,
  {
    labels = [],
    allowedBots = [],
  }: { readonly labels?: readonly string[]; readonly allowedBots?: readonly number[] } = {},
): Start {
  return {
    kind: 'start',
    repo,
    issue,
    sender: { ...requester, isBot: allowedBots.includes(requester.id) },
    occurrence,
    trigger: 'checks',
    target: { kind: 'issue', issue: pullRequest ?? issue },
    title,
    body,
    author,
    at,
    instruction: null,
    isPrivate,
    labels: sayingHow(labels),
    ...(checks === undefined ? {} : { checks }),
    ...(pullRequest === undefined ? {} : { pullRequest }),
    ...(priority === undefined ? {} : { priority }),
  };
}

/** A crash may have come after it was sent to its task and before people saw that. */
async function begunBefore(taskId: string, { inbox, history }: ActingTools): Promise<TaskRequest | null> {
  const recorded = readFirst((await history.read(taskId))[0]);
  if (recorded !== null) return recorded;
  const waiting = (await inbox.read(taskId)).find((item) => item.kind === 'start');
  return waiting?.request ?? null;
}

/** The newest tasks of the issue, newest first; unreadable ones are skipped. */
async function recordsOf(
  intent: Failed,
  { history, log, ciFixAttempts }: ActingTools,
): Promise<readonly (readonly Recorded[])[]> {
  const records: (readonly Recorded[])[] = [];
  for (const taskId of (await history.ofIssue(issueKey(intent))).toReversed().slice(0, MAX_TASKS + ciFixAttempts)) {
    const entries = await history.read(taskId).catch((error: unknown) => {
      log.warn({ task: taskId, err: error }, 'the record of an earlier task cannot be read for failing checks');
      return [];
    });
    if (isOfRepository(entries, intent.repo.repositoryId)) records.push(readBeforeDamage(entries));
  }
  return records;
}

async function tellOf(start: Start, what: ChecksAnswer, tools: ActingTools): Promise<string> {
  await tellOnPullRequest({ ...start, occurrence: `${start.occurrence}-${what}` }, what, tools);
  return what.replaceAll('_', ' ');
}

/** Posted once, on the pull request. */
export async function tellOnPullRequest(start: Start, what: ChecksAnswer, tools: ActingTools): Promise<void> {
  const { checks, issue } = start;
  if (checks === undefined) return;
  const about = what === 'begun' ? await holderOf(tools.redis, issueRefOf(start)) : null;
  const told = { checks, issue, requester: start.sender.login };
  await reply(
    start,
    { text: ({ language, botSlug }) => checksAnswer(what, language, { ...told, slug: botSlug }), about },
    tools,
  );
}
