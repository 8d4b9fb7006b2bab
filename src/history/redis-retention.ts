/**
 * The same as retention.ts for histories in Redis: what ended long ago is renamed to `…:archive:<task>`, where no reader
 * finds it and an operator still does, and deleted a day later.
 */
import type { Redis } from 'ioredis';
import type { Logger } from '../ports/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { HistoryEntry } from '../ports/history.ts';
import { historyKeys } from './redis-keys.ts';
import { setAside } from './redis-scripts.ts';
import { readStream } from './redis-stream.ts';
import type { Retention } from './retention.ts';
import { hasEnded } from './task-file.ts';

export interface RedisRetentionOptions {
  readonly redis: Redis;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

export function createRedisRetention({ redis, clock, log }: RedisRetentionOptions): Retention {
  async function read(taskId: string): Promise<readonly HistoryEntry[]> {
    try {
      return (await readStream(redis, historyKeys.task(taskId))).entries;
    } catch (error) {
      log.warn({ task: taskId, err: error }, 'a record that cannot be read is kept');
      return [];
    }
  }

  return {
    async archive(olderThanMs) {
      const now = clock.now();
      const endedBefore = now - olderThanMs;
      const gone: string[] = [];
      for (const taskId of await redis.zrange(historyKeys.recent, '-inf', `(${endedBefore}`, 'BYSCORE')) {
        const entries = await read(taskId);
        const [first, last] = [entries[0], entries.at(-1)];
        if (
          first === undefined ||
          last === undefined ||
          !hasEnded(entries) ||
          !(Date.parse(last.timestamp) < endedBefore)
        )
          continue;
        if (await setAside(redis, first, { length: entries.length, now })) gone.push(taskId);
      }
      return gone;
    },

    async deleteArchived(olderThanMs) {
      const archivedBefore = clock.now() - olderThanMs;
      const old = await redis.zrange(historyKeys.archived, '-inf', `(${archivedBefore}`, 'BYSCORE');
      for (const taskId of old) {
        // In this order: what a crash leaves in between is deleted again the next time.
        await redis.unlink(historyKeys.archive(taskId));
        await redis.zrem(historyKeys.archived, taskId);
      }
      return old.length;
    },
  };
}
