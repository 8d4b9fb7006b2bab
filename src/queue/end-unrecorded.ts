/** Tasks whose record can be read or written no more are ended without it, once: nobody wakes them again. */
import type { Redis } from 'ioredis';
import { crashpoint } from '../crashpoint.ts';
import { Fault } from '../errors.ts';
import { keys } from './names.ts';
import type { Logger } from 'pino';
import type { UnrecordedEnd } from '../state/drive-end.ts';

export interface EndingTools {
  readonly redis: Redis;
  readonly log: Logger;
  /** Tells people of a task whose record is lost, without a fault no more; null when that has to be tried again. */
  readonly endUnrecorded: (taskId: string, fault: Fault | null, shutdown: AbortSignal) => Promise<UnrecordedEnd>;
}

interface FailedDrive {
  readonly taskId: string;
  readonly isLastTry: boolean;
  readonly error: unknown;
}

/** A disk may have room again in a while: the last try tells people. Who asks for the task anew begins another. */
export async function endWithoutRecord(
  { taskId, isLastTry, error }: FailedDrive,
  { redis, log, endUnrecorded }: EndingTools,
  shutdown: AbortSignal,
): Promise<NonNullable<UnrecordedEnd>> {
  if (!isRecordLost(error)) throw error;
  // Told already: woken by what was said to it since, which is for the task that follows.
  const isTold = (await redis.sismember(keys.unrecorded, taskId)) === 1;
  if (!isTold && !isLastTry) throw error;
  const task = await endUnrecorded(taskId, isTold ? null : error, shutdown);
  if (task === null) throw error;
  log.error(
    { task: taskId, code: error.code, reason: error.message, advice: error.advice },
    'task ended without its record',
  );
  await crashpoint('before', `unrecorded ${taskId}`);
  await redis.sadd(keys.unrecorded, taskId);
  await crashpoint('after', `unrecorded ${taskId}`);
  return task;
}

export async function endedUnrecorded(redis: Redis): Promise<ReadonlySet<string>> {
  return new Set(await redis.smembers(keys.unrecorded));
}

function isRecordLost(error: unknown): error is Fault {
  return error instanceof Fault && (error.code === 'history_damaged' || error.code === 'history_failed');
}
