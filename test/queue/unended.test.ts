import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RetryLater } from '../../src/errors.ts';
import { claimIssue, holderOf, taskIdOf } from '../../src/queue/active-issues.ts';
import { deliveryJobId } from '../../src/queue/coming.ts';
import { keys } from '../../src/queue/names.ts';
import { createHandling } from '../../src/queue/unended.ts';
import { eventually } from '../redis/redis-bench.ts';
import { agreeableGitHub, comment, corrected, ISSUE, mentioned, queueBench, REPO, started } from './queue-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { Delivery } from '../../src/people/intent.ts';

const FAILED = 'planwright:planwright-deliveries:failed';

describe('a delivery whose handling stops the service (QUAL-2, R2)', () => {
  let bench: QueueBench;
  let closing: () => Promise<void>;
  beforeEach(async () => {
    closing = async () => undefined;
    bench = await queueBench();
  });
  afterEach(async () => {
    await bench.end();
  });

  const countOf = (id: string) => bench.redis.hgetall(keys.unended(id));
  const never = () => new Promise<void>(() => undefined);

  it('is begun three times beside others, ten times alone, and given up; what was beside it is not', async () => {
    const seen: string[] = [];
    for (let start = 1; start <= 15; start += 1) {
      // Each process is killed with all that it has in hand: none of it ever ends.
      const killed = createHandling(bench.redis);
      for (const id of ['killer', 'beside'])
        void killed.handle(
          id,
          {
            act: () => {
              seen.push(id);
              return never();
            },
            giveUp: () => {
              seen.push(`gave up ${id}`);
              return never();
            },
          },
          start === 1 ? 'first' : 'again',
        );
      await eventually(async () => seen.length === start + Math.min(3, start));
    }
    const alone = [...Array.from({ length: 10 }, () => 'killer'), 'gave up killer', 'gave up killer'];
    expect(seen.slice(0, 6).toSorted()).toEqual([...Array(3).fill('beside'), ...Array(3).fill('killer')]);
    expect(seen.slice(6)).toEqual(alone);
    expect(await countOf('killer')).toEqual({ together: '3', alone: '10', giving_up: '2' });
    expect(await countOf('beside')).toEqual({ together: '3' });
    expect(await bench.redis.ttl(keys.unended('killer'))).toBeGreaterThan(4 * 24 * 3_600);
    const calm = createHandling(bench.redis);
    expect(await calm.handle('beside', { act: async () => undefined, giveUp: never }, 'again')).toBe('handled');
    expect(await countOf('beside')).toEqual({});
  });

  it('waits for what is in hand before it is handled alone, and nothing else begins meanwhile', async () => {
    await bench.redis.hset(keys.unended('suspect'), { together: 3 });
    const handling = createHandling(bench.redis);
    /** On one connection, one after the other: whatever asked Redis before has its answer, and has gone on. */
    const asksAnswered = async () => {
      for (let asked = 0; asked < 5; asked += 1) await bench.redis.ping();
    };
    const log: string[] = [];
    const held = new Map<string, () => void>();
    const handle = (id: string) =>
      handling.handle(
        id,
        {
          act: async () => {
            log.push(`${id} began`);
            await new Promise<void>((letGo) => {
              held.set(id, letGo);
            });
            log.push(`${id} ended`);
          },
          giveUp: never,
        },
        'again',
      );
    const first = handle('first');
    await eventually(async () => held.has('first'));
    const suspect = handle('suspect');
    await asksAnswered();
    held.get('first')?.();
    await eventually(async () => held.has('suspect'));
    const later = handle('later');
    await asksAnswered();
    held.get('suspect')?.();
    await eventually(async () => held.has('later'));
    held.get('later')?.();
    await Promise.all([first, suspect, later]);
    expect(log).toEqual(['first', 'suspect', 'later'].flatMap((id) => [`${id} began`, `${id} ended`]));
  });

  it('an end clears the count, also a bad one, and one that a stop in order brings; a failed giving up is no stop', async () => {
    const handling = createHandling(bench.redis);
    const fails = async () => Promise.reject(new RetryLater('Not now.', { of: 'github' }));
    await bench.redis.hset(keys.unended('d'), { together: 3, alone: 9 });
    await expect(handling.handle('d', { act: fails, giveUp: never }, 'again')).rejects.toThrow('Not now.');
    expect(await countOf('d')).toEqual({});
    void handling.handle('d', { act: never, giveUp: never }, 'again');
    await eventually(async () => Number((await countOf('d'))['together']) === 2);
    await handling.letGo();
    expect(await countOf('d')).toEqual({});

    await bench.redis.hset(keys.unended('g'), { together: 3, alone: 10, giving_up: 2 });
    const other = createHandling(bench.redis);
    await expect(other.handle('g', { act: never, giveUp: fails }, 'again')).rejects.toThrow('Not now.');
    let told = 0;
    expect(await other.handle('g', { act: never, giveUp: async () => void (told += 1) }, 'again')).toBe('given up');
    expect(told).toBe(1);
  });

  it('that even giving it up stops the service is put aside without a word after three times', async () => {
    await bench.redis.hset(keys.unended('g'), { together: 3, alone: 10, giving_up: 3 });
    const end = await createHandling(bench.redis).handle('g', { act: never, giveUp: never }, 'again');
    expect(end).toBe('given up');
  });

  /** BullMQ counts the starts of a job. */
  const startedBefore = (delivery: Delivery) =>
    bench.redis.hset(`planwright:planwright-deliveries:${deliveryJobId('delivery', delivery)}`, { ats: 1 });

  it('is counted from its second start on, with the first: one that ends well costs no count', async () => {
    const counts = new Map<string, unknown>();
    const actOn = async ({ deliveryId }: Delivery) => void counts.set(deliveryId, await countOf(deliveryId));
    const drive = async () => ({ kind: 'nothing' }) as const;
    await bench.producer.accept(started('d-1'));
    await startedBefore(started('d-1'));
    await bench.work({ drive, actOn });
    await bench.producer.accept(started('d-2'));
    await eventually(async () => counts.size === 2);
    expect([counts.get('d-1'), counts.get('d-2')]).toEqual([{ together: '2' }, {}]);
  });

  const drives: string[] = [];
  async function givenUp(delivery: Delivery, github = agreeableGitHub()) {
    await bench.redis.hset(keys.unended(delivery.deliveryId), { together: 3, alone: 10 });
    const drive = async (taskId: string) => {
      drives.push(taskId);
      return { kind: 'nothing' } as const;
    };
    await closing();
    await bench.producer.accept(delivery);
    await startedBefore(delivery);
    const workers = await bench.work({ drive, github });
    await eventually(async () => (await bench.redis.zcard(FAILED)) === 1);
    closing = () => workers.close(2_000);
    return github;
  }

  it('is kept for the operator as a failed job, told of once, and acted on no more', async () => {
    const delivery = started('d-1');
    const taskId = taskIdOf('bench', REPO.repositoryId, delivery.intent.occurrence);
    // It was killed between the claim and the wake-up, and somebody said something to its task meanwhile.
    await claimIssue(bench.redis, ISSUE, taskId);
    await bench.inbox.push(taskId, comment('c-1'), mentioned('d-2', 'use tabs'));
    const texts: string[] = [];
    const github = agreeableGitHub({
      ensureComment: async (_repo, _issue, _marker, body) => {
        texts.push(body);
        return { id: 1, url: '' };
      },
    });
    await givenUp(delivery, github);
    expect(texts).toEqual([expect.stringContaining('stopped the service 10 times')]);
    expect(texts[0]).toContain('@planwright <what you want>');
    expect(texts[0]).toContain('delivery `d-1` in the log');
    expect(await bench.redis.zrange(FAILED, '0', '-1')).toEqual([deliveryJobId('delivery', delivery)]);
    // What was said to it begins the next task.
    const next = taskIdOf('bench', REPO.repositoryId, 'comment-d-2');
    await eventually(async () => (await holderOf(bench.redis, ISSUE)) === next);
    await bench.producer.accept(delivery);
    await bench.producer.accept({ ...delivery, deliveryId: 'through-another-hook' });
    await eventually(async () => (await bench.redis.llen('planwright:planwright-deliveries:wait')) === 0);
    expect(texts).toHaveLength(1);
    expect(await bench.redis.mget(['d-1', 'label-d-1'].map((id) => keys.acted(id)))).toEqual(['given up', 'given up']);
  });

  it('is not told of where it had reached its task, was not for us, or came from somebody who is not heard', async () => {
    await bench.inbox.push('its-task', comment('comment-d-1'));
    expect((await givenUp(mentioned('d-1', 'use tabs'))).calls).toEqual([]);
    await eventually(async () => drives.includes('its-task'));
    await bench.redis.del(FAILED);
    expect((await givenUp(corrected('d-2', 'edited-9'))).calls).toEqual([]);
    await bench.redis.del(FAILED);
    const stranger = agreeableGitHub({ permission: async () => 'read' });
    expect((await givenUp(started('d-3'), stranger)).calls).toEqual([]);
  });
});
