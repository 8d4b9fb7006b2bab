import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { comment, mentioned, queueBench } from './queue-bench.ts';
import { eventually } from '../redis/redis-bench.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { QueueBench } from './queue-bench.ts';

describe('the inbox of a task', () => {
  let bench: QueueBench;
  beforeAll(async () => {
    bench = await queueBench();
  });
  afterAll(async () => {
    await bench.end();
  });
  const ids = async (task: string) => (await bench.inbox.read(task)).map((item) => item.id);

  it('gives back what was put in, in that order, until it is acknowledged', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `c-${index}`);
    for (const name of names) await bench.inbox.push('ordered', comment(name));
    expect(await ids('ordered')).toEqual(names);
    expect((await bench.inbox.read('ordered'))[7]).toEqual(comment('c-7'));
    await bench.inbox.acknowledge('ordered', names.slice(0, 199));
    expect(await ids('ordered')).toEqual(['c-199']);
    await bench.inbox.acknowledge('ordered', ['c-199', 'c-199']);
    await bench.inbox.acknowledge('ordered', []);
    expect(await ids('ordered')).toEqual([]);
  });

  it('GH-6: gives comments back as they were written, when their deliveries overtook each other', async () => {
    const stop = { kind: 'control', id: 'stop', word: 'stop', by: null, reason: 'closed' } as const;
    const numbered = (commentId: number) => ({ ...comment(`n-${commentId}`), commentId }) as InboxItem;
    for (const item of [numbered(12), comment('old'), numbered(11), stop, numbered(14), numbered(13)])
      await bench.inbox.push('swapped', item);
    expect(await ids('swapped')).toEqual(['n-11', 'old', 'n-12', 'stop', 'n-13', 'n-14']);
    expect((await bench.inbox.leftBehind('swapped')).map(({ id }) => id)).toEqual(await ids('swapped'));
  });

  it('takes an item once, however often and by however many it is pushed', async () => {
    await Promise.all(Array.from({ length: 50 }, () => bench.inbox.push('twice', comment('same'))));
    expect(await ids('twice')).toEqual(['same']);
  });

  it('is one for each task, and empty for a task nobody wrote to', async () => {
    await bench.inbox.push('one', comment('for-one'));
    expect(await ids('other')).toEqual([]);
  });

  it('calls those who listen for this task, and nobody after they stopped', async () => {
    const heard: string[] = [];
    const stop = bench.inbox.listen('loud', () => heard.push('first'));
    bench.inbox.listen('loud', () => heard.push('second'));
    bench.inbox.listen('quiet', () => heard.push('quiet'));
    await bench.inbox.push('loud', comment('l-1'));
    await eventually(async () => heard.length === 2);
    stop();
    await bench.inbox.push('loud', comment('l-2'));
    await eventually(async () => heard.length === 3);
    expect(heard).toEqual(['first', 'second', 'second']);
  });

  it('keeps beside a comment where it came from', async () => {
    const origin = mentioned('d-1', 'use tabs');
    await bench.inbox.push('left', comment('with'), origin);
    await bench.inbox.push('left', comment('without'));
    expect(await bench.inbox.leftBehind('left')).toEqual([
      { id: 'with', origin },
      { id: 'without', origin: null },
    ]);
  });
});
