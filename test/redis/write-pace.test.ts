import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { Redis } from 'ioredis';
import { createWriteTurns } from '../../src/github/write-turns.ts';
import { createWritePace } from '../../src/redis/redis-write-pace.ts';
import { redisBench } from './redis-bench.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { WritePace, WriteRank } from '../../src/ports/write-pace.ts';

const HERE = 7;
const HOUR_MS = 3_600_000;

describe('the pace of writes over all processes (GH-10)', () => {
  const bench = redisBench();
  let redis: Redis;
  let one: WritePace;
  let other: WritePace;
  let made = 0;

  beforeAll(async () => {
    const { socketPath } = await bench.start();
    redis = await bench.client(socketPath);
    one = createWritePace(await bench.client(socketPath, 'intake'));
    other = createWritePace(await bench.client(socketPath, 'intake'));
  });
  afterEach(async () => {
    await redis.flushall();
  });
  afterAll(async () => {
    await bench.end();
  });

  const ask = (pace: WritePace, rank: WriteRank = 'first', installationId = HERE) =>
    pace.ask({ installationId, rank, id: `w${(made += 1)}` });
  const key = (name = '') => `planwright:writes:${HERE}${name}`;
  const redisNow = async () => {
    const [seconds, micros] = await redis.time();
    return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
  };

  it('is three at once and then one a second, whichever process writes, and each installation has its own', async () => {
    expect([await ask(one), await ask(other), await ask(one)]).toEqual([0, 0, 0]);
    const waits = [await ask(other), await ask(one), await ask(other)];
    for (const [at, wait] of waits.entries()) {
      expect(wait).toBeLessThanOrEqual((at + 1) * 1_000);
      expect(wait).toBeGreaterThan((at + 1) * 1_000 - 500);
    }
    expect(await ask(one, 'first', HERE + 1)).toBe(0);
  });

  it('of two that wait for the same turn, lets the question go before the edit that came first', async () => {
    for (let sent = 0; sent < 3; sent += 1) await ask(one);
    const edit = { installationId: HERE, rank: 'progress', id: 'edit' } as const;
    expect(await one.ask(edit)).toBeLessThanOrEqual(1_000);
    const question = { installationId: HERE, rank: 'first', id: 'question' } as const;
    expect(await other.ask(question)).toBeLessThanOrEqual(1_000);
    await redis.hset(key(), 'next', 0);
    for (let burst = 0; burst < 2; burst += 1) expect(await ask(other)).toBe(0);
    // One turn is left, and it is kept for the question although the edit asks first.
    expect(await one.ask(edit)).toBeGreaterThan(0);
    expect(await other.ask(question)).toBe(0);
  });

  it('is 400 within any hour', async () => {
    const now = await redisNow();
    await redis.rpush(key(':sent'), ...Array.from({ length: 399 }, () => now - HOUR_MS + 20_000));
    expect(await ask(one)).toBe(0);
    const wait = await ask(other);
    expect(wait).toBeLessThanOrEqual(20_000);
    expect(wait).toBeGreaterThan(15_000);
  });

  it('leaves room for what people wait for: 60 edits at once, then one in twelve seconds, and half for places', async () => {
    const now = await redisNow();
    await redis.hset(key(), 'nextEdit', now + 59 * 12_000 + 5_000);
    expect(await ask(one, 'progress')).toBeGreaterThan(4_000);
    expect(await ask(one, 'place')).toBeGreaterThan(29 * 12_000);
    expect(await ask(other, 'first')).toBe(0);
    await redis.hset(key(), 'nextEdit', now + 30 * 12_000);
    expect(await ask(one, 'progress')).toBe(0);
  });

  it('goes on when the clock of Redis was an hour ahead (R19)', async () => {
    const now = await redisNow();
    await redis.hset(key(), { next: now + HOUR_MS, nextEdit: now + HOUR_MS });
    await redis.rpush(key(':sent'), ...Array.from({ length: 10 }, () => now + HOUR_MS));
    expect(await ask(one)).toBeLessThanOrEqual(3_000);
    expect(await ask(one, 'progress')).toBeLessThanOrEqual(20_000);
  });

  it('is held up by nobody who died while waiting', async () => {
    for (let sent = 0; sent < 3; sent += 1) await ask(one);
    for (let dead = 0; dead < 5; dead += 1) await ask(one);
    expect(await ask(other)).toBeGreaterThan(5_000);
    for (const member of await redis.zrange(key(':asking'), '0', '-1')) await redis.zadd(key(':asking'), 1, member);
    expect(await ask(other)).toBeLessThanOrEqual(1_000);
  });

  it('is none while GitHub wants to be left alone, for every process and that installation (R12)', async () => {
    await one.keepQuiet(HERE, 60_000);
    await one.keepQuiet(HERE, 5_000);
    expect(await other.quietMs(HERE)).toBeGreaterThan(50_000);
    expect(await ask(other)).toBeGreaterThan(50_000);
    expect(await other.quietMs(HERE + 1)).toBe(0);
    expect(await ask(other, 'first', HERE + 1)).toBe(0);
  });

  it('leaves no key for ever', async () => {
    for (let sent = 0; sent < 5; sent += 1) await ask(one);
    await one.keepQuiet(HERE, 1_000);
    const keys = await redis.keys('planwright:writes:*');
    expect(keys.length).toBeGreaterThan(3);
    for (const name of keys) expect(await redis.pttl(name)).toBeGreaterThan(0);
  });
});

describe('who wants to write (GH-10)', () => {
  const silent = pino({ level: 'silent' });
  function clocked() {
    let now = 0;
    const slept: number[] = [];
    const clock: Clock = {
      now: () => now,
      sleep: async (ms) => {
        slept.push(ms);
        now += ms;
      },
    };
    return { clock, slept };
  }
  function paceOf(waits: readonly number[], over: Partial<WritePace> = {}): WritePace & { readonly gone: string[] } {
    const left = [...waits];
    const gone: string[] = [];
    return {
      gone,
      ask: async () => left.shift() ?? 0,
      giveUp: async ({ id }) => void gone.push(id),
      keepQuiet: async () => undefined,
      quietMs: async () => 0,
      ...over,
    };
  }

  it('sleeps until its turn, and asks no more often', async () => {
    const { clock, slept } = clocked();
    const turns = createWriteTurns(paceOf([900, 100]), clock, silent);
    expect(await turns.turn(HERE, { rank: 'first' })).toBe(true);
    expect(slept).toEqual([900, 100]);
  });

  it('puts aside what would have to wait for long, and an edit that nobody wants any more', async () => {
    const { clock } = clocked();
    const pace = paceOf([90_000, 500, 500, 500]);
    const turns = createWriteTurns(pace, clock, silent);
    await expect(turns.turn(HERE, { rank: 'first' })).rejects.toMatchObject({ of: 'github_limit', afterMs: 90_000 });
    let asked = 0;
    expect(await turns.turn(HERE, { rank: 'progress', isWanted: () => (asked += 1) < 2 })).toBe(false);
    expect(pace.gone).toHaveLength(2);
    expect(await turns.turn(HERE, { rank: 'progress', isNowOrNever: true })).toBe(false);
    expect(await turns.turn(HERE, { rank: 'progress', isNowOrNever: true })).toBe(true);
  });

  it('goes by a pace of its own while Redis is away, slow enough for an hour of it, and never stands still', async () => {
    const { clock, slept } = clocked();
    const away = () => Promise.reject(new Error('Connection is closed.'));
    const turns = createWriteTurns(paceOf([], { ask: away, keepQuiet: away, quietMs: away }), clock, silent);
    for (let sent = 0; sent < 400; sent += 1) await turns.turn(HERE, { rank: 'first' });
    expect(slept).toHaveLength(397);
    expect(clock.now()).toBe(397 * 9_000);
    await turns.keepQuiet(HERE, 5_000);
    expect(await turns.quietMs(HERE)).toBe(5_000);
  });

  it('learns within a second that another process was told to be quiet, and asks Redis no more often', async () => {
    const { clock } = clocked();
    let looks = 0;
    const pace = paceOf([], { quietMs: async () => ((looks += 1) > 1 ? 30_000 : 0) });
    const turns = createWriteTurns(pace, clock, silent);
    expect(await turns.quietMs(HERE)).toBe(0);
    expect(await turns.quietMs(HERE)).toBe(0);
    await clock.sleep(1_000);
    expect(await turns.quietMs(HERE)).toBe(30_000);
    expect(await turns.quietMs(HERE)).toBe(30_000);
    expect(looks).toBe(2);
  });
});
