/**
 * Repositories may have their own trigger label (GH-9). Checking a label requires reading the repository, which is a
 * worker's task; the result is cached for a few seconds, so that a flood of other labels costs one check.
 */
import type { Redis } from 'ioredis';
import { isTrigger } from '../people/same-label.ts';
import { keys, REMEMBER_LABEL_SECONDS } from './names.ts';

export async function noteTriggerLabel(redis: Redis, repositoryId: number, label: string): Promise<void> {
  await redis.set(keys.triggerLabel(repositoryId), label, 'EX', REMEMBER_LABEL_SECONDS);
}

/** Also true if it is unknown. */
export async function mayBeTrigger(redis: Redis, repositoryId: number, label: string): Promise<boolean> {
  const known = await redis.get(keys.triggerLabel(repositoryId));
  return known === null || isTrigger(label, known);
}
