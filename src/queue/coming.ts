/**
 * Requests to start that were accepted and are not handled yet. A stop overtakes them in the queue and in their
 * retries; it must not find nothing to stop and be lost before the task starts (GH-5). They are found by their job ids,
 * so accepting a webhook writes nothing else.
 */
import type { Queue } from 'bullmq';
import { issueRefOf } from './active-issues.ts';
import type { Delivery, Intent } from '../people/intent.ts';

type OfIssue = Pick<Intent, 'repo' | 'issue'>;

/** `kind` tells apart the jobs that one delivery may lead to. */
export function deliveryJobId(kind: 'delivery' | 'again', { deliveryId, intent }: Delivery): string {
  return `${kind}-${deliveryId}${intent.kind === 'start' ? startsOn(intent) : ''}`;
}

/** Reads the ids of all jobs that are not over; stops without an active task are rare. */
export async function isStartComing(deliveries: Pick<Queue, 'getRanges'>, intent: OfIssue): Promise<boolean> {
  const ids = await deliveries.getRanges(['wait', 'prioritized', 'active', 'delayed'], 0, -1);
  const wanted = startsOn(intent);
  return ids.some((id) => id.endsWith(wanted));
}

function startsOn(intent: OfIssue): string {
  const { repositoryId, issue } = issueRefOf(intent);
  return `-starts-${repositoryId}-${issue}`;
}
