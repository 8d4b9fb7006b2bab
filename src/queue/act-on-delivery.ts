/**
 * A queued delivery becomes a task, a message to a task, or nothing. Each step may be repeated: the delivery is
 * marked as acted on only after all of them.
 */
import type { Redis } from 'ioredis';
import { claimIssue, holderOf } from './active-issues.ts';
import { answerCommand, refuseAnew } from './answer-command.ts';
import { crashpoint } from '../crashpoint.ts';
import { Fault, RetryLater } from '../errors.ts';
import { ACTING_SECONDS, keys, REMEMBER_DELIVERY_SECONDS } from './names.ts';
import { answer, onItsIssue } from './on-pull-request.ts';
import { admission, isFinal, refuse, unlessRefused } from './refuse.ts';
import { startItem } from './start-item.ts';
import { taskIdOf } from './task-id.ts';
import type { Delivery } from '../intake/delivery.ts';
import type { RedisInbox } from './redis-inbox.ts';
import type { Intent } from '../intake/intent.ts';
import type { Logger } from '../log.ts';
import type { GitHub, ReactionTarget } from '../ports/github.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { InboxItem } from '../ports/inbox.ts';
import type { Recorded } from '../task/fact.ts';
import type { TaskSettings } from '../task/request.ts';

export interface ActingTools {
  /** Of this installation; see instance.ts. */
  readonly instance: string;
  readonly redis: Redis;
  readonly inbox: RedisInbox;
  readonly github: GitHub;
  readonly log: Logger;
  readonly settingsFor: () => Promise<TaskSettings>;
  readonly wake: (taskId: string, beganIn?: number) => Promise<void>;
  readonly history: Pick<HistoryStore, 'read' | 'ofIssue'>;
  readonly redact: (text: string) => string;
}

type Start = Extract<Intent, { readonly kind: 'start' }>;

/** GitHub tells of what it made before it shows it everywhere: what is not there at once is looked for again. */
const SHOWS_LATE_MS = 15_000;
const NOT_SHOWN: readonly string[] = ['comment_gone', 'github_gone'];

export async function actOnDelivery(delivery: Delivery, tools: ActingTools, now = Date.now()): Promise<void> {
  const { intent, deliveryId, receivedAt } = delivery;
  const { redis, inbox, log } = tools;
  if ((await redis.exists(keys.acted(deliveryId), keys.acted(intent.occurrence))) > 0) return;
  const told = await inbox.toldTo([deliveryId, intent.occurrence]);
  const what = await act(delivery, tools, told).catch((error: unknown) => endOf(delivery, error, tools));
  if (NOT_SHOWN.includes(what) && now - Date.parse(receivedAt) < SHOWS_LATE_MS)
    throw new RetryLater('GitHub does not show what this delivery tells of.', { of: 'github' });
  log.info(
    { delivery: deliveryId, issue: `${intent.repo.owner}/${intent.repo.name}#${intent.issue}`, intent: intent.kind, what },
    'delivery acted on',
  );
  // It ended meanwhile without having read this, and what lets go of it has this acted on again.
  if (what === 'joined' && (await inbox.toldTo([deliveryId, intent.occurrence])) === null) return;
  const remember = redis.multi();
  for (const id of [deliveryId, intent.occurrence]) remember.set(keys.acted(id), what, 'EX', REMEMBER_DELIVERY_SECONDS);
  await remember.exec();
}

/** What waiting does not change ends the delivery, before anything began; all else is tried again. */
function endOf({ deliveryId, intent }: Delivery, error: unknown, { log }: ActingTools): string {
  if (!(error instanceof Fault) || !isFinal(error)) throw error;
  const issue = `${intent.repo.owner}/${intent.repo.name}#${intent.issue}`;
  log.warn({ delivery: deliveryId, issue, code: error.code, reason: error.message, advice: error.advice }, 'delivery comes to nothing');
  return error.code;
}

/** `told`: the task that was told before a crash. It is told nothing again, and nobody hears what would be said by now. */
async function act(delivery: Delivery, tools: ActingTools, told: string | null): Promise<string> {
  const { intent } = delivery;
  if (told !== null && intent.kind !== 'on_pull_request') {
    await tools.wake(told);
    await acknowledge(intent, told, tools);
    return 'told before';
  }
  switch (intent.kind) {
    case 'start':
      return begin(delivery, intent, tools);
    case 'stop':
      return stop(delivery, intent, tools);
    case 'command':
      return answerCommand(intent, tools, new Date(delivery.receivedAt).getTime());
    case 'remark':
      return remark(intent, tools);
    case 'correction':
      return correct(intent, tools);
    case 'on_pull_request': {
      await alone(delivery, tools);
      const meant = await onItsIssue(intent, tools, told);
      return typeof meant === 'string' ? meant : act({ ...delivery, intent: meant }, tools, told);
    }
    case 'withdraw':
      if (intent.ofPlan === true && !(await plansFirst(intent, tools))) return 'not of this task';
      return tellActive(delivery, tools, { kind: 'control', id: delivery.deliveryId, word: 'stop', by: null, reason: intent.reason });
  }
}

/**
 * GitHub tells of a review and of each of its lines at the same moment, and two that look for a reply before they write it
 * write two. The others wait, and find that it was acted on. After a crash the same delivery goes on.
 */
async function alone({ deliveryId, intent }: Delivery, { redis }: ActingTools): Promise<void> {
  const key = keys.acting(intent.occurrence);
  if ((await redis.set(key, deliveryId, 'EX', ACTING_SECONDS, 'NX')) !== null) return;
  if ((await redis.get(key)) !== deliveryId)
    throw new RetryLater('Another delivery tells of the same and is being acted on.', { of: 'github' });
  await redis.expire(key, ACTING_SECONDS);
}

async function begin(delivery: Delivery, intent: Start, tools: ActingTools): Promise<string> {
  const { repo, issue } = intent;
  const { redis, inbox } = tools;
  const place = { repositoryId: repo.repositoryId, issue };
  const taskId = taskIdOf(tools.instance, repo.repositoryId, intent.occurrence);
  // Claimed already means admitted already, and that a crash came in between.
  const refusal = (await holderOf(redis, place)) === taskId ? null : await refuse(intent, tools);
  if (refusal !== null) return refusal;
  await crashpoint('before', `claim ${taskId}`);
  const holder = await claimIssue(redis, place, taskId);
  await crashpoint('after', `claim ${taskId}`);
  if (holder !== taskId && (intent.isRetry === true || intent.isPlan === true)) return refuseAnew(intent, tools);
  const item =
    holder === taskId || intent.instruction === null ? await startItem(delivery, intent, tools) : commentItem(intent, intent.instruction);
  await crashpoint('before', `wake ${taskId}`);
  await (holder === taskId
    ? tell(tools, { taskId, item, beganIn: repo.repositoryId })
    : tell(tools, { taskId: holder, item, origin: delivery }));
  if ((await holderOf(redis, place)) !== holder && holder !== taskId) {
    // It ended meanwhile, perhaps without having read this.
    await inbox.takeBack(holder, item.id);
    return begin(delivery, intent, tools);
  }
  await acknowledge(intent, holder, tools);
  return holder === taskId ? 'began' : 'joined';
}

/** What people see of it when a task was told what they said. */
async function acknowledge(intent: Intent, holder: string, tools: ActingTools): Promise<void> {
  const { repo, issue, occurrence } = intent;
  const react = (target: ReactionTarget, content: 'eyes' | '+1') => unlessRefused(tools, () => tools.github.react(repo, target, content));
  if (intent.kind === 'stop' || intent.kind === 'command') await react(intent.target, '+1');
  if (intent.kind !== 'start') return;
  await crashpoint('before', `eyes ${occurrence}`);
  for (const seen of [intent.target, ...(intent.alsoSeen ?? [])]) await react(seen, 'eyes');
  await crashpoint('after', `eyes ${occurrence}`);
  const isItsOwn = holder === taskIdOf(tools.instance, repo.repositoryId, occurrence);
  if (isItsOwn && intent.pullRequest !== undefined) await answer(intent, 'begun', { issue, tools });
}

async function stop(delivery: Delivery, intent: Extract<Intent, { readonly kind: 'stop' }>, tools: ActingTools): Promise<string> {
  const {
    repo,
    issue,
    sender: { id, login },
  } = intent;
  // A bare "stop" among people is not for us.
  if ((await holderOf(tools.redis, { repositoryId: repo.repositoryId, issue })) === null) return 'nothing active';
  if ((await admission(intent, tools)).kind === 'refuse') return 'refused';
  const told = await tellActive(delivery, tools, {
    kind: 'control',
    id: delivery.deliveryId,
    word: 'stop',
    by: { id, login },
    reason: `@${login} asked to stop.`,
  });
  if (told === 'told') await acknowledge(intent, '', tools);
  return told;
}

/** Said on the issue but not to us: it counts only as the answer to an open question, which the task knows (GH-6). */
async function remark(intent: Extract<Intent, { readonly kind: 'remark' }>, tools: ActingTools): Promise<string> {
  const { repo, issue, sender, text } = intent;
  const holder = await holderOf(tools.redis, { repositoryId: repo.repositoryId, issue });
  if (holder === null) return 'nothing active';
  if ((await admission(intent, tools)).kind === 'refuse') return 'refused';
  const by = { id: sender.id, login: sender.login };
  const item = { kind: 'comment', id: intent.occurrence, addressed: false, ...commentIdOf(intent), by, text } as const;
  await tell(tools, { taskId: holder, item });
  return 'told';
}

/** Whether it changes an answer is for the task to know (GH-6). Nothing is said about it: an edit begins nothing. */
async function correct(intent: Extract<Intent, { readonly kind: 'correction' }>, tools: ActingTools): Promise<string> {
  const { repo, issue, sender, commentId, at, text, word, occurrence: id } = intent;
  const holder = await holderOf(tools.redis, { repositoryId: repo.repositoryId, issue });
  if (holder === null) return 'nothing active';
  if ((await admission(intent, tools)).kind === 'refuse') return 'refused';
  const by = { id: sender.id, login: sender.login };
  const item = { kind: 'correction', id, commentId, at, by, text, ...(word === undefined ? {} : { word }) } as const;
  await tell(tools, { taskId: holder, item });
  return 'told';
}

/** Without the label for plans, a task that was to be carried out at once goes on. */
async function plansFirst({ repo, issue }: Intent, { redis, history, inbox }: ActingTools): Promise<boolean> {
  const holder = await holderOf(redis, { repositoryId: repo.repositoryId, issue });
  if (holder === null) return false;
  const [first] = (await history.read(holder)) as readonly Recorded[];
  if (first?.type === 'task') return first.request.plansFirst === true;
  return (await inbox.read(holder)).some((item) => item.kind === 'start' && item.request['plansFirst'] === true);
}

async function tellActive(delivery: Delivery, tools: ActingTools, item: InboxItem): Promise<string> {
  const { repo, issue } = delivery.intent;
  const holder = await holderOf(tools.redis, { repositoryId: repo.repositoryId, issue });
  if (holder === null) return 'nothing active';
  await tell(tools, { taskId: holder, item });
  return 'told';
}

interface Message {
  readonly taskId: string;
  readonly item: InboxItem;
  /** What to begin with instead, should the task end without having read the item. */
  readonly origin?: Delivery;
  /** The repository of a task that begins with this. */
  readonly beganIn?: number;
}

/**
 * Sent together over one connection, in this order: Redis has the item before it has the wake-up, and both are
 * waited for once. A wake-up that came first could find nothing and let the task sleep on.
 */
async function tell({ inbox, wake }: ActingTools, { taskId, item, origin, beganIn }: Message): Promise<void> {
  await Promise.all([inbox.push(taskId, item, origin), wake(taskId, beganIn)]);
}

/** The same comment seen through two hooks is told once. */
function commentItem(intent: Start, text: string): InboxItem {
  const {
    occurrence,
    sender: { id, login },
  } = intent;
  const on = intent.pullRequest === undefined ? {} : { on: { pullRequest: intent.pullRequest, isReview: intent.trigger === 'review' } };
  return { kind: 'comment', id: occurrence, addressed: true, ...commentIdOf(intent), ...on, by: { id, login }, text };
}

function commentIdOf({ target }: Pick<Start, 'target'>): { readonly commentId?: number } {
  return target.kind === 'issue_comment' ? { commentId: target.commentId } : {};
}
