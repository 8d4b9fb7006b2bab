import { describe, expect, it } from '@jest/globals';
import { createHistoryLog, type Before } from '../../src/history/history-log.ts';
import type { HistoryEntry } from '../../src/ports/history.ts';

const task = { taskId: 'task-1', issue: 'octo/shop#7', traceId: 'trace-1' };
const checkpoint = { type: 'effect', name: 'checkpoint', change: { files: [{ path: 'a.ts' }] } } as const;

describe('what a driver holds of its record (QUAL-1: memory of a running task)', () => {
  it('is what later writes ask for, however many entries there are', async () => {
    const seen: Before[] = [];
    const log = createHistoryLog(task, [], {
      write: async (_batch, before) => void seen.push(before),
      isCurrent: async () => true,
      release: async () => undefined,
      asError: (error) => error as Error,
    });
    await log.append([{ type: 'task' }], 0);
    for (let step = 0; step < 500; step += 1)
      await log.append([step === 250 ? checkpoint : { type: 'tool', step }, { type: 'usage', step }], 0);
    await log.append([{ type: 'completion' }], 0);
    expect(seen.at(-1)?.count).toBe(1_001);
    const of = ({ type, seq }: HistoryEntry) => `${type} ${seq}`;
    expect(seen.at(-1)?.landmarks.map(of)).toEqual(['task 1', 'effect 502', 'usage 1001']);
  });
});
