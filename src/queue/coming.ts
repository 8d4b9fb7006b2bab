/**
 * Wishes to begin that were accepted and are not acted on yet. A word that ends overtakes them in the queue and in their
 * tries; it must not find nothing to stop and be gone when the task begins (GH-5).
 */
import type { Redis } from 'ioredis';
import { issueRefOf } from './active-issues.ts';
import { COMING_SECONDS, keys } from './names.ts';
import type { Delivery, Intent } from '../people/intent.ts';

/** A transaction of ioredis costs twice what the job itself does: it takes a copy of every command that there is. */
const NOTE = `redis.call('sadd', KEYS[1], ARGV[1]) return redis.call('expire', KEYS[1], ARGV[2])`;

export async function noteComing({ deliveryId, intent }: Delivery, redis: Redis): Promise<void> {
  if (intent.kind !== 'start') return;
  await redis.eval(NOTE, 1, comingKey(intent), deliveryId, COMING_SECONDS);
}

export async function isAnyComing(intent: Pick<Intent, 'repo' | 'issue'>, redis: Redis): Promise<boolean> {
  return (await redis.exists(comingKey(intent))) === 1;
}

/** The set of them; one leaves it when it came to something, or to nothing. */
export function comingKey(intent: Pick<Intent, 'repo' | 'issue'>): string {
  const { repositoryId, issue } = issueRefOf(intent);
  return keys.coming(repositoryId, issue);
}
