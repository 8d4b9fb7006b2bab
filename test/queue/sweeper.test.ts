import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { claimIssue, holderOf } from '../../src/queue/active-issues.ts';
import { claimAgain, startSweeper } from '../../src/queue/sweeper.ts';
import { recorded, REQUEST } from '../task/task-world.ts';
import { queueBench } from './queue-bench.ts';
import { eventually } from '../redis/redis-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { Sweeper } from '../../src/queue/sweeper.ts';

describe('the sweeper', () => {
  let bench: QueueBench;
  const sweepers: Sweeper[] = [];
  let failing = false;
  let failures = 0;
  const unfinished = ['forgotten'];
  const begun = new Map([['waiting', { repositoryId: 7, issue: 3 }]]);
  const history = {
    readUndamaged: async (taskId: string) => {
      const { repositoryId, issue = 0 } = begun.get(taskId) ?? {};
      return repositoryId === undefined
        ? []
        : recorded([], { request: { repo: { ...REQUEST.repo, repositoryId }, issue } });
    },
    unfinished: async () => {
      if (failing) failures += 1;
      if (failing) throw new Error('The disk does not answer.');
      return unfinished;
    },
  };
  const sweep = () => {
    const { redis, jobs, log } = bench;
    sweepers.push(startSweeper({ history, redis, jobs, log }, 20));
  };
  beforeAll(async () => {
    bench = await queueBench();
  });
  afterAll(async () => {
    for (const sweeper of sweepers) sweeper.stop();
    await bench.end();
  });

  it('wakes an unfinished task that no job speaks for, once', async () => {
    sweep();
    await eventually(() => bench.jobs.queue.isAwake('forgotten'));
    unfinished.push('also');
    await eventually(() => bench.jobs.queue.isAwake('also'));
    expect((await bench.jobs.queue.status()).waiting).toBe(2);
  });

  it('wakes a task that was accepted and whose history never began', async () => {
    await claimIssue(bench.redis, { repositoryId: 1, issue: 1 }, 'unheard');
    await eventually(() => bench.jobs.queue.isAwake('unheard'));
  });

  it('tells a Redis that lost its data again who holds an issue, and takes it from nobody (R4)', async () => {
    const place = { repositoryId: 7, issue: 3 };
    const { redis, log } = bench;
    await claimAgain({ history: { ...history, unfinished: async () => ['waiting', 'never-begun'] }, redis, log });
    expect(await holderOf(redis, place)).toBe('waiting');
    begun.set('other', place);
    await claimAgain({ history: { ...history, unfinished: async () => ['other'] }, redis, log });
    expect(await holderOf(redis, place)).toBe('waiting');
  });

  it('goes on after a look that failed', async () => {
    failing = true;
    unfinished.push('later');
    await eventually(async () => failures > 0);
    failing = false;
    await eventually(() => bench.jobs.queue.isAwake('later'));
  });
});
