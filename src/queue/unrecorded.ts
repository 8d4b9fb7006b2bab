/** Tasks that were ended although their record could be read or written no more: nobody wakes them again. */
import type { Redis } from 'ioredis';
import { crashpoint } from '../crashpoint.ts';
import { Fault } from '../errors.ts';
import { keys } from './names.ts';

export function isRecordLost(error: unknown): error is Fault {
  return error instanceof Fault && (error.code === 'history_damaged' || error.code === 'history_failed');
}

export async function keepEndedUnrecorded(redis: Redis, taskId: string): Promise<void> {
  await crashpoint('before', `unrecorded ${taskId}`);
  await redis.sadd(keys.unrecorded, taskId);
  await crashpoint('after', `unrecorded ${taskId}`);
}

export async function wasEndedUnrecorded(redis: Redis, taskId: string): Promise<boolean> {
  return (await redis.sismember(keys.unrecorded, taskId)) === 1;
}

export async function endedUnrecorded(redis: Redis): Promise<ReadonlySet<string>> {
  return new Set(await redis.smembers(keys.unrecorded));
}
