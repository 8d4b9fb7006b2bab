/**
 * Accepted requests to start that are not handled yet. A stop overtakes them in the queue and in their retries; it must
 * not find nothing to stop and be lost before the task starts (GH-5).
 */
import type { Redis } from 'ioredis';
import { issueRefOf } from './active-issues.ts';
import { COMING_SECONDS, keys } from './names.ts';
import type { Delivery, Intent } from '../people/intent.ts';

/** A transaction of ioredis costs twice as much as the job itself, since it copies every command. */
const NOTE = `redis.call('sadd', KEYS[1], ARGV[1]) return redis.call('expire', KEYS[1], ARGV[2])`;

export async function noteComing({ deliveryId, intent }: Delivery, redis: Redis): Promise<void> {
  if (intent.kind !== 'start') return;
  await redis.eval(NOTE, 1, comingKey(intent), deliveryId, COMING_SECONDS);
}

export async function isAnyComing(intent: Pick<Intent, 'repo' | 'issue'>, redis: Redis): Promise<boolean> {
  return (await redis.exists(comingKey(intent))) === 1;
}

/** The set of these requests; each leaves it when it was handled, whatever the result. */
export function comingKey(intent: Pick<Intent, 'repo' | 'issue'>): string {
  const { repositoryId, issue } = issueRefOf(intent);
  return keys.coming(repositoryId, issue);
}
