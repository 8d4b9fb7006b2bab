/** The clean-up in Redis when a task has ended, with or without its record. All of it may be repeated. */
import type { Redis } from 'ioredis';
import { crashpoint } from '../crashpoint.ts';
import { Fault } from '../errors.ts';
import { type IssueRef, releaseIssue } from './active-issues.ts';
import { actAfterwards } from './afterwards.ts';
import { keys } from './names.ts';
import type { RedisInbox } from './redis-inbox.ts';
import type { TaskJobs } from './task-jobs.ts';
import type { Logger } from 'pino';
import type { UnrecordedEnd } from '../state/task.ts';

export interface EndingTools {
  readonly redis: Redis;
  readonly inbox: RedisInbox;
  readonly jobs: TaskJobs;
  readonly log: Logger;
  /** Reports the fault, if any, to people, and returns the task; null to try again later. */
  readonly endUnrecorded: (taskId: string, fault: Fault | null, shutdown: AbortSignal) => Promise<UnrecordedEnd>;
}

interface FailedDrive {
  readonly taskId: string;
  readonly isLastTry: boolean;
  readonly error: unknown;
}

/** Releases the issue. A delivery that the task did not read is handled again, and starts the next task. */
export async function releaseTask(
  taskId: string,
  issue: IssueRef,
  { redis, inbox, jobs }: Pick<EndingTools, 'redis' | 'inbox' | 'jobs'>,
): Promise<void> {
  await releaseIssue(redis, issue, taskId);
  await jobs.queue.forget(taskId);
  for (const { id, origin } of await inbox.leftBehind(taskId)) {
    if (origin !== null) {
      await redis.del(keys.acted(origin.deliveryId), keys.acted(origin.intent.occurrence), keys.receiver(id));
      await jobs.actAgain(origin);
    }
    await inbox.acknowledge(taskId, [id]);
  }
  await actAfterwards(taskId, { redis, jobs });
}

/**
 * Ends a task whose record can no longer be read or written, once; nobody wakes it again. A full disk may have space
 * again later, so people are told only at the last try. A further request starts a new task.
 */
export async function endWithoutRecord(
  { taskId, isLastTry, error }: FailedDrive,
  { redis, log, endUnrecorded }: EndingTools,
  shutdown: AbortSignal,
): Promise<NonNullable<UnrecordedEnd>> {
  if (!isRecordLost(error)) throw error;
  // People were told before; later messages woke the task, and belong to the next one.
  const wasEnded = (await redis.sismember(keys.unrecorded, taskId)) === 1;
  if (!wasEnded && !isLastTry) throw error;
  const task = await endUnrecorded(taskId, wasEnded ? null : error, shutdown);
  if (task === null) throw error;
  const { code, message: reason, advice } = error;
  log.error({ task: taskId, code, reason, advice }, 'task ended without its record');
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
