import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { claimIssue, holderOf } from '../../src/queue/active-issues.ts';
import { createFairQueue, QUEUE_CHANGED } from '../../src/queue/fair-queue.ts';
import { keys } from '../../src/queue/names.ts';
import { placeInLists } from '../../src/queue/place-in-queue.ts';
import { type Limits, TAKE } from '../../src/queue/take-next.ts';
import { eventually, redisBench } from '../redis/redis-bench.ts';
import { comment } from './queue-bench.ts';
import type { Beginning } from '../../src/queue/begin-script.ts';
import type { Standing } from '../../src/queue/ready-lists.ts';
import type { FairQueue, Held } from '../../src/queue/fair-queue.ts';

const LEASE_MS = 60_000;
const ANY_NUMBER: Limits = { perInstallation: 1_000, perRepository: 1_000 };
const RUNS = 40;

describe('turns (OPS-5)', () => {
  const bench = redisBench();
  let socketPath: string;
  let redis: Redis;
  /** Two processes. */
  let one: FairQueue;
  let other: FairQueue;

  beforeAll(async () => {
    ({ socketPath } = await bench.start());
    redis = await bench.client(socketPath);
    one = createFairQueue(redis);
    other = createFairQueue(await bench.client(socketPath));
  });
  afterEach(async () => {
    await redis.flushall();
  });
  afterAll(async () => {
    await bench.end();
  });

  function at(installationId: number, repository = 1, priority: Standing['priority'] = 'normal'): Standing {
    return { installationId, repositoryId: installationId * 100 + repository, priority };
  }
  async function take(limits = ANY_NUMBER, queue = one): Promise<Held | null> {
    return (await queue.take({ leaseMs: LEASE_MS, limits })).taken;
  }
  async function all(limits = ANY_NUMBER): Promise<readonly string[]> {
    const order: string[] = [];
    for (let taken = await take(limits); taken !== null; taken = await take(limits)) order.push(taken.taskId);
    return order;
  }

  it('go round over installations, whoever sends many, and within one over its repositories (W11)', async () => {
    await Promise.all(Array.from({ length: 2_000 }, (_, task) => one.join(`a${task + 1}`, at(1))));
    await one.join('b', at(2));
    await one.join('neighbour', at(1, 2));
    const first = [await take(), await take(), await take(), await take()].map((held) => held?.taskId);
    expect(first).toEqual(['a1', 'b', 'neighbour', 'a2']);
  });

  it('are given to a task by its priority first within its installation, then by its age, and never across', async () => {
    await one.join('low', at(1, 1, 'low'));
    await one.join('old', at(1));
    await one.join('young', at(1));
    await one.join('high', at(1, 2, 'high'));
    await one.join('theirs', at(2, 1, 'low'));
    expect(await one.placeOf('low')).toBe(4);
    await one.prioritise('young', 'high');
    expect(await all()).toEqual(['young', 'theirs', 'high', 'old', 'low']);
  });

  it('come again for a task whose slice is over before those that came after it, and after those of others', async () => {
    await one.join('first', at(1));
    const first = await take();
    await one.join('second', at(1));
    await one.join('theirs', at(2));
    await one.leave(first as Held, 'again');
    expect(await all()).toEqual(['theirs', 'first', 'second']);
  });

  it('drive a task that is woken a hundred times meanwhile once more, and in one process at a time', async () => {
    await one.join('busy', at(1));
    const held = await take();
    await Promise.all(Array.from({ length: 100 }, () => other.join('busy')));
    expect(await take(ANY_NUMBER, other)).toBeNull();
    await one.leave(held as Held, 'sleep');
    expect(await all()).toEqual(['busy']);
  });

  it('keep to the slots of a repository and of an installation over all processes', async () => {
    for (const task of ['r1', 'r2', 'r3']) await one.join(task, at(1, 1));
    for (const task of ['s1', 's2']) await one.join(task, at(1, 2));
    await one.join('t1', at(2));
    const limits = { perInstallation: 3, perRepository: 2 };
    expect(await all(limits)).toEqual(['r1', 't1', 's1', 'r2']);
    await other.leave({ taskId: 'r1', token: 'of somebody else' }, 'sleep');
    expect(await take(limits, other)).toBeNull();
    await redis.flushall();
    for (const task of ['r1', 'r2', 'r3']) await one.join(task, at(1));
    expect(await all({ perInstallation: 9, perRepository: 2 })).toEqual(['r1', 'r2']);
  });

  it('leave one of four slots to others unless the operator says otherwise, and none of three', async () => {
    const usual = { perInstallation: null, perRepository: null };
    await one.renew('p1', { slots: 2, leaseMs: LEASE_MS, held: [] });
    await one.renew('p2', { slots: 2, leaseMs: LEASE_MS, held: [] });
    for (let task = 1; task <= 5; task += 1) await one.join(`a${task}`, at(1));
    expect(await all(usual)).toEqual(['a1', 'a2', 'a3']);
    await one.join('b', at(2));
    expect(await all(usual)).toEqual(['b']);
    await redis.flushall();
    await one.renew('p1', { slots: 3, leaseMs: LEASE_MS, held: [] });
    for (let task = 1; task <= 5; task += 1) await one.join(`a${task}`, at(1));
    expect(await all(usual)).toEqual(['a1', 'a2', 'a3']);
  });

  it('come back from a process that was killed when its lease is over, and it is told that it lost them', async () => {
    await one.join('long', at(1));
    await one.join('other', at(1));
    const { taken } = await one.take({ leaseMs: 1, limits: ANY_NUMBER });
    expect(taken?.taskId).toBe('long');
    await eventually(() => isOver(taken as Held));
    const next = await other.take({ leaseMs: LEASE_MS, limits: { perInstallation: 1, perRepository: 1 } });
    expect(next).toMatchObject({ taken: { taskId: 'long' }, dead: ['long'] });
    expect(await one.renew('p', { slots: 1, leaseMs: LEASE_MS, held: [taken as Held] })).toEqual(['long']);
    // What it does afterwards is no longer about this task.
    await one.leave(taken as Held, 'sleep');
    expect(await other.isAwake('long')).toBe(true);

    async function isOver({ taskId }: Held): Promise<boolean> {
      const until = Number(((await redis.hget('planwright:turns:held', taskId)) ?? '').split(' ')[1]);
      const [seconds, micro] = await redis.time();
      return Number(seconds) * 1_000 + Number(micro) / 1_000 > until + 1;
    }
  });

  it('are held on to as long as they are renewed', async () => {
    await one.join('long', at(1));
    const held = (await one.take({ leaseMs: 1, limits: ANY_NUMBER })).taken as Held;
    expect(await one.renew('p', { slots: 1, leaseMs: LEASE_MS, held: [held] })).toEqual([]);
    expect(await other.take({ leaseMs: LEASE_MS, limits: ANY_NUMBER })).toEqual({ taken: null, dead: [] });
  });

  it('are not given to a task while it is told its place, which it keeps', async () => {
    await one.join('first', at(1));
    await one.join('second', at(1));
    const notice = await one.hold('first', LEASE_MS);
    expect(await other.hold('first', LEASE_MS)).toBeNull();
    expect(await one.placeOf('first')).toBe(1);
    expect((await take())?.taskId).toBe('second');
    await one.leave(notice as Held, 'again');
    expect((await take())?.taskId).toBe('first');
    expect(await one.hold('first', LEASE_MS)).toBeNull();
  });

  it('begin no task while the operator pauses the service, and let those that have begun go on', async () => {
    await one.join('begun', at(1));
    const held = await take();
    expect(await one.status()).toMatchObject({ state: 'RUNNING', driven: 1, pausedAt: null });
    await other.setPaused(true);
    await one.join('new', at(1, 1, 'high'));
    expect(await take()).toBeNull();
    await one.leave(held as Held, 'again');
    const again = await take();
    expect(again?.taskId).toBe('begun');
    await one.leave(again as Held, 'sleep');
    expect(await one.status()).toMatchObject({ state: 'PAUSED', driven: 0, waiting: 1 });
    await other.setPaused(false);
    expect(await all()).toEqual(['new']);
    expect(await one.status()).toMatchObject({ state: 'RUNNING', waiting: 0 });
  });

  it('come for a task that somebody stops before others of its installation, and also while the service is paused', async () => {
    for (const task of ['first', 'stopped']) await one.join(task, at(1));
    await one.setPaused(true);
    await other.hurry('stopped');
    expect(await all()).toEqual(['stopped']);
    await one.setPaused(false);
    expect(await all()).toEqual(['first']);
  });

  describe('tell whoever has a slot free', () => {
    let listener: Redis;
    let heard = 0;
    beforeAll(async () => {
      listener = await bench.client(socketPath, 'subscriber');
      await listener.subscribe(QUEUE_CHANGED);
      listener.on('message', () => (heard += 1));
    });

    /** What Redis told before it answers a ping was heard by then. */
    async function said(step: () => Promise<unknown>): Promise<number> {
      await listener.ping();
      const before = heard;
      await step();
      await listener.ping();
      return heard - before;
    }

    it('when a task waits anew, and not where it waits or is driven already', async () => {
      expect(await said(() => one.join('first', at(1)))).toBe(1);
      expect(await said(() => one.join('first', at(1)))).toBe(0);
      expect(await said(() => one.prioritise('first', 'high'))).toBe(1);
      const first = (await take()) as Held;
      expect(await said(() => other.join('first'))).toBe(0);
      expect(await said(() => one.leave(first, 'sleep'))).toBe(1);
    });

    it('when a turn ends and somebody still waits, whom a limit may have held back', async () => {
      const limits = { perInstallation: 1, perRepository: 1 };
      for (const task of ['first', 'second', 'third']) await one.join(task, at(1));
      const { taken } = await one.take({ leaseMs: LEASE_MS, limits });
      expect(await said(() => take(limits, other))).toBe(0);
      expect(await said(() => one.leave(taken as Held, 'sleep', { leaseMs: LEASE_MS, limits }))).toBe(1);
      const second = await one.hold('third', LEASE_MS);
      expect(await said(() => one.leave(second as Held, 'again'))).toBe(1);
    });

    it('and nobody where the slot that came free took the only one', async () => {
      await one.join('first', at(1));
      const first = (await take()) as Held;
      const slot = { leaseMs: LEASE_MS, limits: ANY_NUMBER };
      let next: Held | null = null;
      const told = await said(() => one.leave(first, 'again', slot).then(({ taken }) => (next = taken)));
      expect(told).toBe(0);
      expect(next).toMatchObject({ taskId: 'first' });
    });

    it('when the operator pauses the service and lets it go on', async () => {
      await one.join('first', at(1));
      expect(await said(() => one.setPaused(true))).toBe(1);
      expect(await said(() => one.setPaused(false))).toBe(1);
    });

    it('when a task begins that is not driven in the same step', async () => {
      const issue = { repositoryId: 101, issue: 4 };
      const first: Beginning = { taskId: 'first', issue, item: comment('said'), begins: at(1) };
      expect(await said(() => one.begin(first, { leaseMs: LEASE_MS, limits: ANY_NUMBER }))).toBe(0);
      expect(await said(() => one.begin({ ...first, taskId: 'second', issue: { ...issue, issue: 5 } }))).toBe(1);
    });
  });

  it('come to the slot that is left in the same step, to whom they would come to if it asked then', async () => {
    const slot = { leaseMs: LEASE_MS, limits: ANY_NUMBER };
    await one.join('first', at(1));
    const first = (await take()) as Held;
    await one.join('second', at(1));
    await one.join('theirs', at(2));
    const { taken: theirs } = await one.leave({ ...first, failures: 2 }, 'again', slot);
    expect(theirs?.taskId).toBe('theirs');
    // Whoever lost what it held gets a turn all the same.
    const { taken } = await one.leave({ taskId: 'theirs', token: 'of somebody else' }, 'sleep', slot);
    expect(taken).toMatchObject({ taskId: 'first', failures: 2 });
    expect(await one.leave(taken as Held, 'sleep')).toEqual({ taken: null, dead: [] });
    expect(await all()).toEqual(['second']);
  });

  it('come to a task that begins with all it needs in one step, once, and to none where another holds the issue (QUAL-2)', async () => {
    const issue = { repositoryId: 101, issue: 4 };
    const beginning = (taskId: string): Beginning => ({ taskId, issue, item: comment('said'), begins: at(1) });
    const begun = await Promise.all(
      ['first', 'first', 'late'].map(async (taskId) => (await one.begin(beginning(taskId))).holder),
    );
    expect(begun).toEqual(['first', 'first', 'first']);
    expect(await holderOf(redis, issue)).toBe('first');
    expect(await redis.hlen(keys.inbox('first'))).toBe(1);
    expect(await redis.get(keys.receiver('said'))).toBe('first');
    expect(await redis.exists(keys.inbox('late'))).toBe(0);
    expect(await one.isKnown('late')).toBe(false);
    expect(await all()).toEqual(['first']);
    // The sweeper claims an issue again for a task that has begun nothing yet.
    const again = { repositoryId: 101, issue: 5 };
    await claimIssue(redis, again, 'claimed');
    expect((await one.begin({ ...beginning('claimed'), issue: again })).holder).toBe('claimed');
    expect(await redis.hlen(keys.inbox('claimed'))).toBe(1);
    expect(await all()).toEqual(['claimed']);
  });

  it('come to a task in the step in which it begins where a slot is free, or to whoever was there before it', async () => {
    const HERE = { leaseMs: LEASE_MS, limits: ANY_NUMBER };
    const beginning = (taskId: string, issue = 4): Beginning => ({
      taskId,
      issue: { repositoryId: 101, issue },
      item: comment(`of ${taskId}`),
      begins: at(1),
    });
    const first = await one.begin(beginning('first'), HERE);
    expect(first).toMatchObject({ holder: 'first', taken: { taskId: 'first', failures: 0 }, dead: [] });
    expect(await take(ANY_NUMBER, other)).toBeNull();
    expect(await one.begin(beginning('late'), HERE)).toEqual({ holder: 'first', taken: null, dead: [] });
    expect(await one.isKnown('late')).toBe(false);

    await other.join('before', at(1));
    const next = await one.begin(beginning('next', 5), HERE);
    expect(next).toMatchObject({ holder: 'next', taken: { taskId: 'before' } });
    const narrow = { leaseMs: LEASE_MS, limits: { perInstallation: 2, perRepository: 2 } };
    expect(await one.begin(beginning('third', 6), narrow)).toMatchObject({ holder: 'third', taken: null });
    await one.leave(first.taken as Held, 'sleep');
    expect(await all()).toEqual(['next', 'third']);
  });

  it('that came as a task began come back from a process that was killed then', async () => {
    const here = { leaseMs: 1, limits: ANY_NUMBER };
    const issue = { repositoryId: 101, issue: 4 };
    await one.begin({ taskId: 'begun', issue, item: comment('said'), begins: at(1) }, here);
    await eventually(async () => {
      const { taken, dead } = await other.take({ leaseMs: LEASE_MS, limits: ANY_NUMBER });
      return taken?.taskId === 'begun' && dead.includes('begun');
    });
    expect(await redis.hlen(keys.inbox('begun'))).toBe(1);
  });

  it('are the same turn when a connection that broke asks for one again', async () => {
    for (const task of ['first', 'second']) await one.join(task, at(1));
    const ask = (token: string) => redis.eval(TAKE, 1, 'planwright:turns:', token, LEASE_MS, 9, 9);
    expect(await ask('mine')).toEqual(['first', 0, []]);
    expect(await ask('mine')).toEqual(['first', 0, []]);
    expect(await ask('of another')).toEqual(['second', 0, []]);
  });

  it('leave nothing in Redis when every task is forgotten', async () => {
    for (const task of ['a', 'b', 'c']) await one.join(task, at(1));
    const held = await take();
    for (const task of ['a', 'b', 'c']) await one.forget(task);
    await one.leave(held as Held, 'sleep');
    expect((await redis.keys('planwright:turns:*')).toSorted()).toEqual(['planwright:turns:numbers']);
  });

  it('starve nobody, and come when the place said so, whatever comes and goes', async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('join' as const),
        installation: fc.integer({ min: 1, max: 4 }),
        repository: fc.integer({ min: 1, max: 3 }),
        priority: fc.constantFrom('high' as const, 'normal' as const, 'low' as const),
      }),
      fc.record({ do: fc.constant('take' as const) }),
      fc.record({ do: fc.constant('leave' as const), again: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        await redis.flushall();
        const homes = new Map<string, number>();
        const waiting = new Set<string>();
        /** How many others were served since an installation began to wait. */
        const passedOver = new Map<number, number>();
        const driven: Held[] = [];
        const enter = (task: string) => {
          waiting.add(task);
          const home = homes.get(task) ?? 0;
          passedOver.set(home, passedOver.get(home) ?? 0);
        };
        const isWaiting = (home: number) => [...waiting].some((task) => homes.get(task) === home);
        let made = 0;
        for (const now of steps) {
          if (now.do === 'join') {
            const task = `t${(made += 1)}`;
            homes.set(task, now.installation);
            await one.join(task, at(now.installation, now.repository, now.priority));
            enter(task);
          } else if (now.do === 'leave') {
            const held = driven.shift();
            if (held === undefined) continue;
            await other.leave(held, now.again ? 'again' : 'sleep');
            if (now.again) enter(held.taskId);
          } else {
            const places = new Map<string, number | null>();
            for (const task of waiting) places.set(task, await other.placeOf(task));
            const held = await take();
            expect(held === null).toBe(waiting.size === 0);
            if (held === null) continue;
            expect(places.get(held.taskId)).toBe(1);
            driven.push(held);
            waiting.delete(held.taskId);
            const home = homes.get(held.taskId) ?? 0;
            passedOver.delete(home);
            for (const [waits, times] of passedOver) passedOver.set(waits, times + 1);
            if (isWaiting(home)) passedOver.set(home, 0);
            // Each of the other three once, and no one twice.
            expect(Math.max(0, ...passedOver.values())).toBeLessThanOrEqual(3);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a place in the list (GH-3)', () => {
  const list = (...tasks: readonly (readonly [string, number])[]) => tasks.map(([taskId, rank]) => ({ taskId, rank }));

  it('counts those that go before it when repositories take turns, the best rank first', () => {
    const lists = [list(['a', 1], ['b', 1], ['c', 2]), list(['d', 1]), list(['e', 0], ['f', 2])];
    expect(['e', 'a', 'd', 'b', 'f', 'c', 'x'].map((task) => placeInLists(lists, task))).toEqual([
      1,
      2,
      3,
      4,
      5,
      6,
      null,
    ]);
  });
});
