import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createWriteTurns } from '../../src/github/write-turns.ts';
import { createFairShare } from '../../src/queue/fair-share.ts';
import { standingOf } from '../../src/queue/task-jobs.ts';
import { eventually } from '../redis/redis-bench.ts';
import { agreeableGitHub, queueBench, REPO, started } from './queue-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { Delivery } from '../../src/people/intent.ts';

const OTHER = { installationId: 2, repositoryId: 88, owner: 'small', name: 'shop' };

describe('a flood from one repository (OPS-5, W11)', () => {
  it('queues behind what others send, in its own order, until it has been quiet for long', () => {
    let now = 0;
    const placeOf = createFairShare(20, () => now);
    expect(Array.from({ length: 23 }, () => placeOf(1))).toEqual([...Array.from({ length: 20 }, () => 0), 1, 2, 3]);
    expect(placeOf(2)).toBe(0);
    now += 10 * 60_000;
    expect(placeOf(1)).toBe(4);
    now += 61 * 60_000;
    expect(placeOf(1)).toBe(0);
  });

  it('is none when the same number comes over an hour', () => {
    let now = 0;
    const placeOf = createFairShare(20, () => now);
    expect(new Set(Array.from({ length: 200 }, () => ((now += 4_000), placeOf(1))))).toEqual(new Set([0]));
  });

  describe('in the queue', () => {
    let bench: QueueBench;
    beforeEach(async () => {
      bench = await queueBench();
    });
    afterEach(async () => {
      await bench.end();
    });

    it('of 2,000 lets the one event of somebody else be acted on almost at once', async () => {
      // A busy machine answers some too late: those get 503, and GitHub is asked for them again.
      const told = (delivery: Delivery) =>
        eventually(() =>
          bench.producer.accept(delivery).then(
            () => true,
            () => false,
          ),
        );
      for (let from = 1; from <= 2_000; from += 200)
        await Promise.all(
          Array.from({ length: 200 }, (_, at) => told(started(`a-${from + at}`, { issue: from + at }))),
        );
      await told(started('b', { repo: OTHER, issue: 1 }));
      const order: string[] = [];
      const github = agreeableGitHub({
        react: async ({ owner }) => {
          order.push(owner);
          await new Promise(setImmediate);
        },
      });
      const workers = await bench.work({ github, drive: async () => ({ kind: 'nothing' }) });
      await eventually(async () => order.includes(OTHER.owner));
      await workers.close(100);
      // The twenty that are fair, and those that were handled with them.
      expect(order.indexOf(OTHER.owner)).toBeLessThan(60);
      expect(order.filter((owner) => owner === REPO.owner).length).toBeGreaterThan(0);
    });

    it('whose reactions have to wait for their turn does not keep the deliveries of others waiting', async () => {
      const waitMs = 5_000;
      const pace = { ask: async () => waitMs, giveUp: async () => undefined, keepQuiet: async () => undefined };
      const clock = { now: () => 0, sleep: () => new Promise<void>(() => undefined) };
      const turns = createWriteTurns({ ...pace, quietMs: async () => 0 }, clock, bench.log);
      const reacted: string[] = [];
      const github = agreeableGitHub({
        react: async ({ owner, installationId }, target) => {
          if (owner === REPO.owner) await turns.turn(installationId, { rank: 'first', id: JSON.stringify(target) });
          reacted.push(owner);
        },
      });
      for (let issue = 1; issue <= 40; issue += 1) await bench.producer.accept(started(`a-${issue}`, { issue }));
      await bench.producer.accept(started('b', { repo: OTHER, issue: 1 }));
      const driven = new Set<string>();
      await bench.work({ github, drive: async (taskId) => ({ kind: driven.add(taskId) && 'nothing' }) });
      await eventually(async () => reacted.includes(OTHER.owner));
      // All of them began all the same.
      await eventually(async () => driven.size === 41);
      expect(reacted).toEqual([OTHER.owner]);
    });

    it('of 100 tasks lets the one task of somebody else be driven after few of them, also when they take several turns', async () => {
      const order: string[] = [];
      const slices = new Map<string, number>();
      for (let issue = 1; issue <= 100; issue += 1) await bench.jobs.wake(`a-${issue}`, standingOf({ repo: REPO }));
      await bench.jobs.wake('b', standingOf({ repo: OTHER }));
      const workers = await bench.work({
        drive: async (taskId) => {
          order.push(taskId);
          const slice = (slices.get(taskId) ?? 0) + 1;
          slices.set(taskId, slice);
          // A message arrives meanwhile: the task is driven again for it, in its place.
          if (slice === 1) await bench.jobs.wake(taskId);
          await new Promise(setImmediate);
          return { kind: 'nothing' };
        },
      });
      await eventually(async () => slices.get('b') === 2);
      await eventually(async () => slices.size === 101 && [...slices.values()].every((count) => count === 2));
      await workers.close(1_000);
      expect(order.indexOf('b')).toBeLessThan(16);
      expect(order.lastIndexOf('b')).toBeLessThan(30);
    });

    it('does not hold up who wants a task to stop', async () => {
      for (let issue = 1; issue <= 30; issue += 1) await bench.producer.accept(started(`a-${issue}`, { issue }));
      const { repo, issue, sender } = started('x').intent;
      const target = { kind: 'issue_comment' as const, commentId: 9 };
      await bench.producer.accept({
        ...started('s'),
        intent: {
          kind: 'stop',
          repo,
          issue,
          sender,
          target,
          occurrence: 'comment-9',
          addressed: true,
          isPrivate: false,
        },
      });
      expect(await bench.redis.llen('planwright:planwright-deliveries:wait')).toBe(21);
      expect(await bench.redis.zcard('planwright:planwright-deliveries:prioritized')).toBe(10);
    });
  });
});
