/** What people said to a task goes into its inbox, and the task is woken for it. */
import { crashpoint } from '../crashpoint.ts';
import type { ActingTools } from './acting-tools.ts';
import type { Delivery } from '../people/delivery.ts';
import type { Intent } from '../people/intent.ts';
import type { Person } from '../ports/github.ts';
import type { InboxItem } from '../state/stored-inbox.ts';

type Comment = Extract<InboxItem, { readonly kind: 'comment' }>;
type Said = Extract<Intent, { readonly kind: 'start' | 'command' | 'remark' }>;

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
export async function tell(
  { inbox, wake }: Pick<ActingTools, 'inbox' | 'wake'>,
  { taskId, item, origin, beganIn }: Message,
): Promise<void> {
  await crashpoint('before', `tell ${item.id}`);
  await Promise.all([inbox.push(taskId, item, origin), wake(taskId, beganIn)]);
}

/** The same comment seen through two hooks is told once. */
export function commentItem(
  intent: Said,
  { text, addressed }: Pick<Comment, 'text'> & { readonly addressed: boolean },
): Comment {
  const { occurrence: id, target } = intent;
  const commentId = target.kind === 'issue_comment' ? { commentId: target.commentId } : {};
  return { kind: 'comment', id, addressed, ...commentId, ...onPullRequest(intent), by: senderOf(intent), text };
}

export function senderOf({ sender: { id, login } }: Pick<Intent, 'sender'>): Person {
  return { id, login };
}

/** Of what a task might begin with, and does not. */
function onPullRequest(intent: Said): Pick<Comment, 'on'> {
  if (intent.kind !== 'start' || intent.pullRequest === undefined) return {};
  return { on: { pullRequest: intent.pullRequest, isReview: intent.trigger === 'review' } };
}
