import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { createRedisStore } from '../../src/history/redis-store.ts';
import { inGroups } from '../../src/history/task-file.ts';
import { later, newTask } from '../contracts/history-store.ts';
import { redisBench, type RedisBench } from '../redis/redis-bench.ts';

const TASKS = 10_000;
const UNFINISHED = 10;

describe('The Redis store with 10,000 tasks (QUAL-1)', () => {
  let bench: RedisBench;
  let redis: Redis;
  const tasks = Array.from({ length: TASKS }, (_, position) => newTask(`octo/shop#${position % 1_000}`));
  const taskIds = tasks.map(({ taskId }) => taskId);

  beforeAll(async () => {
    bench = redisBench();
    redis = await bench.client((await bench.start()).socketPath);
    // Reading is measured; nothing of this has to survive.
    await redis.config('SET', 'appendfsync', 'no');
    const store = createRedisStore({ redis });
    await inGroups(tasks, async (task) => {
      const log = await store.open(task);
      await log.append(
        [{ type: 'task' }, { type: 'plan' }, { type: tasks.indexOf(task) < UNFINISHED ? 'action' : 'completion' }],
        later(),
        () => () => 'kept',
      );
    });
  });
  afterAll(() => bench.end());

  it('answers what is unfinished, newest, and of one issue by one question each, without opening a record', async () => {
    const asked: string[] = [];
    const watched = new Proxy(redis, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value === 'function') asked.push(String(name));
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const store = createRedisStore({ redis: watched });
    expect([...(await store.unfinished())].toSorted()).toEqual(taskIds.slice(0, UNFINISHED).toSorted());
    expect(await store.recent(50)).toEqual(taskIds.slice(-50).toReversed());
    expect(await store.ofIssue('octo/shop#7')).toEqual(taskIds.filter((_, position) => position % 1_000 === 7));
    const page = await store.summaries(taskIds.slice(-50), { read: String, make: () => null });
    expect(page).toEqual(Array.from({ length: 50 }, () => 'kept'));
    expect(asked).toEqual(['smembers', 'zrange', 'zrange', 'pipeline']);
  });
});
