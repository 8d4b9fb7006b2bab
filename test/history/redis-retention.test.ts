import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { historyKeys } from '../../src/history/redis-records.ts';
import { createRedisRetention, createRedisStore } from '../../src/history/redis-store.ts';
import { forgetLeftovers, forgetOld } from '../../src/app/retain.ts';
import { newTask } from '../contracts/history-store.ts';
import { redisBench, type RedisBench } from '../redis/redis-bench.ts';

const DAY = 24 * 3_600_000;
const log = pino({ level: 'silent' });

describe('what ended long ago is forgotten in Redis too (PLAN-4)', () => {
  let bench: RedisBench;
  let redis: Redis;
  let now: number;
  const removed: string[] = [];
  const clock = { now: () => now, sleep: async () => undefined };
  const store = () => createRedisStore({ redis });
  const retention = () => createRedisRetention({ redis, clock, log });
  const repositories = { remove: async (taskId: string) => void removed.push(taskId) };
  const forget = (days = 90) => forgetOld({ retention: retention(), repositories, log }, days);
  beforeEach(async () => {
    bench = redisBench();
    redis = await bench.client((await bench.start()).socketPath);
    now = Date.UTC(2026, 0, 1);
    removed.length = 0;
  });
  afterEach(() => bench.end());

  async function record(hasEnded: boolean, daysOfWork = 0): Promise<string> {
    const task = newTask();
    const opened = await store().open(task);
    await opened.append([{ type: 'task', title: 'T' }], now);
    now += daysOfWork * DAY;
    await opened.append([{ type: 'effect', name: 'checkpoint', change: { files: [{ path: 'a.ts' }] } }], now);
    if (hasEnded) await opened.append([{ type: 'completion' }], now, () => () => 'kept');
    return task.taskId;
  }

  it('after its days, first set aside and out of every list, a day later for good, with what was fetched for it', async () => {
    const old = await record(true);
    now += 10 * DAY;
    const young = await record(true);
    now += 80 * DAY;
    await forget();
    expect(removed).toEqual([]);
    now += 1;
    await forget();
    expect(await store().recent(10)).toEqual([young]);
    expect(await store().ofIssue('octo/shop#12')).toEqual([young]);
    expect(await store().touching('octo/shop', ['a.ts'])).toEqual([young]);
    expect(await store().read(old)).toEqual([]);
    expect(await redis.hkeys(historyKeys.summaries)).toEqual([young]);
    expect(await redis.xlen(historyKeys.archive(old))).toBe(3);
    expect(removed).toEqual([old]);
    now += DAY;
    await forget();
    expect(await redis.exists(historyKeys.archive(old))).toBe(1);
    now += 1;
    await forget();
    expect(await redis.keys('*archive*')).toEqual([]);
    expect(await store().read(young)).toHaveLength(3);
  });

  it('is never one without an end, or a damaged one, however old', async () => {
    const [unfinished, damaged] = [await record(false), await record(true)];
    await redis.xdel(historyKeys.task(damaged), '1-0');
    now += 1_000 * DAY;
    await forget(1);
    expect([...(await store().recent(10))].toSorted()).toEqual([unfinished, damaged].toSorted());
    expect(await store().unfinished()).toEqual([unfinished]);
    expect(await redis.keys('*archive*')).toEqual([]);
  });

  it('counts from the end, not from the beginning', async () => {
    const task = await record(true, 100);
    now += DAY;
    await forget();
    expect(await store().recent(10)).toEqual([task]);
  });

  it('takes what was fetched on this machine for a task that ended on another one, and nothing of one that goes on (PLAN-4, OPS-6)', async () => {
    const [ended, running, unknown] = [await record(true), await record(false), newTask().taskId];
    const gone: string[] = [];
    const place = (name: string, kept: readonly string[]) => ({
      kept: async () => kept,
      remove: async (taskId: string) => void gone.push(`${name} ${taskId}`),
    });
    await forgetLeftovers({
      repositories: place('repository', [ended, running, unknown]),
      images: place('images', [running, ended]),
      history: store(),
      log,
    });
    expect(gone).toEqual([`repository ${ended}`, `repository ${unknown}`, `images ${ended}`]);
  });

  it('leaves one that goes on while it is judged, and lets another process be quicker', async () => {
    const task = newTask();
    const opened = await store().open(task);
    await opened.append([{ type: 'task' }, { type: 'completion' }], now);
    now += 91 * DAY;
    const reading = new Proxy(redis, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'eval') return typeof value === 'function' ? value.bind(target) : value;
        return async (...args: Parameters<Redis['eval']>) => {
          await opened.append([{ type: 'action' }], now);
          return redis.eval(...args);
        };
      },
    });
    expect(await createRedisRetention({ redis: reading, clock, log }).archive(90 * DAY)).toEqual([]);
    expect(await store().unfinished()).toEqual([task.taskId]);
    await opened.append([{ type: 'completion' }], now);
    now += 91 * DAY;
    expect((await Promise.all([1, 2, 3].map(() => retention().archive(90 * DAY)))).flat()).toEqual([task.taskId]);
    expect(await store().unfinished()).toEqual([]);
  });
});
