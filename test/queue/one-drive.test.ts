import { describe, expect, it } from '@jest/globals';
import { createOneDrive } from '../../src/queue/workers.ts';

const running = new AbortController().signal;
const untilToldToStop = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

describe('one drive of a task at a time (EXEC-5)', () => {
  it('tells the drive in hand to let go, and begins when it has', async () => {
    const oneDrive = createOneDrive();
    const order: string[] = [];
    const driving = (name: string) => async (signal: AbortSignal) => {
      order.push(`${name} begins`);
      if (name !== 'last') await untilToldToStop(signal);
      await Promise.resolve();
      order.push(`${name} ends`);
      return name;
    };
    const all = [
      oneDrive('t1', running, driving('first')),
      oneDrive('t1', running, driving('second')),
      oneDrive('t1', running, driving('last')),
    ];
    expect(await Promise.all(all)).toEqual(['first', 'second', 'last']);
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'last begins', 'last ends']);
  });

  it('goes on after one that failed, and keeps other tasks out of it', async () => {
    const oneDrive = createOneDrive();
    const isDisturbed = { value: false };
    const stop = new AbortController();
    const other = oneDrive('t2', stop.signal, async (signal) => {
      await untilToldToStop(signal);
      isDisturbed.value = !stop.signal.aborted;
    });
    const failing = oneDrive('t1', running, async () => {
      await Promise.resolve();
      throw new Error('no history');
    });
    const after = oneDrive('t1', running, () => Promise.resolve('went on'));
    await expect(failing).rejects.toThrow('no history');
    expect(await after).toBe('went on');
    stop.abort();
    await other;
    expect(isDisturbed.value).toBe(false);
  });
});
