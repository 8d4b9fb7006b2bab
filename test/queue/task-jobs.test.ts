import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endedTask, queueBench } from './queue-bench.ts';
import { eventually } from '../redis/redis-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { DriveEnd } from '../../src/state/task.ts';

describe('waking a task', () => {
  let bench: QueueBench;
  const drives: string[] = [];
  const held = new Map<string, () => void>();
  const ends = new Map<string, DriveEnd>();

  beforeAll(async () => {
    bench = await queueBench();
    await bench.work({
      drive: async (taskId) => {
        drives.push(taskId);
        if (taskId.startsWith('held'))
          await new Promise<void>((letGo) => {
            held.set(taskId, letGo);
          });
        const end = ends.get(taskId) ?? { kind: 'nothing' };
        ends.delete(taskId);
        return end;
      },
    });
  });
  afterAll(async () => {
    for (const letGo of held.values()) letGo();
    await bench.end();
  });
  const drivesOf = (task: string) => drives.filter((one) => one === task).length;
  const asleep = (task: string) => eventually(async () => !(await bench.jobs.queue.isAwake(task)));

  it('a hundred times while it is driven drives it once more, and never beside itself', async () => {
    await bench.jobs.wake('held-1');
    await eventually(async () => held.has('held-1'));
    expect(await bench.jobs.queue.isAwake('held-1')).toBe(true);
    await Promise.all(Array.from({ length: 100 }, () => bench.jobs.wake('held-1')));
    expect(drivesOf('held-1')).toBe(1);
    const first = held.get('held-1');
    held.delete('held-1');
    first?.();
    await eventually(async () => held.has('held-1'));
    held.get('held-1')?.();
    held.delete('held-1');
    await asleep('held-1');
    expect(drivesOf('held-1')).toBe(2);
  });

  it('before anybody drives it drives it at least once', async () => {
    await Promise.all(Array.from({ length: 100 }, () => bench.jobs.wake('many')));
    await eventually(async () => drivesOf('many') > 0);
    await asleep('many');
    expect(drivesOf('many')).toBeGreaterThanOrEqual(1);
  });

  it('drives it again when its slice is over', async () => {
    ends.set('sliced', { kind: 'again', task: endedTask() });
    await bench.jobs.wake('sliced');
    await eventually(async () => drivesOf('sliced') === 2);
    await asleep('sliced');
  });

  it('at a time keeps no job busy until then, and one timer however often it is asked for', async () => {
    const at = Date.now() + 400;
    await Promise.all(Array.from({ length: 20 }, () => bench.jobs.park('timed', at)));
    expect(await bench.jobs.queue.isAwake('timed')).toBe(false);
    expect(await bench.redis.zcard('planwright:planwright-deliveries:delayed')).toBe(1);
    await eventually(async () => drivesOf('timed') === 1);
    expect(Date.now()).toBeGreaterThanOrEqual(at);
    await asleep('timed');
    expect(drivesOf('timed')).toBe(1);
  });
});
