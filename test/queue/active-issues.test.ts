import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { activeTasks, claimIssue, holderOf, releaseIssue } from '../../src/queue/active-issues.ts';
import { pino } from 'pino';
import { readActiveTasks, readEarlierWork } from '../../src/app/read-neighbours.ts';
import { DONE, REPORTED, VERIFIED, WORKING } from '../flow/stories.ts';
import { recorded } from '../task/task-world.ts';
import { queueBench } from './queue-bench.ts';
import type { HistoryEntry, HistoryStore } from '../../src/ports/history.ts';
import type { QueueBench } from './queue-bench.ts';

describe('holding an issue (QUAL-2: one task per issue)', () => {
  let bench: QueueBench;
  beforeAll(async () => {
    bench = await queueBench();
  });
  afterAll(async () => {
    await bench.end();
  });

  it('is given to one of many that ask at once, and all learn who it is', async () => {
    const issue = { repositoryId: 1, issue: 1 };
    const tasks = Array.from({ length: 100 }, (_, index) => `task-${index}`);
    const told = await Promise.all(tasks.map((task) => claimIssue(bench.redis, issue, task)));
    expect(new Set(told).size).toBe(1);
    expect(await holderOf(bench.redis, issue)).toBe(told[0]);
  });

  it('is the same claim when the holder asks again', async () => {
    const issue = { repositoryId: 1, issue: 2 };
    expect(await claimIssue(bench.redis, issue, 'mine')).toBe('mine');
    expect(await claimIssue(bench.redis, issue, 'mine')).toBe('mine');
  });

  it('ends only when the holder lets go', async () => {
    const issue = { repositoryId: 1, issue: 3 };
    await claimIssue(bench.redis, issue, 'mine');
    await releaseIssue(bench.redis, issue, 'another');
    expect(await holderOf(bench.redis, issue)).toBe('mine');
    await releaseIssue(bench.redis, issue, 'mine');
    expect(await holderOf(bench.redis, issue)).toBeNull();
  });

  it('never has two holders while tasks claim and let go in any order', async () => {
    const issue = { repositoryId: 1, issue: 4 };
    let holders = 0;
    let turns = 0;
    await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        for (let turn = 0; turn < 50; turn += 1) {
          const task = `task-${index}-${turn}`;
          if ((await claimIssue(bench.redis, issue, task)) !== task) continue;
          holders += 1;
          expect(holders).toBe(1);
          turns += 1;
          await bench.redis.ping();
          holders -= 1;
          await releaseIssue(bench.redis, issue, task);
        }
      }),
    );
    expect(turns).toBeGreaterThan(10);
    expect(await holderOf(bench.redis, issue)).toBeNull();
  });

  it('keeps issues and repositories apart, and lists who holds any', async () => {
    await claimIssue(bench.redis, { repositoryId: 11, issue: 1 }, 'a');
    expect(await claimIssue(bench.redis, { repositoryId: 1, issue: 11 }, 'b')).toBe('b');
    expect(await activeTasks(bench.redis)).toEqual(expect.arrayContaining(['a', 'b']));
  });
});

describe('what other tasks of a repository do, and did (PLAN-2)', () => {
  let bench: QueueBench;
  beforeAll(async () => {
    bench = await queueBench();
  });
  afterAll(async () => {
    await bench.end();
  });
  const repo = { installationId: 1, repositoryId: 2, owner: 'octo', name: 'shop' };
  const about = { repo, issue: 12 };
  const histories: Record<string, readonly HistoryEntry[]> = {
    working: recorded(DONE.slice(0, -1), { request: { issue: 14, title: 'Tax is wrong' } }),
    over: recorded([...VERIFIED, REPORTED]),
    mine: recorded(WORKING),
  };
  const warned: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warned.push(line) });
  const history = {
    readUndamaged: async (taskId: string) => {
      if (taskId === 'unreadable') throw new Error('The disk is full of holes.');
      return histories[taskId] ?? [];
    },
    ofIssue: async () => ['mine'],
    touching: async (repository: string, paths: readonly string[]) =>
      repository === 'octo/shop' && paths.includes('src/file-0.js') ? ['mine', 'over', 'unreadable'] : [],
  } as unknown as HistoryStore;

  it('is told of the tasks of its other issues alone, by title, state and files; one that cannot be read is left out', async () => {
    const { redis } = bench;
    for (const [repositoryId, issue, taskId] of [
      [2, 14, 'working'],
      [2, 12, 'mine'],
      [2, 15, 'over'],
      [2, 16, 'not-begun'],
      [22, 14, 'elsewhere'],
    ] as const)
      await claimIssue(redis, { repositoryId, issue }, taskId);
    expect(await readActiveTasks({ redis, history, log }, about)).toEqual([
      { issue: 16, title: '', doing: 'orient', files: [] },
      { issue: 14, title: 'Tax is wrong', doing: 'execute', files: ['src/file-0.js'] },
    ]);
  });

  it('tells what was done to the same files for its other issues', async () => {
    const text = await readEarlierWork({ history, log }, about, ['src/file-0.js']);
    expect(text).toContain('Changed: src/file-0.js');
    expect(text.match(/^Task of issue/gm)).toHaveLength(1);
    expect(warned.join()).toContain('The disk is full of holes.');
    expect(await readEarlierWork({ history, log }, about, ['src/other.js'])).toBe('');
  });
});
