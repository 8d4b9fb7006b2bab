/**
 * Repositories may have a trigger label of their own (GH-9). Whether a label is it takes a look at the repository, which
 * is for a worker; so that a flood of other labels costs one look, the answer counts for a few seconds at the door.
 */
import type { Redis } from 'ioredis';
import { isTrigger } from '../people/same-label.ts';
import { keys, REMEMBER_LABEL_SECONDS } from './names.ts';

export async function noteTriggerLabel(redis: Redis, repositoryId: number, label: string): Promise<void> {
  await redis.set(keys.triggerLabel(repositoryId), label, 'EX', REMEMBER_LABEL_SECONDS);
}

/** Also where it is not known. */
export async function mayBeTrigger(redis: Redis, repositoryId: number, label: string): Promise<boolean> {
  const known = await redis.get(keys.triggerLabel(repositoryId));
  return known === null || isTrigger(label, known);
}
