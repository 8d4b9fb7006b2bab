/** What begins a task: the request as it was made and the settings of that moment, fixed for its whole life. */
import { senderOf } from './send-to-task.ts';
import type { ActingTools } from './acting-tools.ts';
import type { Delivery } from '../people/delivery.ts';
import type { Intent } from '../people/intent.ts';
import type { InboxItem } from '../state/stored-inbox.ts';
import type { TaskRequest } from '../state/request.ts';

type Start = Extract<Intent, { readonly kind: 'start' }>;

export async function startItem(
  delivery: Delivery,
  intent: Start,
  { settingsFor }: Pick<ActingTools, 'settingsFor'>,
): Promise<InboxItem> {
  const request = requestOf(intent, delivery);
  return {
    kind: 'start',
    id: delivery.deliveryId,
    traceId: delivery.deliveryId,
    request: { ...request },
    settings: { ...(await settingsFor()) },
  };
}

function requestOf(intent: Start, delivery: Delivery): TaskRequest {
  const { repo, issue, trigger, target, title, body, author, instruction, at, plansFirst, pullRequest, hidden } =
    intent;
  return {
    repo,
    issue,
    trigger,
    target,
    title,
    body,
    author,
    requester: senderOf(intent),
    instruction,
    ...(plansFirst === true ? { plansFirst } : {}),
    ...(at === undefined ? {} : { askedAt: at }),
    ...(pullRequest === undefined ? {} : { pullRequest }),
    ...(hidden === undefined ? {} : { hidden }),
    deliveryId: delivery.deliveryId,
  };
}
