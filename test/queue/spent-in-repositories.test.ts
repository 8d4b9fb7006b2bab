import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createRepositorySpending } from '../../src/queue/spent-in-repositories.ts';
import { holderOf } from '../../src/queue/active-issues.ts';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { dayOf } from '../../src/state/day-spending.ts';
import { replay } from '../../src/state/evolve.ts';
import { recorded, REQUEST, usage } from '../task/task-world.ts';
import { WORKING } from '../flow/stories.ts';
import { agreeableGitHub, ISSUE, mentioned, queueBench, REPO, started } from './queue-bench.ts';
import type { Task } from '../../src/state/task.ts';
import type { QueueBench } from './queue-bench.ts';

const IDS = ['0b54ecb3-4f4c-4f8e-9d53-6b3c1a2f7e11', '0b54ecb3-4f4c-4f8e-9d53-6b3c1a2f7e12'] as const;
const DAILY = { tokens: null, usd: 3, minutes: null, modelCalls: null };

describe('what the tasks of a repository spent in a day (MODEL-6)', () => {
  let bench: QueueBench;
  beforeEach(async () => {
    bench = await queueBench();
  });
  afterEach(async () => {
    await bench.end();
  });
  const facts = (usd: number) => recorded([...WORKING, usage({ usd })]);
  const taskOf = (id: string, usd: number): Task => ({ ...(replay(facts(usd)) as Task), id });
  const day = taskOf(IDS[0], 0).today.day;
  const repositoryId = REQUEST.repo.repositoryId;
  const spentOn = async (except?: string) => (await bench.spending.spentOn(day, repositoryId, except)).spent.usd;

  it('is added up over all tasks but the one that asks, however often each tells its part', async () => {
    const before = taskOf(IDS[0], 0).usage.usd;
    for (const usd of [1, 2, 2]) await bench.spending.note(taskOf(IDS[0], usd));
    await bench.spending.note(taskOf(IDS[1], 0.5));
    expect(await spentOn()).toBeCloseTo(2.5 + 2 * before);
    expect(await spentOn(IDS[0])).toBeCloseTo(0.5 + before);
    expect((await bench.spending.spentOn('2026-05-02', repositoryId)).spent.usd).toBe(0);
    expect((await bench.spending.spentOn(day, repositoryId + 1)).spent.usd).toBe(0);
  });

  it('is the most that any of them raised it to', async () => {
    const raising = (id: string, usd: number) => {
      const task = taskOf(id, 0);
      return { ...task, today: { ...task.today, raised: { usd } } };
    };
    await bench.spending.note(raising(IDS[0], 6));
    await bench.spending.note(raising(IDS[1], 5));
    expect((await bench.spending.spentOn(day, repositoryId)).raised).toEqual({ usd: 6 });
  });

  it('is read from the histories again where Redis lost it, once', async () => {
    let reads = 0;
    const stored = new Map(IDS.map((id, at) => [id as string, facts(at + 1)]));
    const spending = createRepositorySpending({
      redis: bench.redis,
      log: bench.log,
      now: () => Date.parse(`${day}T23:00:00Z`),
      history: {
        unfinished: async () => [IDS[0]],
        recent: async () => ['0b54ecb3-4f4c-4f8e-9d53-6b3c1a2f7e13', ...IDS],
        readUndamaged: async (id) => {
          reads += 1;
          const found = stored.get(id);
          if (found === undefined) throw new Error('It cannot be read.');
          return found;
        },
      },
    });
    const sum = 3 + 2 * taskOf(IDS[0], 0).usage.usd;
    expect((await spending.spentOn(day, repositoryId)).spent.usd).toBeCloseTo(sum);
    expect((await spending.spentOn(day, repositoryId)).spent.usd).toBeCloseTo(sum);
    expect(reads).toBe(3);
    await bench.redis.flushall();
    // Told since then: newer than what the history had.
    await spending.note(taskOf(IDS[1], 5));
    expect((await spending.spentOn(day, repositoryId)).spent.usd).toBeCloseTo(sum + 3);
  });

  it('is read from the histories without what was raised on another day', async () => {
    const raised = { type: 'control', name: 'daily_budget_raised', day, limit: 'usd', amount: 6 } as const;
    const history = recorded([...WORKING, raised]);
    const raisedOn = async (now: string) => {
      await bench.redis.flushall();
      const spending = createRepositorySpending({
        redis: bench.redis,
        log: bench.log,
        now: () => Date.parse(`${now}T01:00:00Z`),
        history: {
          unfinished: async () => IDS.slice(0, 1),
          recent: async () => [],
          readUndamaged: async () => history,
        },
      });
      return (await spending.spentOn(now, repositoryId)).raised;
    };
    expect([await raisedOn(day), await raisedOn('2026-05-02')]).toEqual([{ usd: 6 }, {}]);
  });

  it('refuses whoever asks for a new task once it is used up, and says why each time (GH-3)', async () => {
    const github = agreeableGitHub();
    const acting = {
      ...bench.acting(github),
      settingsOf: async () => ({ ...(await bench.settingsOf()), dailyBudget: DAILY }),
    };
    const today = dayOf(Date.now());
    const spends = async (usd: number) => {
      const task = taskOf(IDS[0], usd);
      const repo = { ...task.request.repo, repositoryId: REPO.repositoryId };
      await bench.spending.note({ ...task, request: { ...task.request, repo }, today: { ...task.today, day: today } });
    };
    await spends(2.5);
    await actOnDelivery(started('d-0', { issue: 5, target: { kind: 'issue', issue: 5 } }), acting);
    expect(await holderOf(bench.redis, { ...ISSUE, issue: 5 })).not.toBeNull();
    await spends(3);
    await actOnDelivery(started('d-1'), acting);
    await actOnDelivery(mentioned('d-2', 'fix it'), acting);
    expect(await holderOf(bench.redis, ISSUE)).toBeNull();
    expect(github.calls.filter((call) => call === 'comment on 4')).toHaveLength(2);
    // What is said to a task at work is heard all the same.
    await actOnDelivery(
      { ...mentioned('d-3', 'use tabs'), intent: { ...mentioned('d-3', 'use tabs').intent, issue: 5 } },
      acting,
    );
    const held = (await holderOf(bench.redis, { ...ISSUE, issue: 5 })) ?? '';
    expect((await bench.inbox.read(held)).map(({ kind }) => kind)).toEqual(['start', 'comment']);
  });
});
