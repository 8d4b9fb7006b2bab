/**
 * A queued delivery becomes a task, a message to a task, or nothing. Each step may be repeated: the delivery is
 * marked as acted on only after all of them.
 */
import { refuse } from './admission.ts';
import { answerCommand, refuseToBegin } from './answer-command.ts';
import { isAmongBots } from './bot-turns.ts';
import { onItsIssue, replyOnPullRequest, type SeenBefore } from './on-pull-request.ts';
import { isFinal, reactTo } from './reply.ts';
import { isAnswer, reactToAnswer } from './seen-answer.ts';
import { commentItem, send, sendToActiveTask } from './send-to-task.ts';
import { crashpoint } from '../crashpoint.ts';
import { Fault, RetryLater } from '../errors.ts';
import { type BudgetInWords, readBudget } from '../people/budget-in-words.ts';
import { begunBy, type Delivery, type Intent, type IntentOf, personOf } from '../people/intent.ts';
import { claimIssue, holderOf, issueRefOf, taskIdOf } from '../queue/active-issues.ts';
import { comingKey } from '../queue/coming.ts';
import { ACTING_SECONDS, keys, REMEMBER_DELIVERY_SECONDS } from '../queue/names.ts';
import type { ActingTools } from './acting-tools.ts';
import type { TaskRequest, TaskSettings } from '../state/request.ts';
import type { InboxItem } from '../state/inbox-item.ts';

type Start = IntentOf<'start'>;

/**
 * GitHub sends an event before its API shows the object everywhere: what is not there at once is looked for again.
 */
const SHOWS_LATE_MS = 15_000;
const NOT_SHOWN: readonly string[] = ['comment_gone', 'github_gone'];

export async function actOnDelivery(delivery: Delivery, tools: ActingTools, now = Date.now()): Promise<void> {
  const { intent, deliveryId, receivedAt } = delivery;
  const { redis, inbox, log } = tools;
  const ids = [deliveryId, intent.occurrence];
  if ((await redis.exists(ids.map(keys.acted))) > 0) {
    await redis.srem(comingKey(intent), deliveryId);
    return;
  }
  const mayShowLate = now - Date.parse(receivedAt) < SHOWS_LATE_MS;
  const sentTo = await inbox.receiverOf(ids);
  const fields = { delivery: deliveryId, issue: `${intent.repo.owner}/${intent.repo.name}#${intent.issue}` };
  const what = await act(delivery, tools, { sentTo, mayShowLate }).catch((error: unknown) => {
    // An error that waiting does not change ends the delivery; all others are tried again.
    if (!(error instanceof Fault) || !isFinal(error)) throw error;
    const { code, message: reason, advice } = error;
    log.warn({ ...fields, code, reason, advice }, 'delivery comes to nothing');
    return code;
  });
  if (NOT_SHOWN.includes(what) && mayShowLate)
    throw new RetryLater('GitHub does not show what this delivery tells of.', { of: 'github' });
  log.info({ ...fields, intent: intent.kind, what }, 'delivery acted on');
  // The task ended before reading this item; `releaseTask` re-queues the delivery, so it is not marked.
  if (what === 'joined' && (await inbox.receiverOf(ids)) === null) return;
  const remember = redis.multi();
  for (const id of ids) remember.set(keys.acted(id), what, 'EX', REMEMBER_DELIVERY_SECONDS);
  remember.srem(comingKey(intent), deliveryId);
  await remember.exec();
}

async function act(delivery: Delivery, tools: ActingTools, before: SeenBefore): Promise<string> {
  const { sentTo } = before;
  const { intent, deliveryId, receivedAt } = delivery;
  if (sentTo !== null && intent.kind !== 'on_pull_request') {
    await tools.wake(sentTo);
    await acknowledge(intent, sentTo, tools);
    return 'sent before';
  }
  if (await isAmongBots(intent, tools)) return 'among bots';
  switch (intent.kind) {
    case 'start':
      return begin(delivery, intent, tools);
    case 'command':
      return answerCommand(intent, tools, Date.parse(receivedAt));
    case 'on_pull_request': {
      await takeAlone(delivery, tools);
      const meant = await onItsIssue(intent, tools, before);
      return typeof meant === 'string' ? meant : act({ ...delivery, intent: meant }, tools, before);
    }
    case 'stop':
    case 'remark':
    case 'correction':
    case 'withdraw':
      return sendToActiveTask(deliveryId, intent, tools);
  }
}

/**
 * GitHub sends a review and each of its lines at the same moment. Two deliveries that both look for a reply
 * before they write one would write two. So one acts, and the others wait until it was acted on. After a crash
 * the same delivery continues.
 */
async function takeAlone({ deliveryId, intent }: Delivery, { redis }: ActingTools): Promise<void> {
  const key = keys.acting(intent.occurrence);
  if ((await redis.set(key, deliveryId, 'EX', ACTING_SECONDS, 'NX')) !== null) return;
  if ((await redis.get(key)) !== deliveryId)
    throw new RetryLater('Another delivery tells of the same and is being acted on.', { of: 'github' });
  await redis.expire(key, ACTING_SECONDS);
}

async function begin(delivery: Delivery, intent: Start, tools: ActingTools): Promise<string> {
  const { repo, instruction: text } = intent;
  const { redis, inbox } = tools;
  const place = issueRefOf(intent);
  const taskId = taskIdOf(tools.instance, repo.repositoryId, intent.occurrence);
  // Claimed already means admitted already, and that a crash came in between.
  const refusal = (await holderOf(redis, place)) === taskId ? null : await refuse(intent, tools);
  if (refusal !== null) return refusal;
  await crashpoint('before', `claim ${taskId}`);
  const holder = await claimIssue(redis, place, taskId);
  await crashpoint('after', `claim ${taskId}`);
  const isItsOwn = holder === taskId;
  const word = begunBy(intent);
  if (!isItsOwn && word !== null) return refuseToBegin(intent, word, tools);
  const item =
    isItsOwn || text === null
      ? await startItem(delivery.deliveryId, intent, tools)
      : commentItem(intent, { text, addressed: true });
  await crashpoint('before', `wake ${taskId}`);
  const more = isItsOwn ? { beganIn: repo.repositoryId } : { origin: delivery };
  await send({ taskId: holder, item, ...more }, tools);
  if ((await holderOf(redis, place)) !== holder && !isItsOwn) {
    // That task has ended meanwhile, perhaps without having read this.
    await inbox.takeBack(holder, item.id);
    return begin(delivery, intent, tools);
  }
  await acknowledge(intent, holder, tools);
  return isItsOwn ? 'began' : 'joined';
}

/**
 * The request as it was made and the settings of that moment, fixed for the task's whole life. A budget in words is
 * read only here: to a task at work the same words are an instruction (GH-5).
 */
async function startItem(deliveryId: string, intent: Start, { settingsFor }: ActingTools): Promise<InboxItem> {
  const { repo, issue, trigger, target, title, body, author, instruction, at, plansFirst, pullRequest, hidden } =
    intent;
  const said = instruction === null || pullRequest !== undefined ? null : readBudget(instruction);
  const request: TaskRequest = {
    repo,
    issue,
    trigger,
    target,
    title,
    body,
    author,
    requester: personOf(intent),
    instruction: said === null ? instruction : said.rest,
    ...(plansFirst === true ? { plansFirst } : {}),
    ...(at === undefined ? {} : { askedAt: at }),
    ...(pullRequest === undefined ? {} : { pullRequest }),
    ...(hidden === undefined ? {} : { hidden }),
    ...(said === null ? {} : { limitInWords: said.limit }),
    deliveryId,
  };
  const settings = await settingsFor(async () => ({ title, body }));
  return {
    kind: 'start',
    id: deliveryId,
    traceId: deliveryId,
    request,
    settings: said === null ? settings : within(settings, said),
  };
}

/** Never above what the operator allows. */
function within(settings: TaskSettings, { limit, amount }: BudgetInWords): TaskSettings {
  const { budget } = settings;
  return { ...settings, budget: { ...budget, [limit]: Math.min(amount, budget[limit]) } };
}

/** What people see when a task was sent what they said. */
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
  if (isItsOwn && intent.pullRequest !== undefined) await replyOnPullRequest(intent, 'begun', { issue, tools });
}
