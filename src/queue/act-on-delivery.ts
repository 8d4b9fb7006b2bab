/**
 * A queued delivery becomes a task, a message to a task, or nothing. Each step may be repeated: the delivery is
 * marked as acted on only after all of them.
 */
import type { Redis } from 'ioredis';
import { claimIssue, holderOf } from './active-issues.ts';
import { crashpoint } from '../crashpoint.ts';
import { Fault } from '../errors.ts';
import { keys, REMEMBER_DELIVERY_SECONDS } from './names.ts';
import { taskIdOf } from './task-id.ts';
import { admit } from '../intake/admit.ts';
import { isSameLabel } from '../intake/same-label.ts';
import { replyMarker } from '../progress/marker.ts';
import type { Delivery } from '../intake/delivery.ts';
import type { RedisInbox } from './redis-inbox.ts';
import type { Intent } from '../intake/intent.ts';
import type { Logger } from '../log.ts';
import type { GitHub } from '../ports/github.ts';
import type { InboxItem } from '../ports/inbox.ts';
import type { TaskRequest, TaskSettings } from '../task/request.ts';

export interface ActingTools {
  readonly redis: Redis;
  readonly inbox: RedisInbox;
  readonly github: GitHub;
  readonly log: Logger;
  readonly settingsFor: () => Promise<TaskSettings>;
  readonly wake: (taskId: string) => Promise<void>;
}

type Start = Extract<Intent, { readonly kind: 'start' }>;

export async function actOnDelivery(delivery: Delivery, tools: ActingTools): Promise<void> {
  const { intent, deliveryId } = delivery;
  const { redis, log } = tools;
  if ((await redis.exists(keys.acted(deliveryId), keys.acted(intent.occurrence))) > 0) return;
  const what = await act(delivery, tools);
  log.info(
    { delivery: deliveryId, issue: `${intent.repo.owner}/${intent.repo.name}#${intent.issue}`, intent: intent.kind, what },
    'delivery acted on',
  );
  const remember = redis.multi();
  for (const id of [deliveryId, intent.occurrence]) remember.set(keys.acted(id), what, 'EX', REMEMBER_DELIVERY_SECONDS);
  await remember.exec();
}

async function act(delivery: Delivery, tools: ActingTools): Promise<string> {
  const { intent } = delivery;
  switch (intent.kind) {
    case 'start':
      return begin(delivery, intent, tools);
    case 'stop':
      return stop(delivery, intent, tools);
    case 'remark':
      return remark(intent, tools);
    case 'correction':
      return correct(intent, tools);
    case 'withdraw':
      return tellActive(delivery, tools, { kind: 'control', id: delivery.deliveryId, word: 'stop', by: null, reason: intent.reason });
  }
}

async function begin(delivery: Delivery, intent: Start, tools: ActingTools): Promise<string> {
  const { repo, issue, target } = intent;
  const { redis, inbox, github } = tools;
  const place = { repositoryId: repo.repositoryId, issue };
  const taskId = taskIdOf(repo.repositoryId, intent.occurrence);
  // Claimed already means admitted already, and that a crash came in between.
  const refusal = (await holderOf(redis, place)) === taskId ? null : await refuse(intent, taskId, tools);
  if (refusal !== null) return refusal;
  await crashpoint('before', `claim ${taskId}`);
  const holder = await claimIssue(redis, place, taskId);
  await crashpoint('after', `claim ${taskId}`);
  const item =
    holder === taskId || intent.instruction === null ? await startItem(delivery, intent, tools) : commentItem(intent, intent.instruction);
  await (holder === taskId ? inbox.push(taskId, item) : inbox.push(holder, item, delivery));
  await crashpoint('before', `wake ${taskId}`);
  await tools.wake(holder);
  if ((await holderOf(redis, place)) !== holder && holder !== taskId) {
    // It ended meanwhile, perhaps without having read this.
    await inbox.acknowledge(holder, [item.id]);
    return begin(delivery, intent, tools);
  }
  await crashpoint('before', `eyes ${taskId}`);
  await unlessRefused(tools, () => github.react(repo, target, 'eyes'));
  await crashpoint('after', `eyes ${taskId}`);
  return holder === taskId ? 'began' : 'joined';
}

/** Why nothing begins, or null. */
async function refuse(intent: Start, taskId: string, tools: ActingTools): Promise<string | null> {
  const { repo, issue } = intent;
  const verdict = await admission(intent, tools);
  if (verdict.kind === 'admit') return (await isUnlabelled(intent, tools)) ? 'withdrawn' : null;
  const { explain } = verdict;
  if (explain !== null) {
    const marker = replyMarker(taskId);
    await unlessRefused(tools, () => tools.github.ensureComment(repo, issue, marker, `${explain}\n\n${marker}`));
  }
  return 'refused';
}

/** GitHub delivers in no order: the label may be gone, and the event that told of it may have come first. */
async function isUnlabelled({ trigger, repo, issue }: Start, { github, settingsFor }: ActingTools): Promise<boolean> {
  if (trigger !== 'label') return false;
  const { triggerLabel } = await settingsFor();
  try {
    const { labels } = await github.issue(repo, issue);
    return !labels.some((label) => isSameLabel(label, triggerLabel));
  } catch (error) {
    if (error instanceof Fault && error.code === 'github_gone') return true;
    throw error;
  }
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
  if (told === 'told') await unlessRefused(tools, () => tools.github.react(repo, intent.target, '+1'));
  return told;
}

/** Said on the issue but not to us: it counts only as the answer to an open question, which the task knows (GH-6). */
async function remark(intent: Extract<Intent, { readonly kind: 'remark' }>, tools: ActingTools): Promise<string> {
  const { repo, issue, sender, text } = intent;
  const holder = await holderOf(tools.redis, { repositoryId: repo.repositoryId, issue });
  if (holder === null) return 'nothing active';
  if ((await admission(intent, tools)).kind === 'refuse') return 'refused';
  await tools.inbox.push(holder, {
    kind: 'comment',
    id: intent.occurrence,
    addressed: false,
    ...commentIdOf(intent),
    by: { id: sender.id, login: sender.login },
    text,
  });
  await tools.wake(holder);
  return 'told';
}

/** Whether it changes an answer is for the task to know (GH-6). Nothing is said about it: an edit begins nothing. */
async function correct(intent: Extract<Intent, { readonly kind: 'correction' }>, tools: ActingTools): Promise<string> {
  const { repo, issue, sender, commentId, at, text, occurrence: id } = intent;
  const holder = await holderOf(tools.redis, { repositoryId: repo.repositoryId, issue });
  if (holder === null) return 'nothing active';
  if ((await admission(intent, tools)).kind === 'refuse') return 'refused';
  await tools.inbox.push(holder, { kind: 'correction', id, commentId, at, by: { id: sender.id, login: sender.login }, text });
  await tools.wake(holder);
  return 'told';
}

/** A comment that was deleted or an issue that was locked takes no answer; that is no reason to try again for days. */
async function unlessRefused({ log }: ActingTools, answer: () => Promise<unknown>): Promise<void> {
  try {
    await answer();
  } catch (error) {
    if (!(error instanceof Fault) || (error.code !== 'github_gone' && error.code !== 'github_refused')) throw error;
    log.warn({ err: error }, 'GitHub did not take our answer');
  }
}

async function tellActive(delivery: Delivery, tools: ActingTools, item: InboxItem): Promise<string> {
  const { repo, issue } = delivery.intent;
  const holder = await holderOf(tools.redis, { repositoryId: repo.repositoryId, issue });
  if (holder === null) return 'nothing active';
  await tools.inbox.push(holder, item);
  await tools.wake(holder);
  return 'told';
}

async function admission(
  intent: Exclude<Intent, { readonly kind: 'withdraw' }>,
  { github }: ActingTools,
): Promise<ReturnType<typeof admit>> {
  const permission = await github.permission(intent.repo, { id: intent.sender.id, login: intent.sender.login });
  return admit({ permission, intentKind: intent.kind, repositoryIsPrivate: intent.kind === 'start' && intent.isPrivate, appEnabled: true });
}

async function startItem(delivery: Delivery, intent: Start, { settingsFor }: ActingTools): Promise<InboxItem> {
  const request = requestOf(intent, delivery);
  return {
    kind: 'start',
    id: delivery.deliveryId,
    traceId: delivery.deliveryId,
    request: { ...request },
    settings: { ...(await settingsFor()) },
  };
}

/** The same comment seen through two hooks is told once. */
function commentItem(intent: Start, text: string): InboxItem {
  const {
    occurrence,
    sender: { id, login },
  } = intent;
  return { kind: 'comment', id: occurrence, addressed: true, ...commentIdOf(intent), by: { id, login }, text };
}

function commentIdOf({ target }: Pick<Start, 'target'>): { readonly commentId?: number } {
  return target.kind === 'issue_comment' ? { commentId: target.commentId } : {};
}

function requestOf(intent: Start, delivery: Delivery): TaskRequest {
  const { repo, issue, trigger, target, title, body, author, sender, instruction } = intent;
  return {
    repo,
    issue,
    trigger,
    target,
    title,
    body,
    author,
    requester: { id: sender.id, login: sender.login },
    instruction,
    deliveryId: delivery.deliveryId,
  };
}
