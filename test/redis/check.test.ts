import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { checkRedis } from '../../src/redis/check-redis.ts';
import { connectRedis } from '../../src/redis/connect-redis.ts';
import { recordingLog, redisBench, type RedisBench } from './redis-bench.ts';

describe('the check of Redis at start (R4)', () => {
  let bench: RedisBench;
  let redis: Redis;
  let stop: () => Promise<void>;
  beforeEach(async () => {
    bench = redisBench();
    const embedded = await bench.start();
    stop = embedded.stop;
    redis = await bench.client(embedded.socketPath, 'intake');
  });
  afterEach(() => bench.end());

  it('has nothing to say about the embedded one', async () => {
    expect(await checkRedis(redis)).toEqual([]);
  });

  it('refuses a Redis that may evict queued work, with advice', async () => {
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await expect(checkRedis(redis)).rejects.toMatchObject({
      code: 'redis',
      message: expect.stringContaining('allkeys-lru'),
      advice: expect.stringContaining('noeviction'),
    });
  });

  it('warns when accepted work can be lost', async () => {
    await redis.config('SET', 'appendfsync', 'everysec');
    expect(await checkRedis(redis)).toEqual([expect.stringContaining('of the last second can be lost')]);
    await redis.config('SET', 'appendonly', 'no');
    expect(await checkRedis(redis)).toEqual([expect.stringContaining('accepted work can be lost when Redis restarts')]);
  });

  it('refuses to keep records where a restart would lose them, and says what a slow disk flush may lose (PLAN-4)', async () => {
    expect(await checkRedis(redis, { keepsHistory: true })).toEqual([]);
    await redis.config('SET', 'appendfsync', 'everysec');
    expect(await checkRedis(redis, { keepsHistory: true })).toEqual([
      expect.stringContaining('what tasks have recorded of the last second can be lost'),
    ]);
    await redis.config('SET', 'appendonly', 'no');
    await expect(checkRedis(redis, { keepsHistory: true })).rejects.toMatchObject({
      code: 'redis',
      message: expect.stringContaining('without its append-only file'),
      advice: expect.stringContaining('storage_type: jsonl'),
    });
  });

  it('learns the policy without CONFIG, where that is forbidden', async () => {
    await redis.config('SET', 'maxmemory-policy', 'volatile-ttl');
    await redis.call('ACL', 'SETUSER', 'default', '-config');
    await expect(checkRedis(redis)).rejects.toMatchObject({ message: expect.stringContaining('volatile-ttl') });
  });

  it('warns, and goes on, where INFO and CONFIG are both forbidden', async () => {
    await redis.call('ACL', 'SETUSER', 'default', '-config', '-info');
    expect(await checkRedis(redis)).toEqual([
      expect.stringContaining('maxmemory-policy of Redis could not be read'),
      expect.stringContaining('append-only file could not be read'),
    ]);
  });

  it('gives up on a Redis that is not there, even through a connection that would wait for ever', async () => {
    const waiting = connectRedis(`${bench.directory}/nobody.sock`, 'worker', recordingLog().log);
    await expect(checkRedis(waiting)).rejects.toMatchObject({
      code: 'redis',
      message: expect.stringContaining('no answer within'),
    });
    waiting.disconnect();
  });

  it('is a fault of Redis, not a warning, when nobody answers', async () => {
    await stop();
    await expect(checkRedis(redis)).rejects.toMatchObject({
      code: 'redis',
      advice: expect.stringContaining('REDIS_URL'),
    });
  });
});
