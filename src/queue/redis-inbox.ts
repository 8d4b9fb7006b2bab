/** The inbox of tasks in Redis: one list per task, one channel that says whose list has grown. */
import type { Redis } from 'ioredis';
import { keys } from './names.ts';
import { InboxItem } from '../ports/inbox.ts';
import type { Inbox } from '../ports/inbox.ts';

export interface RedisInbox extends Inbox {
  /** Adds the item unless one with its id is waiting already, and wakes a running driver. */
  push(taskId: string, item: InboxItem): Promise<void>;
  close(): Promise<void>;
}

export async function createRedisInbox(redis: Redis, subscriber: Redis): Promise<RedisInbox> {
  const listeners = new Map<string, Set<() => void>>();
  subscriber.on('message', (_channel, taskId) => {
    for (const call of listeners.get(taskId) ?? []) call();
  });
  await subscriber.subscribe(keys.arrivals);

  return {
    async push(taskId, item) {
      await redis.hsetnx(keys.inbox(taskId), item.id, JSON.stringify({ at: Date.now(), item }));
      await redis.publish(keys.arrivals, taskId);
    },
    async read(taskId) {
      const stored = Object.values(await redis.hgetall(keys.inbox(taskId))).map((text) => JSON.parse(text) as { at: number; item: unknown });
      return stored.sort((a, b) => a.at - b.at).map(({ item }) => InboxItem.parse(item));
    },
    async acknowledge(taskId, ids) {
      if (ids.length > 0) await redis.hdel(keys.inbox(taskId), ...ids);
    },
    listen(taskId, onArrival) {
      const calls = listeners.get(taskId) ?? new Set();
      listeners.set(taskId, calls.add(onArrival));
      return () => {
        calls.delete(onArrival);
        if (calls.size === 0) listeners.delete(taskId);
      };
    },
    async close() {
      await subscriber.unsubscribe(keys.arrivals).catch(() => undefined);
    },
  };
}
