import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appendFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createJsonlStore } from '../../src/history/jsonl-store.ts';
import { createRetention } from '../../src/history/retention.ts';
import { forgetOld } from '../../src/app/retain.ts';
import { newTask } from '../contracts/history-store.ts';

const DAY = 24 * 3_600_000;
const log = pino({ level: 'silent' });

describe('what ended long ago is forgotten (PLAN-4)', () => {
  let directory: string;
  let now: number;
  const clock = { now: () => now, sleep: async () => undefined };
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'planwright-retention-'));
    now = Date.UTC(2026, 0, 1);
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const store = () => createJsonlStore({ directory, log });
  const retention = () => createRetention({ directory, clock, log });
  const removed: string[] = [];
  const repositories = { remove: async (taskId: string) => void removed.push(taskId) };
  const forget = (days = 90) => forgetOld({ retention: retention(), repositories, log }, days);
  const files = async () => (await readdir(directory)).filter((name) => name.endsWith('.jsonl')).length;
  const archived = () => readdir(path.join(directory, 'archive')).catch(() => []);

  async function record(hasEnded: boolean): Promise<string> {
    const task = newTask();
    const opened = await store().open(task);
    await opened.append([{ type: 'task', title: 'T' }], now);
    await opened.append([{ type: 'effect', name: 'checkpoint', change: { files: [{ path: 'a.ts' }] } }], now);
    if (hasEnded) await opened.append([{ type: 'completion' }], now, () => () => 'kept');
    await opened.close();
    return task.taskId;
  }

  it('after its days, first set aside and out of every list, a day later for good, with what was fetched for it', async () => {
    const old = await record(true);
    now += 10 * DAY;
    const young = await record(true);
    now += 80 * DAY + 1;
    await forget();
    expect(await store().recent(10)).toEqual([young]);
    expect(await store().touching('octo/shop', ['a.ts'])).toEqual([young]);
    expect(await store().read(old)).toEqual([]);
    expect(await readdir(path.join(directory, 'index', 'summaries'))).toEqual([young]);
    expect(await archived()).toEqual([`${old}.jsonl`]);
    expect(removed).toEqual([old]);
    await forget();
    expect(await archived()).toHaveLength(1);
    now += DAY + 1;
    await forget();
    expect(await archived()).toEqual([]);
    expect(await files()).toBe(1);
  });

  it('is never one without an end, or a damaged one, however old', async () => {
    const unfinished = await record(false);
    const damaged = await record(true);
    await appendFile(path.join(directory, `${damaged}.jsonl`), 'no json\n{"type":"completion"}\n');
    now += 1_000 * DAY;
    await forget(1);
    expect((await store().recent(10)).toSorted()).toEqual([unfinished, damaged].toSorted());
    expect(await store().unfinished()).toContain(unfinished);
    expect(await archived()).toEqual([]);
  });

  it('is kept for all of its days', async () => {
    const task = await record(true);
    now += 90 * DAY;
    await forget();
    expect(await store().recent(10)).toEqual([task]);
    now += 1;
    await forget();
    expect(await store().recent(10)).toEqual([]);
  });

  it('counts from the end, not from the beginning', async () => {
    const task = newTask();
    const opened = await store().open(task);
    await opened.append([{ type: 'task', title: 'T' }], now);
    now += 100 * DAY;
    await opened.append([{ type: 'completion' }], now);
    await opened.close();
    now += DAY;
    await forget();
    expect(await store().recent(10)).toEqual([task.taskId]);
  });

  it('goes on where a crash cut it short, and lets another process be quicker', async () => {
    const old = await record(true);
    now += 91 * DAY;
    await mkdir(path.join(directory, 'archive'));
    await rename(path.join(directory, `${old}.jsonl`), path.join(directory, 'archive', `${old}.jsonl`));
    await Promise.all([forget(), forget(), forget()]);
    expect(await store().recent(10)).toEqual([]);
    const next = await record(true);
    now += 91 * DAY;
    await Promise.all([forget(), forget()]);
    expect(await store().read(next)).toEqual([]);
  });
});
