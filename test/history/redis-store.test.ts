import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { Fault, Fenced } from '../../src/errors.ts';
import { historyKeys } from '../../src/history/redis-records.ts';
import { createRedisStore } from '../../src/history/redis-store.ts';
import type { HistoryStore } from '../../src/ports/history.ts';
import { describeHistoryStore, later, newTask } from '../contracts/history-store.ts';
import { redisBench, type RedisBench } from '../redis/redis-bench.ts';

describeHistoryStore('The Redis store', async () => {
  const bench = redisBench();
  const { socketPath } = await bench.start();
  const [redis, another] = [await bench.client(socketPath), await bench.client(socketPath)];
  return { store: createRedisStore({ redis }), other: createRedisStore({ redis: another }), dispose: bench.end };
});

describe('The Redis store and its streams (PLAN-4)', () => {
  let bench: RedisBench;
  let redis: Redis;
  let store: HistoryStore;
  const task = newTask();
  const key = historyKeys.task(task.taskId);
  beforeEach(async () => {
    bench = redisBench();
    const { socketPath } = await bench.start();
    redis = await bench.client(socketPath);
    store = createRedisStore({ redis });
  });
  afterEach(() => bench.end());

  async function writeThree(): Promise<void> {
    const log = await store.open(task);
    await log.append([{ type: 'task', title: 'Größe' }], later());
    await log.append([{ type: 'plan' }, { type: 'action', text: 'ÄÖÜ😀' }], later());
    await log.close();
  }

  async function faultOf(act: Promise<unknown>): Promise<Fault> {
    return act.then(
      () => new Fault('internal', 'It did not fail.', ''),
      (error: unknown) => error as Fault,
    );
  }

  /** Replaces an entry, as only a person or a broken disk could. */
  async function replaceEntries(change: (rows: [string, string[]][]) => [string, string[]][]): Promise<void> {
    const rows = await redis.xrange(key, '-', '+');
    await redis.del(key);
    for (const [id, fields] of change(rows)) await redis.xadd(key, id, ...fields);
  }

  it('keeps each entry under its own number, in keys of one slot (PLAN-4)', async () => {
    await writeThree();
    expect((await redis.xrange(key, '-', '+')).map(([id]) => id)).toEqual(['1-0', '2-0', '3-0']);
    expect((await redis.keys('*')).map((name) => /\{[^}]*\}/.exec(name)?.[0])).toEqual(
      Array.from({ length: 4 }, () => '{history}'),
    );
  });

  it('names key and id of an entry that is no JSON, and opens nothing (PLAN-4)', async () => {
    await writeThree();
    await replaceEntries((rows) =>
      rows.map(([id, fields]) => [id, id === '2-0' ? ['w', 'x', 'e', '{"seq":2,'] : fields]),
    );
    for (const fault of [await faultOf(store.read(task.taskId)), await faultOf(store.open(task))]) {
      expect(fault).toMatchObject({ code: 'history_damaged', message: expect.stringContaining(`2-0 of ${key}`) });
    }
    expect((await store.readUndamaged(task.taskId)).map(({ seq }) => seq)).toEqual([1]);
    expect(await store.unfinished()).toEqual([task.taskId]);
    expect(await store.recent(10)).toEqual([task.taskId]);
  });

  it('names an entry before which one is missing, one without its text, and one that says another number (PLAN-4)', async () => {
    await writeThree();
    await redis.xdel(key, '2-0');
    expect(await faultOf(store.read(task.taskId))).toMatchObject({
      code: 'history_damaged',
      message: expect.stringContaining('3-0'),
    });
    await redis.xdel(key, '1-0');
    expect(await faultOf(store.read(task.taskId))).toMatchObject({
      code: 'history_damaged',
      message: expect.stringContaining('3-0'),
    });
    await redis.del(key, historyKeys.open, historyKeys.recent);
    await writeThree();
    await replaceEntries((rows) => rows.map(([id, fields]) => [id, id === '1-0' ? ['other', 'field'] : fields]));
    expect(await faultOf(store.read(task.taskId))).toMatchObject({
      code: 'history_damaged',
      message: expect.stringContaining('1-0'),
    });
    await redis.del(key);
    await redis.xadd(key, '1-0', 'w', 'x', 'e', JSON.stringify({ seq: 2, type: 'task', timestamp: 'now' }));
    expect(await faultOf(store.read(task.taskId))).toMatchObject({
      code: 'history_damaged',
      message: expect.stringContaining('number 2'),
    });
    // The numbers inside are right, but nothing could be appended.
    await redis.del(key);
    await redis.xadd(key, '7-0', 'w', 'x', 'e', JSON.stringify({ seq: 1, type: 'task', timestamp: 'now' }));
    expect(await faultOf(store.read(task.taskId))).toMatchObject({
      code: 'history_damaged',
      message: expect.stringContaining('1-0 should'),
    });
  });

  it('takes what Redis refuses for a failed write, says what to do, and writes nothing more (PLAN-4)', async () => {
    const log = await store.open(task);
    await log.append([{ type: 'task' }], later());
    await redis.config('SET', 'maxmemory', '1');
    const fault = await faultOf(log.append([{ type: 'plan', secret: 'what was to be recorded' }], later()));
    expect(fault).toMatchObject({ code: 'history_failed', advice: expect.stringContaining('maxmemory') });
    expect(fault.cause).toBeUndefined();
    await redis.config('SET', 'maxmemory', '0');
    expect(await faultOf(log.append([{ type: 'action' }], later()))).toBe(fault);
    expect(await log.isCurrent()).toBe(false);
    expect(await store.read(task.taskId)).toHaveLength(1);
  });

  it('asks again itself when the connection does not, and gives up when that is cut off as well', async () => {
    const broken: { left: number } = { left: 1 };
    const breaking = new Proxy(redis, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'eval') return typeof value === 'function' ? value.bind(target) : value;
        return async (...args: Parameters<Redis['eval']>) => {
          const answer = await redis.eval(...args);
          if (broken.left === 0) return answer;
          broken.left -= 1;
          throw new Error('Connection is closed.');
        };
      },
    });
    const log = await createRedisStore({ redis: breaking }).open(task);
    expect(await log.append([{ type: 'task' }, { type: 'plan' }], later())).toHaveLength(2);
    broken.left = 2;
    await expect(log.append([{ type: 'action' }], later())).rejects.toMatchObject({
      code: 'history_failed',
      message: expect.stringContaining('closed'),
    });
    await expect(log.append([{ type: 'action' }], later())).rejects.toMatchObject({ code: 'history_failed' });
    // It is stored: whoever reopens the record continues from it.
    expect((await store.read(task.taskId)).map(({ type }) => type)).toEqual(['task', 'plan', 'action']);
  });

  it('stops a driver whose record Redis has lost, or whose last entry is another one now (R4, R6)', async () => {
    const [lost, replaced] = [await store.open(task), await store.open(newTask())];
    await lost.append([{ type: 'task' }], later());
    const [first] = await replaced.append([{ type: 'task' }], later());
    await redis.flushall();
    const successor = await store.open({ ...task, taskId: first?.task_uuid ?? '' });
    await successor.append([{ type: 'task', by: 'another' }], later());
    expect(await lost.isCurrent()).toBe(false);
    for (const log of [lost, replaced])
      await expect(log.append([{ type: 'plan' }], later())).rejects.toBeInstanceOf(Fenced);
    expect(await store.read(task.taskId)).toEqual([]);
    expect((await successor.append([{ type: 'plan' }], later())).map(({ seq }) => seq)).toEqual([2]);
  });

  it('sees that it was overtaken before it writes', async () => {
    const [first, second] = [await store.open(task), await store.open(task)];
    await first.append([{ type: 'task' }], later());
    expect([await first.isCurrent(), await second.isCurrent()]).toEqual([true, false]);
  });

  it('reads a record of many pages and of large entries as it was written', async () => {
    const log = await store.open(task);
    const large = 'ß'.repeat(1_500_000);
    const stored = [
      ...(await log.append(
        [{ type: 'task' }, ...Array.from({ length: 20 }, (_, n) => ({ type: 'tool' as const, n, large }))],
        later(),
      )),
    ];
    for (let done = 0; done < 579; done += 193)
      stored.push(
        ...(await log.append(
          Array.from({ length: 193 }, (_, n) => ({ type: 'tool' as const, n: done + n })),
          later(),
        )),
      );
    expect(stored).toHaveLength(600);
    expect(await store.read(task.taskId)).toEqual(stored);
  });

  it('answers for an end at the very border of a page', async () => {
    for (const length of [199, 200, 201, 202, 400, 401]) {
      const one = newTask();
      const log = await store.open(one);
      await log.append(
        Array.from({ length }, (_, n) => ({ type: 'tool' as const, n })),
        later(),
      );
      expect(await store.read(one.taskId)).toHaveLength(length);
    }
  });

  it('has nothing of a record that is set aside while it is read, rather than a part of it (PLAN-4)', async () => {
    const log = await store.open(task);
    await log.append(
      Array.from({ length: 300 }, (_, n) => ({ type: 'tool' as const, n })),
      later(),
    );
    let pages = 0;
    const leaving = new Proxy(redis, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'xrange') return typeof value === 'function' ? value.bind(target) : value;
        return async (...args: Parameters<Redis['xrange']>) => {
          pages += 1;
          if (pages === 2) await redis.rename(key, historyKeys.archive(task.taskId));
          return redis.xrange(...args);
        };
      },
    });
    expect(await createRedisStore({ redis: leaving }).read(task.taskId)).toEqual([]);
    expect(pages).toBe(2);
  });
});
