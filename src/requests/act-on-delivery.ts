/**
 * Turns a queued delivery into a task, a message to a task, or nothing. Each step may be repeated: the delivery is
 * marked as done only after all of them.
 */
import { actOnAround } from './act-on-around.ts';
import { isSpentToday, refuse } from './admission.ts';
import { answerCommand, answerIdleStop, refuseToBegin, refuseWithoutPlan } from './answer-command.ts';
import { isAmongBots } from './bot-turns.ts';
import { asConfigured, isListenedTo, isMistaken } from './as-configured.ts';
import { LATER, onFailingChecks, tellOnPullRequest } from './on-failing-checks.ts';
import { onItsIssue, replyOnPullRequest, type SeenBefore, withdrawClaim } from './on-pull-request.ts';
import { lookAtIssue, type SeenOfIssue } from './look-at-issue.ts';
import { isFinal, reactTo } from './reply.ts';
import { lastPlan } from './last-plan.ts';
import { asJoined, withProfile } from './choose-profile.ts';
import { isAnswer, reactToAnswer } from './seen-answer.ts';
import { beginningOfTask, commentItem, NOTHING_TO_STOP, send, sendToActiveTask } from './send-to-task.ts';
import { startItem } from './start-item.ts';
import { wakeWaiting } from './wake-waiting.ts';
import { crashpoint } from '../crashpoint.ts';
import { Fault, RetryLater } from '../errors.ts';
import { begunBy, type Delivery, type Intent, type IntentOf } from '../people/intent.ts';
import { holderOf, issueRefOf, taskIdOf } from '../queue/active-issues.ts';
import { ACTING_SECONDS, keys, REMEMBER_DELIVERY_SECONDS } from '../queue/names.ts';
import { inOneWrite } from '../queue/one-write.ts';
import { watchersOf } from '../queue/watched-issues.ts';
import { standingOf } from '../queue/task-jobs.ts';
import type { ActingTools } from './acting-tools.ts';

type Start = IntentOf<'start'>;

/**
 * GitHub sends an event before its API shows the object everywhere, so an object that is missing is looked for again.
 */
const SHOWS_LATE_MS = 15_000;
const NOT_SHOWN: readonly string[] = ['comment_gone', 'github_gone'];
const OF_OTHER_LABELS: readonly string[] = ['another label', 'not of this task'];

export async function actOnDelivery(delivery: Delivery, acting: ActingTools, now = Date.now()): Promise<void> {
  const tools = readingOnce(acting);
  const { intent, deliveryId, receivedAt } = delivery;
  const { redis, inbox, log } = tools;
  const ids = [deliveryId, intent.occurrence];
  inOneWrite(redis);
  const [acted, sentTo, ofIssue] = await Promise.all([
    redis.exists(ids.map(keys.acted)),
    inbox.receiverOf(ids),
    lookAtIssue(intent, redis),
  ]);
  if (acted > 0) return;
  const mayShowLate = now - Date.parse(receivedAt) < SHOWS_LATE_MS;
  const fields = { delivery: deliveryId, issue: `${intent.repo.owner}/${intent.repo.name}#${intent.issue}` };
  const what = await act(delivery, tools, { sentTo, mayShowLate, ofIssue }).catch((error: unknown) => {
    // A final error ends the delivery; others are retried.
    if (!(error instanceof Fault) || !isFinal(error)) throw error;
    const { code, message: reason, advice } = error;
    log.warn({ ...fields, code, reason, advice }, 'delivery led to nothing');
    return code;
  });
  if (NOT_SHOWN.includes(what) && mayShowLate)
    throw new RetryLater('GitHub does not show what this delivery tells of.', { of: 'github' });
  log.info({ ...fields, intent: intent.kind, what }, 'delivery acted on');
  if (what === LATER) return;
  // The task ended before reading this item; `releaseTask` re-queues the delivery, so it is not marked.
  if (what === 'joined' && (await inbox.receiverOf(ids)) === null) return;
  const remember = redis.multi();
  // A commit's checks may fail again, and differently; an issue may be blocked and unblocked again; and if labels were set or
  // removed in the same second, another one of them may count.
  const comesAgain = intent.kind === 'checks_failed' || intent.kind === 'unblocked' || OF_OTHER_LABELS.includes(what);
  const over = comesAgain ? [deliveryId] : ids;
  for (const id of over) remember.set(keys.acted(id), what, 'EX', REMEMBER_DELIVERY_SECONDS);
  await remember.exec();
}

/** A delivery concerns one repository, so its configuration is read once. */
function readingOnce(tools: ActingTools): ActingTools {
  let read: ReturnType<ActingTools['settingsOf']> | null = null;
  return { ...tools, settingsOf: (repo) => (read ??= tools.settingsOf(repo)) };
}

interface Seen extends SeenBefore {
  readonly ofIssue: SeenOfIssue;
}

async function act(delivery: Delivery, tools: ActingTools, before: Seen): Promise<string> {
  const { sentTo, ofIssue } = before;
  const actAs = async (intent: Intent) =>
    act({ ...delivery, intent }, tools, { ...before, ofIssue: await lookAtIssue(intent, tools.redis) });
  const { intent, deliveryId, receivedAt } = delivery;
  if (intent.kind === 'withdraw' && intent.reason !== 'unlabeled')
    await wakeWaiting(delivery, await watchersOf(tools.redis, intent.issueId), tools);
  if (sentTo !== null && intent.kind !== 'on_pull_request' && intent.kind !== 'checks_failed') {
    // The start of a task also wakes it.
    if (sentTo !== taskIdOf(tools.instance, intent.repo.repositoryId, intent.occurrence)) await tools.wake(sentTo);
    await acknowledge(intent, sentTo, tools);
    return 'sent before';
  }
  if (!(await isListenedTo(intent, tools))) return 'not listened to';
  if (await isAmongBots(intent, ofIssue, tools)) return 'among bots';
  switch (intent.kind) {
    case 'start':
      return beginAsConfigured(delivery, { labelled: intent, before: ofIssue.holder }, tools);
    case 'command':
      return answerCommand(intent, tools, Date.parse(receivedAt));
    case 'on_pull_request': {
      await takeAlone(delivery, tools);
      const meant = await onItsIssue(intent, tools, before);
      return typeof meant === 'string' ? meant : actAs(meant);
    }
    case 'checks_failed': {
      await takeAlone(delivery, tools);
      const meant = await onFailingChecks(delivery, intent, tools);
      if (typeof meant === 'string') await withdrawClaim(intent, intent.issue, tools);
      const what = typeof meant === 'string' ? meant : await actAs(meant);
      await tools.redis.del(keys.acting(intent.occurrence));
      return what;
    }
    case 'around':
      return actOnAround(deliveryId, intent, tools);
    case 'unblocked':
      return wakeWaiting(delivery, [ofIssue.holder], tools);
    case 'stop': {
      const what = await sendToActiveTask(deliveryId, intent, tools);
      return what === NOTHING_TO_STOP ? answerIdleStop(intent, tools) : what;
    }
    case 'remark':
    case 'correction':
    case 'withdraw':
      return sendToActiveTask(deliveryId, intent, tools);
  }
}

/**
 * GitHub sends a review and each of its lines at the same moment. Two deliveries that both look for a reply before they
 * write one would write two. So one acts and the others wait. After a crash the same delivery continues.
 */
async function takeAlone({ deliveryId, intent }: Delivery, { redis }: ActingTools): Promise<void> {
  const key = keys.acting(intent.occurrence);
  if ((await redis.set(key, deliveryId, 'EX', ACTING_SECONDS, 'NX')) !== null) return;
  if ((await redis.get(key)) !== deliveryId)
    throw new RetryLater('Another delivery tells of the same and is being acted on.', { of: 'github' });
  await redis.expire(key, ACTING_SECONDS);
}

/** A label that starts nothing here is ignored. */
async function beginAsConfigured(
  delivery: Delivery,
  { labelled, before }: { readonly labelled: Start; readonly before: string | null },
  tools: ActingTools,
): Promise<string> {
  const intent = await asConfigured(labelled, tools);
  return intent === null ? 'another label' : begin({ ...delivery, intent }, { intent, before }, tools);
}

/** `before`: the task at work on the issue. */
async function begin(
  delivery: Delivery,
  { intent, before }: { readonly intent: Start; readonly before: string | null },
  tools: ActingTools,
): Promise<string> {
  const { repo } = intent;
  const place = issueRefOf(intent);
  const taskId = taskIdOf(tools.instance, repo.repositoryId, intent.occurrence);
  // The issue is claimed for this task already, so it was admitted and a crash interrupted its start.
  const refusal = before === taskId ? null : await refuse(intent, tools);
  if (refusal !== null) return refusal;
  // A message to a running task uses that task's settings.
  if (before !== null && before !== taskId) return join(delivery, { intent, holder: before }, tools);
  if (await isMistaken(intent, tools)) {
    await withdrawClaim(intent, intent.issue, tools);
    return 'mistakes in the configuration';
  }
  if (before === null && (await isSpentToday(intent, tools))) {
    await withdrawClaim(intent, intent.issue, tools);
    return 'out of budget for today';
  }
  const chosen = await withProfile(intent, tools);
  if (typeof chosen === 'string') return chosen;
  const plan = chosen.samePlan === true ? await lastPlan(chosen, taskId, tools) : null;
  if (chosen.samePlan === true && plan === null) {
    await withdrawClaim(intent, intent.issue, tools);
    return refuseWithoutPlan(intent, tools);
  }
  const item = await startItem(delivery.deliveryId, { intent: chosen, plan }, tools);
  await crashpoint('before', `claim ${taskId}`);
  const holder = await tools.begin({ taskId, issue: place, item, begins: standingOf(chosen) });
  await crashpoint('after', `claim ${taskId}`);
  if (holder !== taskId) return join(delivery, { intent: chosen, holder }, tools);
  await acknowledge(intent, taskId, tools);
  return 'began';
}

async function join(
  delivery: Delivery,
  { intent: said, holder }: { readonly intent: Start; readonly holder: string },
  tools: ActingTools,
): Promise<string> {
  if (said.trigger === 'checks') throw new RetryLater('Another task began on the issue meanwhile.', { of: 'github' });
  const { settings } = (await beginningOfTask(holder, tools)) ?? {};
  const intent = await asJoined(said, { taskId: holder, profile: settings?.models?.profile ?? null }, tools);
  if (typeof intent === 'string') return intent;
  const word = begunBy(intent);
  if (word !== null) return refuseToBegin(intent, word, tools);
  const { instruction: text } = intent;
  const item =
    text === null
      ? await startItem(delivery.deliveryId, { intent, plan: null }, tools)
      : commentItem(intent, { text, addressed: true });
  await send({ taskId: holder, item, origin: delivery }, tools);
  const now = await holderOf(tools.redis, issueRefOf(intent));
  if (now !== holder) {
    // That task has ended, perhaps without having read the item.
    await tools.inbox.takeBack(holder, item.id);
    return begin(delivery, { intent, before: now }, tools);
  }
  await acknowledge(intent, holder, tools);
  return 'joined';
}

/** Shows people that their message was sent to a task. */
async function acknowledge(intent: Intent, holder: string, tools: ActingTools): Promise<void> {
  const { repo, issue, occurrence } = intent;
  if (intent.kind === 'stop' || intent.kind === 'command')
    await reactTo(intent, { target: intent.target, content: '+1' }, tools);
  if ((intent.kind === 'remark' || intent.kind === 'correction') && (await isAnswer(intent, holder, tools)))
    await reactToAnswer(intent, tools);
  if (intent.kind !== 'start') return;
  await crashpoint('before', `eyes ${occurrence}`);
  for (const target of [intent.target, ...(intent.alsoSeen ?? [])])
    await reactTo(intent, { target, content: 'eyes' }, tools);
  await crashpoint('after', `eyes ${occurrence}`);
  const isItsOwn = holder === taskIdOf(tools.instance, repo.repositoryId, occurrence);
  if (isItsOwn) await tools.announce(holder);
  if (isItsOwn && intent.trigger === 'checks') await tellOnPullRequest(intent, 'begun', tools);
  else if (isItsOwn && intent.pullRequest !== undefined) await replyOnPullRequest(intent, 'begun', { issue, tools });
}
