/** The inboxes of tasks in Redis: one list per task, and one channel that announces growing lists. */
import type { Redis } from 'ioredis';
import { crashpoint } from '../crashpoint.ts';
import { keys, REMEMBER_DELIVERY_SECONDS } from './names.ts';
import { type InboxItem, type TaskInbox } from '../state/inbox-item.ts';
import { readInboxItem } from '../state/stored.ts';
import type { Delivery } from '../people/intent.ts';

export interface RedisInbox extends TaskInbox {
  /**
   * Adds the item unless one with its id is waiting already, and wakes a running driver. `origin` is stored with it:
   * the delivery to handle again if the task ends without having read the item.
   */
  push(taskId: string, item: InboxItem, origin?: Delivery): Promise<void>;
  /** The task that received an item with one of these ids, whether or not it has read it. */
  receiverOf(itemIds: readonly string[]): Promise<string | null>;
  /** As if it had never been pushed. */
  takeBack(taskId: string, itemId: string): Promise<void>;
  /** Unread items in the inbox of an ended task. */
  leftBehind(taskId: string): Promise<readonly { readonly id: string; readonly origin: Delivery | null }[]>;
  close(): Promise<void>;
}

interface Stored {
  readonly item: InboxItem;
  readonly origin?: Delivery;
}

/** Several intakes write here, so Redis' own clock gives the order, in microseconds; comments are sorted later. */
export const TELL = `
local function tell(inbox, receiver, task, id, item, channel, seconds)
  local arrived = redis.call('time')
  redis.call('hsetnx', inbox, id, string.format('%d%06d ', arrived[1], arrived[2]) .. item)
  redis.call('set', receiver, task, 'EX', seconds)
  redis.call('publish', channel, task)
end`;

const PUSH = `${TELL}
tell(KEYS[1], KEYS[2], ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5])`;

/** Of `Turns`. */
interface Waking {
  join(taskId: string): Promise<void>;
  hurry(taskId: string): Promise<void>;
}

/** For processes that drive nothing: puts an item into a task's inbox, and wakes the task. */
export function createSender(redis: Redis, { join, hurry }: Waking) {
  return async (taskId: string, item: InboxItem): Promise<void> => {
    await push(redis, { taskId, item });
    await join(taskId);
    if (item.kind === 'control' && item.word === 'stop') await hurry(taskId);
  };
}

interface Sent {
  readonly taskId: string;
  readonly item: InboxItem;
  readonly origin?: Delivery | undefined;
}

async function push(redis: Redis, { taskId, item, origin }: Sent): Promise<void> {
  const { id } = item;
  const about = [taskId, id, storedText(item, origin), keys.arrivals, REMEMBER_DELIVERY_SECONDS];
  await redis.eval(PUSH, 2, keys.inbox(taskId), keys.receiver(id), ...about);
}

export async function createRedisInbox(redis: Redis, subscriber: Redis): Promise<RedisInbox> {
  const listeners = new Map<string, Set<() => void>>();
  subscriber.on('message', (_channel, taskId) => {
    for (const call of listeners.get(taskId) ?? []) call();
  });
  await subscriber.subscribe(keys.arrivals);

  async function waiting(taskId: string): Promise<readonly Stored[]> {
    const texts = Object.values(await redis.hgetall(keys.inbox(taskId)));
    const inOrder = texts.toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
    return asWritten(inOrder.map(storedIn));
  }

  return {
    async push(taskId, item, origin) {
      await push(redis, { taskId, item, origin });
      await crashpoint('after', `tell ${item.id}`);
    },
    async receiverOf(itemIds) {
      return (await redis.mget(itemIds.map(keys.receiver))).find((taskId) => taskId !== null) ?? null;
    },
    async takeBack(taskId, itemId) {
      await redis.multi().hdel(keys.inbox(taskId), itemId).del(keys.receiver(itemId)).exec();
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

/** As it is stored after its time of arrival. */
export function storedText(item: InboxItem, origin?: Delivery): string {
  return JSON.stringify({ item, origin });
}

/** Each value begins with the time of its arrival and a space. */
function storedIn(text: string): Stored {
  const stored = JSON.parse(text.slice(text.indexOf(' '))) as Omit<Stored, 'item'> & { readonly item: unknown };
  return { ...stored, item: readInboxItem(stored.item) };
}

/**
 * The waiting items in the order in which people wrote them: deliveries are handled in parallel and overtake each
 * other, but "do A" – "no, B" must not be reversed. Only comments change places among themselves, by GitHub's
 * increasing ids; an item without an id keeps its place. No message moves across a control word.
 */
export function asWritten<Entry extends Pick<Stored, 'item'>>(entries: readonly Entry[]): readonly Entry[] {
  const ordered = [...entries];
  let places: number[] = [];
  const settle = () => {
    const sorted = places
      .flatMap((place) => entries[place] ?? [])
      .toSorted((one, other) => numberOf(one) - numberOf(other));
    sorted.forEach((entry, at) => {
      ordered[places[at] ?? 0] = entry;
    });
    places = [];
  };
  entries.forEach((entry, place) => {
    if (entry.item.kind === 'control') settle();
    else if (Number.isFinite(numberOf(entry))) places.push(place);
  });
  settle();
  return ordered;
}

function numberOf({ item }: Pick<Stored, 'item'>): number {
  return item.kind === 'comment' ? (item.commentId ?? Number.NaN) : Number.NaN;
}
