/** The inbox of tasks in Redis: one list per task, one channel that says whose list has grown. */
import type { Redis } from 'ioredis';
import { crashpoint } from '../crashpoint.ts';
import { asWritten } from './comment-order.ts';
import { keys, REMEMBER_DELIVERY_SECONDS } from './names.ts';
import type { Delivery } from '../people/delivery.ts';
import { readInboxItem } from '../state/stored-inbox.ts';
import type { InboxItem, TaskInbox } from '../state/stored-inbox.ts';

export interface RedisInbox extends TaskInbox {
  /**
   * Adds the item unless one with its id is waiting already, and wakes a running driver. `origin` is kept beside
   * it: what to begin with instead, should the task end without having read the item.
   */
  push(taskId: string, item: InboxItem, origin?: Delivery): Promise<void>;
  /** The task that was given an item with one of these ids; whether it has read it by now does not matter. */
  toldTo(itemIds: readonly string[]): Promise<string | null>;
  /** As if it had never been pushed. */
  takeBack(taskId: string, itemId: string): Promise<void>;
  /** What waits in the inbox of a task that will not read it any more. */
  leftBehind(taskId: string): Promise<readonly LeftBehind[]>;
  close(): Promise<void>;
}

export interface LeftBehind {
  readonly id: string;
  readonly origin: Delivery | null;
}

interface Stored {
  readonly item: InboxItem;
  readonly origin?: Delivery;
}

/** The order is that of Redis' own clock, in microseconds, as several intakes write here; comments are put in their own. */
const PUSH = `
local now = redis.call('time')
redis.call('hsetnx', KEYS[1], ARGV[1], string.format('%d%06d ', now[1], now[2]) .. ARGV[2])
redis.call('set', KEYS[2], ARGV[4], 'EX', ARGV[5])
redis.call('publish', ARGV[3], ARGV[4])`;

export async function createRedisInbox(redis: Redis, subscriber: Redis): Promise<RedisInbox> {
  const listeners = new Map<string, Set<() => void>>();
  subscriber.on('message', (_channel, taskId) => {
    for (const call of listeners.get(taskId) ?? []) call();
  });
  await subscriber.subscribe(keys.arrivals);

  async function waiting(taskId: string): Promise<readonly Stored[]> {
    const stored = Object.values(await redis.hgetall(keys.inbox(taskId))).map((text) => ({
      at: Number.parseInt(text, 10),
      text,
    }));
    return asWritten(stored.toSorted((a, b) => a.at - b.at).map(({ text }) => storedIn(text)));
  }

  return {
    async push(taskId, item, origin) {
      const stored: Stored = { item, ...(origin === undefined ? {} : { origin }) };
      const { id } = item;
      const about = [id, JSON.stringify(stored), keys.arrivals, taskId, REMEMBER_DELIVERY_SECONDS];
      await redis.eval(PUSH, 2, keys.inbox(taskId), keys.told(id), ...about);
      await crashpoint('after', `tell ${id}`);
    },
    async toldTo(itemIds) {
      return (await redis.mget(itemIds.map(keys.told))).find((taskId) => taskId !== null) ?? null;
    },
    async takeBack(taskId, itemId) {
      await redis.multi().hdel(keys.inbox(taskId), itemId).del(keys.told(itemId)).exec();
    },
    async read(taskId) {
      return (await waiting(taskId)).map(({ item }) => item);
    },
    async leftBehind(taskId) {
      return (await waiting(taskId)).map(({ item, origin }) => ({ id: item.id, origin: origin ?? null }));
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

/** Behind the time at which it came. */
function storedIn(text: string): Stored {
  const { item, origin } = JSON.parse(text.slice(text.indexOf(' '))) as {
    readonly item: unknown;
    readonly origin?: Delivery;
  };
  return { item: readInboxItem(item), ...(origin === undefined ? {} : { origin }) };
}
