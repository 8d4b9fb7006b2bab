/** Puts people's messages into a task's inbox and wakes the task. */
import { admitOrExplain, isAdmitted } from './admission.ts';
import { isTakenBack } from './choose-profile.ts';
import { reactTo } from './reply.ts';
import { isAnswer, reactToAnswer } from './seen-answer.ts';
import { crashpoint } from '../crashpoint.ts';
import { inOneWrite } from '../queue/one-write.ts';
import { Fault, RetryLater } from '../errors.ts';
import { personOf, type Delivery, type IntentOf } from '../people/intent.ts';
import { holderOf, issueRefOf } from '../queue/active-issues.ts';
import { isSameLabel, isTrigger, planLabelOf, profileIn } from '../people/same-label.ts';
import { readFirst, readFirstSettings } from '../state/stored.ts';
import type { ActingTools } from './acting-tools.ts';
import type { InboxItem } from '../state/inbox-item.ts';

type Comment = Extract<InboxItem, { readonly kind: 'comment' }>;
type ToActiveTask = IntentOf<'stop' | 'remark' | 'correction' | 'withdraw'>;

interface Message {
  readonly taskId: string;
  readonly item: InboxItem;
  /** The delivery to handle again if the task ends without having read the item. */
  readonly origin?: Delivery;
}

/** Longer than GitHub may take to show everywhere what it reported. */
const AT_ONCE_MS = 60_000;

/**
 * Item and wake-up are sent together over one connection, in this order, and awaited once. A wake-up that arrived first
 * could find nothing and let the task sleep on.
 */
export async function send(
  { taskId, item, origin }: Message,
  { redis, inbox, wake, hurry }: ActingTools,
): Promise<void> {
  await crashpoint('before', `tell ${item.id}`);
  inOneWrite(redis);
  await Promise.all([inbox.push(taskId, item, origin), wake(taskId), isStop(item) && hurry(taskId)]);
}

function isStop(item: InboxItem): boolean {
  return item.kind === 'control' && item.word === 'stop';
}

/** Afterwards people see by a reaction that it was sent. */
export async function sendOrder(
  intent: IntentOf<'stop' | 'command'>,
  message: Message,
  tools: ActingTools,
): Promise<'sent'> {
  await send(message, tools);
  await reactTo(intent, { target: intent.target, content: '+1' }, tools);
  return 'sent';
}

/** The outcome of a stop that was addressed to us while no task is active. */
export const NOTHING_TO_STOP = 'nothing to stop';

/** A "stop" without a mention is not for us if no task is active. */
function isSaidToUs(intent: ToActiveTask): intent is IntentOf<'stop'> & { readonly addressed: true } {
  return intent.kind === 'stop' && intent.addressed;
}

/** For the active task on the issue; ignored if there is none. */
export async function sendToActiveTask(deliveryId: string, intent: ToActiveTask, tools: ActingTools): Promise<string> {
  const holder = () => holderOf(tools.redis, issueRefOf(intent));
  if (intent.kind === 'withdraw') {
    if (intent.label !== undefined) {
      const began = await beginningOfTask(await holder(), tools);
      const { triggerLabel } = began?.settings ?? (await tools.settingsOf(intent.repo));
      if (!isTrigger(intent.label, triggerLabel)) return 'another label';
      // Without the label for plans, a task that was to be carried out at once continues.
      const isOfPlan = isSameLabel(intent.label, planLabelOf(triggerLabel));
      if (isOfPlan && began?.request.plansFirst !== true) return 'not of this task';
      const isOfProfile = profileIn(intent.label, triggerLabel) !== null;
      if (isOfProfile && !isTakenBack(intent.label, began?.request ?? {}, triggerLabel)) return 'not of this task';
    }
  } else {
    if ((await holder()) === null) {
      if (intent.kind === 'stop' && (await tools.isStartComing(intent)))
        throw new RetryLater('What is to be stopped has not begun yet.', { of: 'github' });
      if ((await holder()) === null) return isSaidToUs(intent) ? NOTHING_TO_STOP : 'nothing active';
    }
    const mayAsk = isSaidToUs(intent) ? admitOrExplain(intent, tools) : isAdmitted(intent, tools);
    if (!(await mayAsk)) return 'refused';
  }
  const taskId = await holder();
  if (taskId === null) return 'nothing active';
  if (intent.kind === 'withdraw' && (await isUndone(intent, tools))) return 'not so any more';
  const message = { taskId, item: itemOf(intent, deliveryId) };
  if (intent.kind === 'stop') return sendOrder(intent, message, tools);
  // Checked before it is sent, since the task may take it at once.
  const answers = intent.kind !== 'withdraw' && (await isAnswer(intent, taskId, tools));
  await send(message, tools);
  if (answers) await reactToAnswer(intent, tools);
  return 'sent';
}

/**
 * A late withdrawal, such as one that was redelivered, may be older than the task: if the label was set again since,
 * the task continues (W8). A recent one always counts, since GitHub may not show it yet.
 */
async function isUndone(
  { repo, issue, at, reason, label }: IntentOf<'withdraw'>,
  { github }: ActingTools,
): Promise<boolean> {
  if (at === undefined || !(Date.now() - Date.parse(at) > AT_ONCE_MS)) return false;
  try {
    const { state, labels } = await github.issue(repo, issue);
    if (state === 'closed') return false;
    return reason !== 'unlabeled' || labels.some((one) => label !== undefined && isSameLabel(one, label));
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

function itemOf(intent: ToActiveTask, deliveryId: string): InboxItem {
  const by = personOf(intent);
  switch (intent.kind) {
    case 'stop':
      return { kind: 'control', id: deliveryId, word: 'stop', by, reason: `@${by.login} asked to stop.` };
    case 'withdraw':
      return { kind: 'control', id: deliveryId, word: 'stop', by: null, reason: intent.reason };
    case 'remark':
      // Not addressed to us: it counts only as an answer to an open question, which the task knows (GH-6).
      return commentItem(intent, { text: intent.text, addressed: false });
    case 'correction': {
      // The task knows whether it changes an answer (GH-6). An edit gets no reply, since it starts nothing.
      const { commentId, at, text, word, occurrence: id } = intent;
      return { kind: 'correction', id, commentId, at, by, text, ...(word === undefined ? {} : { word }) };
    }
  }
}

/** The request of the task, from its record or, before there is one, from its inbox. */
export async function beginningOfTask(
  taskId: string | null,
  { history, inbox }: ActingTools,
): Promise<Pick<Extract<InboxItem, { readonly kind: 'start' }>, 'request' | 'settings'> | null> {
  if (taskId === null) return null;
  const [first] = await history.read(taskId);
  const [request, settings] = [readFirst(first), readFirstSettings(first)];
  if (request !== null && settings !== null) return { request, settings };
  return (await inbox.read(taskId)).find((item) => item.kind === 'start') ?? null;
}

/** A comment that arrives through two hooks is sent once. */
export function commentItem(
  intent: IntentOf<'start' | 'command' | 'remark'>,
  { text, addressed }: Required<Pick<Comment, 'text' | 'addressed'>>,
): Comment {
  const { occurrence: id, target } = intent;
  const commentId = target.kind === 'issue_comment' ? { commentId: target.commentId } : {};
  const { pullRequest } = intent;
  const isReview = intent.kind === 'start' && intent.trigger === 'review';
  const on = intent.kind === 'start' && pullRequest !== undefined ? { on: { pullRequest, isReview } } : {};
  return { kind: 'comment', id, addressed, ...commentId, ...on, by: personOf(intent), text };
}
