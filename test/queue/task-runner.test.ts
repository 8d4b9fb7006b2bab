import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { Redis } from 'ioredis';
import { createFairQueue } from '../../src/queue/fair-queue.ts';
import { startTaskRunner, type TaskRunner } from '../../src/queue/task-runner.ts';
import { eventually, redisBench, type RedisBench } from '../redis/redis-bench.ts';

const PROCESSES = 2;
const SLOTS = 3;
const INSTALLATIONS = 4;
const TASKS = 40;
const SLICES = 3;
const AN_HOUR_MS = 3_600_000;

describe('the slots of several processes (OPS-5)', () => {
  let bench: RedisBench;
  let redis: Redis;
  let runners: TaskRunner[];
  let subscribers: Redis[];
  /** The tasks in the order in which they were driven. */
  let driven: string[];
  let busy: number;
  let most: number;
  /** No drive ends before. */
  let gate: Promise<void>;

  beforeEach(async () => {
    bench = redisBench();
    const { socketPath } = await bench.start();
    redis = await bench.client(socketPath);
    driven = [];
    busy = 0;
    most = 0;
    gate = Promise.resolve();
    subscribers = await Promise.all(Array.from({ length: PROCESSES }, () => bench.client(socketPath, 'subscriber')));
    runners = subscribers.map((subscriber) =>
      startTaskRunner(
        {
          queue: createFairQueue(redis),
          subscriber,
          log: pino({ level: 'silent' }),
          drive: async ({ taskId }) => {
            driven.push(taskId);
            busy += 1;
            most = Math.max(most, busy);
            await Promise.all([redis.ping(), gate]);
            busy -= 1;
            return driven.filter((one) => one === taskId).length < SLICES ? 'again' : 'sleep';
          },
          wakeIn: async () => undefined,
        },
        // No timer does anything here.
        { concurrency: SLOTS, perInstallation: null, perRepository: 2, lockMs: AN_HOUR_MS, stalledMs: AN_HOUR_MS },
      ),
    );
  });
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.close()));
    await bench.end();
  });

  const queue = () => createFairQueue(redis);
  const join = (task: number) => {
    const installationId = 1 + (task % INSTALLATIONS);
    return queue().join(`t${task}`, {
      installationId,
      repositoryId: installationId * 10 + (task % 3),
      priority: 'normal',
    });
  };
  const isOver = async () => driven.length === TASKS * SLICES && (await queue().status()).driven === 0;
  async function scripts(): Promise<number> {
    return Number(/cmdstat_eval:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);
  }

  it('drive all there is without waiting for a clock, also what a limit held back', async () => {
    await Promise.all(Array.from({ length: TASKS }, (_, task) => join(task)));
    await eventually(isOver);
    expect(new Set(driven).size).toBe(TASKS);
    expect(most).toBe(PROCESSES * SLOTS);
  });

  it('are all filled at one piece of news', async () => {
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    await queue().setPaused(true);
    for (let task = 0; task < TASKS; task += 1) await join(task);
    await eventually(async () => (await queue().status()).slots === PROCESSES * SLOTS);
    await queue().setPaused(false);
    await eventually(async () => busy === PROCESSES * SLOTS);
    open();
    await eventually(isOver);
  });

  it('ask once for each slice: whoever ends one takes the next turn with the same question', async () => {
    await eventually(async () => (await queue().status()).slots === PROCESSES * SLOTS);
    await queue().setPaused(true);
    for (let task = 0; task < TASKS; task += 1) await join(task);
    const before = await scripts();
    await queue().setPaused(false);
    await eventually(async () => driven.length === TASKS * SLICES);
    await eventually(async () => (await redis.hlen('planwright:turns:held')) === 0);
    const asked = (await scripts()) - before;
    expect(asked / (TASKS * SLICES)).toBeLessThan(1.5);
  });

  it('hear of what was woken while the connection that tells them was broken', async () => {
    for (const subscriber of subscribers) subscriber.disconnect();
    await Promise.all(Array.from({ length: TASKS }, (_, task) => join(task)));
    expect(driven).toEqual([]);
    for (const subscriber of subscribers) await subscriber.connect();
    await eventually(isOver);
  });
});
