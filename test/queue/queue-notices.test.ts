import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { startQueueNotices, type NoticeParts, type QueueNotices } from '../../src/app/queue-notices.ts';
import { planOf, prepared, recorded, subtask } from '../task/task-world.ts';
import { eventually } from '../redis/redis-bench.ts';
import { queueBench, REPO } from './queue-bench.ts';
import { standingOf } from '../../src/queue/task-jobs.ts';
import type { QueueBench } from './queue-bench.ts';
import type { Queued } from '../../src/ports/service-control.ts';

const TASKS = ['first', 'second', 'third'];

describe('the place in the queue that people are told (GH-3)', () => {
  let bench: QueueBench;
  let notices: QueueNotices;
  let subscriber: Redis;
  let now = Date.now();
  const announced: (readonly [string, Queued])[] = [];
  const edited: string[] = [];
  /** Tasks that have their progress comment. */
  const known = new Set<string>();

  beforeAll(async () => {
    bench = await queueBench();
    subscriber = bench.redis.duplicate();
    const parts: NoticeParts = {
      queue: bench.jobs.queue,
      redis: bench.redis,
      subscriber,
      history: {
        readUndamaged: async (taskId) => (known.has(taskId) ? recorded(prepared(planOf([subtask('task_1')]))) : []),
      },
      github: {
        editLater: async (_repo, _comment, edit) => {
          expect(edit.rank).toBe('place');
          const body = await edit.newest();
          if (body !== null) edited.push(/Place in the queue: \d+/.exec(body)?.[0] ?? body);
          return body === null ? 'not sent' : 'edited';
        },
      },
      announce: async (taskId, queued) => {
        // Nobody drives it while it is announced.
        expect(await bench.jobs.queue.hold(taskId, 1_000)).toBeNull();
        announced.push([taskId, queued]);
        known.add(taskId);
      },
      redact: (text) => text,
      noteUrl: () => null,
      clock: { now: () => now, sleep: async () => undefined },
      log: bench.log,
    };
    notices = startQueueNotices(parts, 20);
  });
  afterAll(async () => {
    notices.stop();
    subscriber.disconnect();
    await bench.end();
  });

  it('is announced once for each that waits, also where nobody asked for it', async () => {
    const { jobs } = bench;
    for (const task of TASKS) await jobs.wake(task, standingOf({ repo: REPO }));
    await notices.announce('first');
    await eventually(async () => announced.length === 3);
    expect(announced).toEqual(TASKS.map((task, at) => [task, { place: at + 1, isServicePaused: false }]));
    await notices.announce('driven already');
    expect(announced).toHaveLength(3);
    expect(edited).toEqual([]);
  });

  it('is told again as it changes, once a minute at most, and no more of what is driven', async () => {
    const { queue } = bench.jobs;
    const { taken } = await queue.take({ leaseMs: 60_000, limits: { perInstallation: 9, perRepository: 9 } });
    expect(taken?.taskId).toBe('first');
    await queue.prioritise('third', 'high');
    now += 61_000;
    await queue.prioritise('third', 'high');
    await eventually(async () => edited.length === 1);
    // The second is second as before; the third came first.
    expect(edited).toEqual(['Place in the queue: 1']);
    now += 61_000;
    await queue.setPaused(true);
    await eventually(async () => edited.length === 3);
    expect(edited.slice(1).toSorted()).toEqual(['Place in the queue: 1', 'Place in the queue: 2']);
  });
});
