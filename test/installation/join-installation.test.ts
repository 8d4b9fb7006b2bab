import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { joinInstallation, type Claim } from '../../src/app/join-installation.ts';
import { claimIssue, releaseIssue } from '../../src/queue/active-issues.ts';
import { recordingLog, redisBench, type LogLine, type RedisBench } from '../redis/redis-bench.ts';

const ISSUE = { repositoryId: 7, issue: 3 };

describe('where the records of an installation are (PLAN-4)', () => {
  let bench: RedisBench;
  let redis: Redis;
  let lines: readonly LogLine[];
  beforeEach(async () => {
    bench = redisBench();
    redis = await bench.client((await bench.start()).socketPath);
  });
  afterEach(() => bench.end());

  function join(instance: string, over: Partial<Claim> = {}): Promise<string> {
    const recording = recordingLog();
    ({ lines } = recording);
    return joinInstallation(
      redis,
      { storage: 'jsonl', instance, dataDir: `/data/${instance}`, isOwnRedis: false, ...over },
      recording.log,
    );
  }

  it('refuses files in another DATA_DIR than the first one, in one line that says what to do (PLAN-4)', async () => {
    expect(await join('one')).toBe('one');
    await expect(join('two')).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('/data/two'),
      advice: expect.stringMatching(/share one DATA_DIR.*storage_type to redis.*redis-cli DEL planwright:installation/),
    });
    expect(await join('one')).toBe('one');
  });

  it('goes on after a flushed Redis, and with the same folder in another place (PLAN-4, R4)', async () => {
    expect(await join('one')).toBe('one');
    expect(await join('one', { dataDir: '/elsewhere' })).toBe('one');
    await redis.flushall();
    expect(await join('one')).toBe('one');
    await expect(join('two')).rejects.toMatchObject({ code: 'configuration' });
  });

  it('lets exactly one of two folders be the first', async () => {
    const outcomes = await Promise.allSettled([join('one'), join('two')]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('gives all machines one name where the records are in Redis, and refuses files there (PLAN-4)', async () => {
    expect(await join('one', { storage: 'redis' })).toBe('one');
    expect(await join('two', { storage: 'redis' })).toBe('one');
    for (const instance of ['one', 'two'])
      await expect(join(instance)).rejects.toMatchObject({
        code: 'configuration',
        advice: expect.stringContaining('to redis here too'),
      });
  });

  it('lets files be left for Redis when no task is unfinished in them, and not before (PLAN-4)', async () => {
    await join('one');
    await claimIssue(redis, ISSUE, 'some-task');
    await expect(join('two', { storage: 'redis' })).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('One task is not finished'),
      advice: expect.stringContaining('storage_type: jsonl until'),
    });
    expect(await join('one')).toBe('one');
    await releaseIssue(redis, ISSUE, 'some-task');
    expect(await join('two', { storage: 'redis' })).toBe('one');
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', fields: { from: 'jsonl', to: 'redis' } })]);
    await expect(join('one')).rejects.toMatchObject({ code: 'configuration' });
  });

  it('asks nobody about the Redis below DATA_DIR itself, except about unfinished tasks (PLAN-4)', async () => {
    await join('one', { isOwnRedis: true });
    // Its file was lost, but there is nobody else to be confused with.
    expect(await join('two', { isOwnRedis: true })).toBe('two');
    await claimIssue(redis, ISSUE, 'some-task');
    await expect(join('two', { isOwnRedis: true, storage: 'redis' })).rejects.toMatchObject({ code: 'configuration' });
    await releaseIssue(redis, ISSUE, 'some-task');
    expect(await join('two', { isOwnRedis: true, storage: 'redis' })).toBe('two');
    expect(await join('two', { isOwnRedis: true })).toBe('two');
    expect(lines).toHaveLength(1);
  });
});
