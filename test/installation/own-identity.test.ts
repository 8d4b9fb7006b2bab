import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { keepIdentity, recallIdentity } from '../../src/app/own-identity.ts';
import { keys } from '../../src/queue/names.ts';
import { recordingLog, redisBench, type RedisBench } from '../redis/redis-bench.ts';

const APP = { appId: 4711, apiUrl: 'https://api.github.com' };
const KNOWN = { appId: 4711, slug: 'planwright', botUser: 41 };

describe('who the service is, kept for a start while GitHub is away (GH-3)', () => {
  let bench: RedisBench;
  let redis: Redis;
  beforeEach(async () => {
    bench = redisBench();
    redis = await bench.client((await bench.start()).socketPath);
  });
  afterEach(() => bench.end());

  it('is what was kept last, for this App on this server alone', async () => {
    const { log, lines } = recordingLog();
    expect(await recallIdentity(redis, APP)).toBeNull();
    keepIdentity(redis, APP, log)({ ...KNOWN, botUser: null });
    keepIdentity(redis, APP, log)(KNOWN);
    expect(await recallIdentity(redis, APP)).toEqual(KNOWN);
    expect(await recallIdentity(redis, { ...APP, appId: 4712 })).toBeNull();
    expect(await recallIdentity(redis, { ...APP, apiUrl: 'https://ghe.example/api/v3' })).toBeNull();
    expect(lines).toEqual([]);
  });

  it.each(['', 'no JSON', '{"appId":4711}'])('is asked of GitHub where what was kept is %j', async (text) => {
    await redis.set(keys.identity(APP.apiUrl, APP.appId), text);
    expect(await recallIdentity(redis, APP)).toBeNull();
  });
});
