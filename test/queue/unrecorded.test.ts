import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Fault } from '../../src/errors.ts';
import { claimIssue, holderOf } from '../../src/queue/active-issues.ts';
import { startSweeper } from '../../src/queue/sweeper.ts';
import { endedUnrecorded } from '../../src/queue/end-task.ts';
import { eventually } from '../redis/redis-bench.ts';
import { REQUEST, taskAfter } from '../task/task-world.ts';
import { ISSUE, queueBench, REPO } from './queue-bench.ts';
import type { QueueBench } from './queue-bench.ts';

describe('a task whose record takes nothing more (PLAN-6 level 4, OPS-6)', () => {
  let bench: QueueBench;
  const fault = new Fault('history_failed', 'The disk is full.', 'Free some space.');
  const told: (Fault | null)[] = [];
  let drives = 0;

  beforeAll(async () => {
    bench = await queueBench();
    const task = taskAfter([], { request: { ...REQUEST, repo: REPO, issue: ISSUE.issue } });
    const drive = async () => {
      drives += 1;
      throw fault;
    };
    await bench.work({
      drive,
      endUnrecorded: async (_taskId, why) => {
        told.push(why);
        return task;
      },
    });
    await claimIssue(bench.redis, ISSUE, 'full');
    await bench.jobs.wake('full');
    await eventually(async () => (await holderOf(bench.redis, ISSUE)) === null);
  });
  afterAll(async () => {
    await bench?.end();
  });

  it('is tried five times, since a disk may have room again, and then told once as failed; its issue is free', () => {
    expect(drives).toBe(5);
    expect(told).toEqual([fault]);
  });

  it('is woken by nobody but what is said to it, and then nothing is told again', async () => {
    expect([...(await endedUnrecorded(bench.redis))]).toEqual(['full']);
    const looked: string[] = [];
    const history = {
      readUndamaged: async () => [],
      unfinished: async () => {
        looked.push('full');
        return ['full'];
      },
    };
    const sweeper = startSweeper({ history, redis: bench.redis, jobs: bench.jobs, log: bench.log }, 10);
    await eventually(async () => looked.length > 6);
    sweeper.stop();
    expect(await bench.jobs.queue.isAwake('full')).toBe(false);
    await bench.jobs.wake('full');
    await eventually(async () => told.length === 2);
    expect(told[1]).toBeNull();
    expect(drives).toBe(6);
  });

  it('frees its issue also where nobody knows any more what it was about', async () => {
    const lost = await queueBench();
    await lost.work({
      drive: async () => {
        throw fault;
      },
      endUnrecorded: async () => 'unknown',
    });
    await claimIssue(lost.redis, ISSUE, 'unknown');
    await claimIssue(lost.redis, { ...ISSUE, issue: 5 }, 'other');
    await lost.jobs.wake('unknown');
    await eventually(async () => (await holderOf(lost.redis, ISSUE)) === null);
    expect(await holderOf(lost.redis, { ...ISSUE, issue: 5 })).toBe('other');
    expect([...(await endedUnrecorded(lost.redis))]).toEqual(['unknown']);
    await lost.end();
  });
});
