import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { taskIdOf } from '../../src/queue/active-issues.ts';
import { eventually } from '../redis/redis-bench.ts';
import { comment, endedTask, queueBench, REPO, started } from './queue-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { Beginning } from '../../src/queue/begin-script.ts';
import type { Delivery } from '../../src/people/intent.ts';
import type { DriveEnd } from '../../src/state/task.ts';

/** Of each process of the bench. */
const SLOTS = 4;
const BEGINNING_LATE: Beginning = {
  taskId: 'late',
  issue: { repositoryId: 9, issue: 9 },
  item: comment('late'),
  begins: { installationId: 9, repositoryId: 9, priority: 'normal' },
};
const GOES_ON: DriveEnd = { kind: 'again', task: endedTask() };

describe('a task that begins (OPS-5)', () => {
  let bench: QueueBench;
  beforeEach(async () => {
    bench = await queueBench();
  });
  afterEach(async () => {
    await bench.end();
  });

  /** Each in an installation of its own, so that none is held back for the sake of others. */
  function begun(number: number): Delivery {
    return started(`d${number}`, { repo: { ...REPO, installationId: number, repositoryId: number } });
  }
  function taskOf(number: number): string {
    return taskIdOf('bench', number, `label-d${number}`);
  }

  /** A process whose drives go on until they are let go, or are told to stop, where they listen to that. */
  function processOf(isListening = true) {
    const driven: string[] = [];
    const held = new Map<string, (end: DriveEnd) => void>();
    const told: string[] = [];
    let most = 0;
    const letGo = (taskId: string, end: DriveEnd) => held.get(taskId)?.(end);
    return {
      driven,
      held,
      told,
      most: () => most,
      letGo,
      drive: async (taskId: string, shutdown: AbortSignal): Promise<DriveEnd> => {
        driven.push(taskId);
        const over = new Promise<DriveEnd>((resolve) => held.set(taskId, resolve));
        most = Math.max(most, held.size);
        shutdown.addEventListener('abort', () => {
          told.push(taskId);
          if (isListening) letGo(taskId, GOES_ON);
        });
        const end = await over;
        held.delete(taskId);
        return end;
      },
    };
  }

  it('is driven by the process that acts on its delivery where a slot is free there', async () => {
    const [here, elsewhere] = [processOf(), processOf()];
    const { begin } = await bench.work(here);
    await bench.work(elsewhere);
    for (let number = 1; number <= SLOTS; number += 1)
      await begin({ ...BEGINNING_LATE, taskId: taskOf(number), issue: { repositoryId: number, issue: 4 } });
    await eventually(async () => here.held.size === SLOTS);
    expect(elsewhere.driven).toEqual([]);
  });

  it('waits while every slot of that process is taken, however those in them came there, and is driven in turn', async () => {
    const here = processOf();
    await bench.work(here);
    const numbers = Array.from({ length: 2 * SLOTS }, (_, index) => index + 1);
    const [early, late] = [numbers.slice(0, SLOTS), numbers.slice(SLOTS)];
    const woken = numbers.map((number) => `woken-${number}`);
    await Promise.all([
      ...early.map((number) => bench.producer.accept(begun(number))),
      ...woken.map((taskId, at) =>
        bench.jobs.wake(taskId, { installationId: 100 + at, repositoryId: 100 + at, priority: 'normal' }),
      ),
    ]);
    const all = [...numbers.map(taskOf), ...woken];
    for (let over = 0; over < all.length; over += 1) {
      await eventually(async () => here.driven.length === Math.min(all.length, over + SLOTS));
      const next = late.shift();
      if (next !== undefined) await bench.producer.accept(begun(next));
      here.letGo([...here.held.keys()][0] ?? '', { kind: 'nothing' });
    }
    await eventually(async () => here.held.size === 0);
    expect(here.driven.toSorted()).toEqual(all.toSorted());
    expect(here.most()).toBe(SLOTS);
  });

  it('goes to a process with a free slot while the slots of the first one are full of what began there', async () => {
    const [full, free] = [processOf(), processOf()];
    await bench.work(full);
    for (let number = 1; number <= SLOTS; number += 1) await bench.producer.accept(begun(number));
    await eventually(async () => full.held.size === SLOTS);
    await bench.producer.accept(begun(5));
    await eventually(() => bench.jobs.queue.isAwake(taskOf(5)));
    await bench.work(free);
    await eventually(async () => free.driven.includes(taskOf(5)));
    expect(full.driven).toHaveLength(SLOTS);
  });

  it('goes on elsewhere when that process stops in order, which waits until it has let go', async () => {
    const [first, second] = [processOf(false), processOf()];
    const workers = await bench.work(first);
    await bench.producer.accept(begun(1));
    await eventually(async () => first.held.has(taskOf(1)));
    let isClosed = false;
    const closed = workers.close(60_000).finally(() => {
      isClosed = true;
    });
    await eventually(async () => first.told.includes(taskOf(1)));
    // What begins meanwhile is for others, too.
    expect(await workers.begin(BEGINNING_LATE)).toBe('late');
    for (let asked = 0; asked < 200; asked += 1) await bench.redis.ping();
    expect(isClosed).toBe(false);
    first.letGo(taskOf(1), GOES_ON);
    await closed;
    expect(first.driven).toEqual([taskOf(1)]);
    expect((await bench.jobs.queue.waiting(9)).toSorted()).toEqual([taskOf(1), 'late'].toSorted());
    await bench.work(second);
    await eventually(async () => second.driven.length === 2);
    expect(second.driven.toSorted()).toEqual([taskOf(1), 'late'].toSorted());
  });
});
