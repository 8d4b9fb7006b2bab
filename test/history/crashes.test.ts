import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newTask } from '../contracts/history-store.ts';
import { type Acknowledged, compileStore, startDriver } from './driver-process.ts';
import { type HistoryPlace, makeHistoryPlace } from './history-place.ts';

describe('The JSONL store among real processes (PLAN-4, R1, R6)', () => {
  let place: HistoryPlace;
  let compiled: string;
  beforeAll(async () => {
    place = await makeHistoryPlace();
    compiled = await mkdtemp(path.join(tmpdir(), 'planwright-driver-'));
    await compileStore(compiled);
  });
  afterAll(async () => {
    await place.dispose();
    await rm(compiled, { recursive: true, force: true });
  });

  async function keysBySeq(taskId: string): Promise<ReadonlyMap<number, unknown>> {
    const log = await place.newStore().open({ ...newTask(), taskId });
    await log.close();
    const entries = log.takeFound();
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, position) => position + 1));
    return new Map(entries.map((entry) => [entry.seq, entry['key']]));
  }

  /** As lists show it, whatever a kill left behind. */
  async function entriesListed(taskId: string): Promise<number | null | undefined> {
    const [listed] = await place.newStore().summaries([taskId], {
      read: (kept) => (kept as { readonly entries: number }).entries,
      make: ({ length }) => ({ kept: { entries: length }, summary: length }),
    });
    return listed;
  }

  it('loses nothing that was acknowledged over 20 kills in mid-append, and every batch is there whole or not at all', async () => {
    const { taskId } = newTask();
    const acknowledged: [number, string][] = [];
    for (let round = 0; round < 20; round += 1) {
      const driver = startDriver(compiled, [place.directory, taskId, `round-${round}`, '100000'], {
        killAfter: 1 + ((round * 7) % 11),
      });
      for (const [seq, key] of await driver.finished) acknowledged.push([seq, key]);
      const keys = await keysBySeq(taskId);
      expect(acknowledged.filter(([seq, key]) => keys.get(seq) !== key)).toEqual([]);
      for (const key of keys.values()) {
        const [name, batch] = String(key).split(':');
        const parts = [...keys.values()].filter((other) => String(other).startsWith(`${name}:${batch}:`));
        expect(parts.length).toBe(1 + (Number(batch) % 3));
      }
      expect(await place.newStore().unfinished()).toEqual([taskId]);
      expect(await entriesListed(taskId)).toBe(keys.size);
    }
    expect(acknowledged.length).toBeGreaterThan(100);
  });

  it('goes on after a write that the system cut short, with all that was acknowledged before', async () => {
    const { taskId } = newTask();
    const stopped = await startDriver(compiled, [place.directory, taskId, 'full', '1000'], { largestFileKb: 64 })
      .finished;
    expect(stopped.length).toBeGreaterThan(5);
    expect(stopped.length).toBeLessThan(20);
    const going = await startDriver(compiled, [place.directory, taskId, 'free', '10']).finished;
    const keys = await keysBySeq(taskId);
    expect([...keys]).toEqual([...stopped, ...going]);
  });

  it('never gives one number to two processes that append to the same task', async () => {
    const { taskId } = newTask();
    const drivers = ['one', 'two', 'three'].map((name) => startDriver(compiled, [place.directory, taskId, name, '30']));
    const all: Acknowledged = (await Promise.all(drivers.map(({ finished }) => finished))).flat();
    const keys = await keysBySeq(taskId);
    expect(all.length).toBe(180);
    expect(new Set(all.map(([seq]) => seq)).size).toBe(180);
    expect(all.filter(([seq, key]) => keys.get(seq) !== key)).toEqual([]);
  });
});
