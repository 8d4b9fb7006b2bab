/**
 * A queued delivery becomes a task, a message to a task, or nothing. Each step may be repeated: the delivery is
 * marked as acted on only after all of them.
 */
import type { Redis } from 'ioredis';
import { claimIssue, holderOf } from './active-issues.ts';
import { crashpoint } from '../crashpoint.ts';
import { keys, REMEMBER_DELIVERY_SECONDS } from './names.ts';
import { taskIdOf } from './task-id.ts';
import { admit } from '../intake/admit.ts';
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
  log.info({ delivery: deliveryId, issue: `${intent.repo.owner}/${intent.repo.name}#${intent.issue}`, intent: intent.kind, what }, 'delivery acted on');
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
      return remark(delivery, intent, tools);
    case 'withdraw':
      return tellActive(delivery, tools, { kind: 'control', id: delivery.deliveryId, word: 'stop', by: null, reason: intent.reason });
  }
}

async function begin(delivery: Delivery, intent: Start, tools: ActingTools): Promise<string> {
  const { repo, issue, sender } = intent;
  const taskId = taskIdOf(repo.repositoryId, intent.occurrence);
  const verdict = await admission(intent, tools);
  if (verdict.kind === 'refuse') {
    if (verdict.explain !== null) {
      const marker = replyMarker(taskId);
      await tools.github.ensureComment(repo, issue, marker, `${verdict.explain}\n\n${marker}`);
    }
    return 'refused';
  }
  await crashpoint('before', `claim ${taskId}`);
  const holder = await claimIssue(tools.redis, { repositoryId: repo.repositoryId, issue }, taskId);
  await crashpoint('after', `claim ${taskId}`);
  if (holder === taskId) {
    const request: TaskRequest = requestOf(intent, delivery);
    const settings = await tools.settingsFor();
    await tools.inbox.push(taskId, { kind: 'start', id: delivery.deliveryId, traceId: delivery.deliveryId, request: { ...request }, settings: { ...settings } });
  } else if (intent.instruction !== null) {
    await tools.inbox.push(holder, { kind: 'comment', id: delivery.deliveryId, addressed: true, by: { id: sender.id, login: sender.login }, text: intent.instruction });
  }
  await crashpoint('before', `wake ${taskId}`);
  await tools.wake(holder);
  await crashpoint('before', `eyes ${taskId}`);
  await tools.github.react(repo, intent.target, 'eyes');
  await crashpoint('after', `eyes ${taskId}`);
  return holder === taskId ? 'began' : 'joined';
}

async function stop(delivery: Delivery, intent: Extract<Intent, { readonly kind: 'stop' }>, tools: ActingTools): Promise<string> {
  if ((await admission(intent, tools)).kind === 'refuse') return 'refused';
  const { id, login } = intent.sender;
  const told = await tellActive(delivery, tools, {
    kind: 'control', id: delivery.deliveryId, word: 'stop', by: { id, login }, reason: `@${login} asked to stop.`,
  });
  await tools.github.react(intent.repo, intent.target, told === 'told' ? '+1' : 'confused');
  return told;
}

/** Said on the issue but not to us: it counts only as the answer to an open question, which the task knows (GH-6). */
async function remark(delivery: Delivery, intent: Extract<Intent, { readonly kind: 'remark' }>, tools: ActingTools): Promise<string> {
  const { repo, issue, sender, text } = intent;
  const holder = await holderOf(tools.redis, { repositoryId: repo.repositoryId, issue });
  if (holder === null) return 'nothing active';
  if ((await admission(intent, tools)).kind === 'refuse') return 'refused';
  await tools.inbox.push(holder, { kind: 'comment', id: delivery.deliveryId, addressed: false, by: { id: sender.id, login: sender.login }, text });
  await tools.wake(holder);
  return 'told';
}

async function tellActive(delivery: Delivery, tools: ActingTools, item: InboxItem): Promise<string> {
  const { repo, issue } = delivery.intent;
  const holder = await holderOf(tools.redis, { repositoryId: repo.repositoryId, issue });
  if (holder === null) return 'nothing active';
  await tools.inbox.push(holder, item);
  await tools.wake(holder);
  return 'told';
}

async function admission(intent: Exclude<Intent, { readonly kind: 'withdraw' }>, { github }: ActingTools): Promise<ReturnType<typeof admit>> {
  const permission = await github.permission(intent.repo, { id: intent.sender.id, login: intent.sender.login });
  return admit({ permission, intentKind: intent.kind, repositoryIsPrivate: intent.kind === 'start' && intent.isPrivate, appEnabled: true });
}

function requestOf(intent: Start, delivery: Delivery): TaskRequest {
  const { repo, issue, trigger, target, title, body, author, sender, instruction } = intent;
  return { repo, issue, trigger, target, title, body, author, requester: { id: sender.id, login: sender.login }, instruction, deliveryId: delivery.deliveryId };
}
