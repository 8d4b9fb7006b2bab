/**
 * Histories in Redis, for several machines: one stream per task, whose ids are the numbers of its entries, and sets
 * beside them that answer what would otherwise mean opening each stream. An append is one script, so the sets always
 * agree with the streams. It is durable when it returns as far as Redis is: with `appendfsync always`.
 */
import type { Redis } from 'ioredis';
import { Fault } from '../errors.ts';
import type { HistoryStore } from '../ports/history.ts';
import { historyKeys } from './redis-keys.ts';
import { createRedisLog } from './redis-log.ts';
import { readStream, readUndamaged } from './redis-stream.ts';
import { asRedisHistoryError } from './redis-trouble.ts';
import { isTaskId } from './task-file.ts';

export interface RedisStoreOptions {
  readonly redis: Redis;
}

export function createRedisStore({ redis }: RedisStoreOptions): HistoryStore {
  return {
    open: (identity) =>
      named(`The history of the task ${identity.taskId}`, async () => {
        const { taskId } = identity;
        if (!isTaskId(taskId))
          throw new Fault('internal', 'A task id that is no UUID was used to find a history.', REPORT);
        return createRedisLog({ redis, identity, found: await readStream(redis, historyKeys.task(taskId)) });
      }),
    read: (taskId) =>
      named(`The history of the task ${taskId.slice(0, 64)}`, async () =>
        isTaskId(taskId) ? (await readStream(redis, historyKeys.task(taskId))).entries : [],
      ),
    readUndamaged: (taskId) =>
      named(`The history of the task ${taskId.slice(0, 64)}`, async () =>
        isTaskId(taskId) ? readUndamaged(redis, historyKeys.task(taskId)) : [],
      ),
    unfinished: () => named('The list of unfinished tasks', () => redis.smembers(historyKeys.open)),
    ofIssue: (issue) =>
      named('The list of the tasks of an issue', () => redis.zrange(historyKeys.issue(issue), '0', '-1')),
    recent: (limit) =>
      named('The list of tasks', async () =>
        limit < 1 ? [] : redis.zrange(historyKeys.recent, '0', String(limit - 1), 'REV'),
      ),
  };
}

const REPORT = 'Please report this with the log around it.';

async function named<Result>(what: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw asRedisHistoryError(error, what);
  }
}
