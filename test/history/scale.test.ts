import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type HistoryPlace, makeHistoryPlace } from './history-place.ts';

const TASKS = 10_000;
const UNFINISHED = 10;

describe('The JSONL store with 10,000 tasks (QUAL-1)', () => {
  let place: HistoryPlace;
  const taskIds = Array.from({ length: TASKS }, () => randomUUID());

  beforeAll(async () => {
    place = await makeHistoryPlace();
    mkdirSync(place.directory, { recursive: true });
    for (const [position, taskId] of taskIds.entries()) writeFileSync(place.file(taskId), historyOf(taskId, position));
    await place.newStore().unfinished();
  });
  afterAll(() => place.dispose());

  function historyOf(taskId: string, position: number): string {
    const timestamp = new Date(Date.UTC(2026, 0, 1) + position * 60_000).toISOString();
    const last = position < UNFINISHED ? 'action' : 'completion';
    const about = { timestamp, task_uuid: taskId, issue: `octo/shop#${position % 1_000}`, trace_id: 't' };
    return ['task', 'plan', last]
      .map((type, index) => `${JSON.stringify({ seq: index + 1, type, ...about })}\n`)
      .join('');
  }

  /** The best of several times, so that other processes matter as little as possible. */
  async function timeOf(act: () => Promise<unknown>, times = 5): Promise<number> {
    const took: number[] = [];
    while (took.length < times) {
      const started = performance.now();
      await act();
      took.push(performance.now() - started);
    }
    return Math.min(...took);
  }

  it('answers what is unfinished, newest, and of one issue in a small part of the time it takes to read them all', async () => {
    const store = place.newStore();
    expect([...(await store.unfinished())].toSorted()).toEqual(taskIds.slice(0, UNFINISHED).toSorted());
    expect(await store.recent(50)).toEqual(taskIds.slice(-50).toReversed());
    expect(await store.ofIssue('octo/shop#7')).toEqual(taskIds.filter((_, position) => position % 1_000 === 7));

    const allMs = await timeOf(async () => {
      for (const taskId of taskIds) await readFile(place.file(taskId));
    }, 1);
    for (const ask of [() => store.unfinished(), () => store.recent(50), () => store.ofIssue('octo/shop#7')]) {
      expect(await timeOf(ask)).toBeLessThan(allMs / 10);
    }
  });
});
