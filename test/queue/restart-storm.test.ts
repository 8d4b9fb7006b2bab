import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFairQueue, type FairQueue } from '../../src/queue/fair-queue.ts';
import { eventually, redisBench } from '../redis/redis-bench.ts';

const TASKS = 100;
const INSTALLATIONS = 5;
const STORMS = 12;
const SLOTS = 4;
const LEASE_MS = 60_000;
const ANY_NUMBER = { perInstallation: 1_000, perRepository: 1_000 };

describe('a hundred tasks in the queue whose processes are killed again and again (R21, OPS-5)', () => {
  const bench = redisBench();
  let queue: FairQueue;
  beforeAll(async () => {
    const { socketPath } = await bench.start();
    queue = createFairQueue(await bench.client(socketPath));
  });
  afterAll(async () => {
    await bench.end();
  });

  it('are each driven to the end once, in order within a repository, and installations go on to take turns', async () => {
    const homeOf = (task: number) => ({ installationId: 1 + (task % INSTALLATIONS), repositoryId: 1 + (task % 10) });
    for (let task = 0; task < TASKS; task += 1) await queue.join(`t${task}`, { ...homeOf(task), priority: 'normal' });

    const begun = new Set<string>();
    for (let storm = 0; storm < STORMS; storm += 1) {
      const killed: string[] = [];
      for (let slot = 0; slot < SLOTS; slot += 1) {
        const { taken, dead } = await queue.take({ leaseMs: 1, limits: ANY_NUMBER });
        killed.push(...dead);
        if (taken !== null) begun.add(taken.taskId);
      }
      await eventually(async () => {
        const { taken, dead } = await queue.take({
          leaseMs: LEASE_MS,
          limits: { perInstallation: 1, perRepository: 1 },
        });
        killed.push(...dead);
        if (taken !== null) await queue.leave(taken, 'again');
        return killed.length >= SLOTS;
      });
    }
    expect(begun.size).toBeGreaterThan(0);
    expect(await queue.waiting(TASKS + 1)).toHaveLength(TASKS);

    const ended: number[] = [];
    for (let taken = (await queue.take({ leaseMs: LEASE_MS, limits: ANY_NUMBER })).taken; taken !== null; ) {
      ended.push(Number(taken.taskId.slice(1)));
      await queue.forget(taken.taskId);
      await queue.leave(taken, 'sleep');
      taken = (await queue.take({ leaseMs: LEASE_MS, limits: ANY_NUMBER })).taken;
    }
    expect(ended.toSorted((a, b) => a - b)).toEqual(Array.from({ length: TASKS }, (_, task) => task));
    for (let repository = 0; repository < 10; repository += 1) {
      const inOrder = ended.filter((task) => task % 10 === repository);
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
    }
    for (let at = 0; at + INSTALLATIONS <= TASKS; at += 1) {
      const inARow = ended.slice(at, at + INSTALLATIONS).map((task) => homeOf(task).installationId);
      expect(new Set(inARow).size).toBe(INSTALLATIONS);
    }
  });
});
