import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { loadSettings } from '../../src/config/load.ts';
import { openRecords, readEarlierTasks } from '../../src/app/records.ts';
import { createJsonlStore } from '../../src/history/jsonl-store.ts';
import { REQUEST, SETTINGS } from '../task/task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import { newTask } from '../contracts/history-store.ts';
import { redisBench, type RedisBench } from '../redis/redis-bench.ts';

describe('where the records of tasks are (PLAN-3, PLAN-4)', () => {
  let bench: RedisBench;
  let redis: Redis;
  beforeEach(async () => {
    bench = redisBench();
    redis = await bench.client((await bench.start()).socketPath);
  });
  afterEach(() => bench.end());

  async function recordedBy(storage: string) {
    const dataDir = join(bench.directory, 'data');
    const env = {
      DATA_DIR: dataDir,
      PLANWRIGHT_PLANNING__HISTORY__STORAGE_TYPE: storage,
      PLANWRIGHT_PLANNING__HISTORY__DIRECTORY: 'elsewhere',
    };
    const loaded = loadSettings({ env, cwd: bench.directory });
    expect(loaded.warnings).toEqual([]);
    const records = openRecords({ ...loaded, log: pino({ level: 'silent' }) }, () => redis);
    const task = newTask();
    const log = await records.history.open(task);
    const stored = await log.append([{ type: 'task' }, { type: 'completion' }], Date.now());
    await log.close();
    expect(await records.historyOver(redis).read(task.taskId)).toEqual(stored);
    expect(await records.retention.archive(-60_000)).toEqual([task.taskId]);
    return { inFiles: existsSync(join(dataDir, 'elsewhere')), inRedis: (await redis.keys('*')).length > 0 };
  }

  it('are files in the folder of the settings by default', async () => {
    expect(await recordedBy('jsonl')).toEqual({ inFiles: true, inRedis: false });
  });

  it('are in Redis alone where the settings say so', async () => {
    expect(await recordedBy('redis')).toEqual({ inFiles: false, inRedis: true });
  });

  it('tell a task of earlier ones of its issue, and of none of another repository that had the name before (PLAN-2)', async () => {
    const log = pino({ level: 'silent' });
    const history = createJsonlStore({ directory: join(bench.directory, 'history'), log });
    const by = { id: 8, login: 'mika' };
    const asked = async (repositoryId: number, text: string): Promise<void> => {
      const request = { ...REQUEST, repo: { ...REQUEST.repo, repositoryId }, instruction: text };
      const facts: readonly Fact[] = [
        { type: 'task', request, settings: SETTINGS },
        { type: 'control', name: 'comment', by, text },
      ];
      const one = await history.open({ ...newTask(), issue: 'octo/shop#12' });
      await one.append(facts, Date.now());
      await one.close();
    };
    await asked(1, 'Of the private one.');
    await asked(2, 'Of this one.');
    const about = { repo: { ...REQUEST.repo, repositoryId: 2 }, issue: 12 };
    const { told, said } = await readEarlierTasks(history, log, 'another', about);
    expect(said.map(({ text }) => text)).toEqual(['Of this one.']);
    expect(told).toContain('Of this one.');
    expect(told).not.toContain('private');
  });
});
