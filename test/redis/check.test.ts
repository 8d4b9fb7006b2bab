import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import type { Fault } from '../../src/errors.ts';
import { checkRedis } from '../../src/redis/check-redis.ts';
import { connectRedis } from '../../src/redis/connect-redis.ts';
import { redisRefusal } from '../../src/redis/redis-refusal.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { PEM } from '../intake/support/door.ts';
import { listenWithPassword, recordingLog, redisBench, type RedisBench } from './redis-bench.ts';

const NOAUTH =
  'NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO AUTH <user> <pass> option can be ' +
  'used to authenticate the client and select the RESP protocol version at the same time';
const DENIED =
  'DENIED Redis is running in protected mode because protected mode is enabled and no password is set for the default user. ' +
  'In this mode connections are only accepted from the loopback interface.';

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

  it('gives up on a Redis that is not there, even through a connection that would wait for ever, and says why', async () => {
    const waiting = connectRedis(`${bench.directory}/nobody.sock`, 'worker', recordingLog().log);
    await expect(checkRedis(waiting, { keepsHistory: false, answerTimeoutMs: 300 })).rejects.toMatchObject({
      code: 'redis',
      message: expect.stringMatching(/did not answer \(no answer within 0\.3 seconds; the connection: connect ENOENT /),
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

  describe('that listens on an address', () => {
    let port: number;
    beforeEach(async () => {
      port = await listenWithPassword(redis, 'canary-of-redis');
    });

    async function refusalOf(url: string): Promise<Fault> {
      const client = connectRedis(url, 'worker', recordingLog().log);
      try {
        return await checkRedis(client, { keepsHistory: false, answerTimeoutMs: 2_000 }).then(
          (warnings) => Promise.reject(new Error(warnings.join())),
          (error: unknown) => error as Fault,
        );
      } finally {
        client.disconnect();
      }
    }

    it.each([
      ['no password', '', 'wants a password: it said "NOAUTH', 'between "redis://:" and "@127.0.0.1:'],
      ['a wrong one', ':canary-not-this@', 'user name or password of REDIS_URL: it said "WRONGPASS', 'requirepass'],
    ])('says in one line that it was given %s, with its words and without ours', async (_, login, said, todo) => {
      const { code, message, advice } = await refusalOf(`redis://${login}127.0.0.1:${port}`);
      expect([code, message, advice]).toEqual(['redis', expect.stringContaining(said), expect.stringContaining(todo)]);
      expect(message).toContain(`redis://127.0.0.1:${port}`);
      expect(message).not.toContain('\n');
      expect(`${message}${advice}`).not.toContain('canary');
    });

    it('is told once, by the line with which the start is refused', () => {
      const { stdout, stderr } = spawnSync(process.execPath, [join(process.cwd(), 'dist/planwright.mjs')], {
        encoding: 'utf8',
        cwd: bench.directory,
        env: {
          PATH: process.env['PATH'] ?? '',
          APP_ID: '7',
          PRIVATE_KEY: PEM,
          WEBHOOK_SECRET: 'canary-webhook',
          ANTHROPIC_API_KEY: 'canary-model',
          REDIS_URL: `redis://127.0.0.1:${port}`,
          DATA_DIR: join(bench.directory, 'data'),
        },
      });
      expect(stderr.split('\n')).toEqual([
        expect.stringMatching(/^planwright: Redis .+ wants a password: it said "NOAUTH .+"\.$/),
        expect.stringContaining('Put it into REDIS_URL'),
        '',
      ]);
      expect(stdout).toBe('');
    });

    it('quotes Redis in whole sentences, or says that there is more', async () => {
      const quoted = async (words: string) => {
        const { message } = await redisRefusal(redis, new Error(words), []);
        return /it said "(.*)"/.exec(message)?.[1];
      };
      expect(await quoted(NOAUTH)).toBe(NOAUTH);
      expect(await quoted(`${NOAUTH} ${NOAUTH}`)).toMatch(/^NOAUTH HELLO must .+ \S+ …$/);
      expect(await quoted(`${NOAUTH}. ${NOAUTH}.`)).toBe(`${NOAUTH}.`);
    });

    it('says that it wants no TLS', async () => {
      expect(await refusalOf(`rediss://:canary-of-redis@127.0.0.1:${port}`)).toMatchObject({
        message: `Redis (rediss://127.0.0.1:${port}) answers without TLS.`,
        advice: expect.stringContaining('redis:// instead'),
      });
    });

    it('keeps its advice whole where secrets are masked (OPS-3)', async () => {
      const { advice } = await refusalOf(`redis://127.0.0.1:${port}`);
      expect(createRedactor([]).text(advice)).toBe(advice);
    });

    it('says that it does not have the database asked for, which the client would replace by the first', async () => {
      const { message } = await refusalOf(`redis://:canary-of-redis@127.0.0.1:${port}/99`);
      expect(message).toContain('it said "ERR DB index is out of range"');
    });
  });

  it('says that something else answers there, in words of ours (OPS-2)', async () => {
    const other = createServer((socket) => {
      socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const client = connectRedis(`redis://127.0.0.1:${port}`, 'worker', recordingLog().log);
    await expect(checkRedis(client, { keepsHistory: false, answerTimeoutMs: 300 })).rejects.toMatchObject({
      message: `Redis (redis://127.0.0.1:${port}): something else than Redis answers there.`,
      advice: expect.stringContaining('REDIS_URL'),
    });
    client.disconnect();
    other.close();
  });

  it('says that its protected mode keeps other machines out, whose words the client loses', async () => {
    const denying = createServer((socket) => {
      socket.on('error', () => undefined).end(`-${DENIED} 1) Just disable ${'protected mode '.repeat(20)}\r\n`);
    }).listen(0, '127.0.0.1');
    await once(denying, 'listening');
    const { port } = denying.address() as AddressInfo;
    const client = connectRedis(`redis://127.0.0.1:${port}`, 'worker', recordingLog().log);
    await expect(checkRedis(client, { keepsHistory: false, answerTimeoutMs: 300 })).rejects.toMatchObject({
      message: `Redis (redis://127.0.0.1:${port}) lets in nobody from another machine or container: it said "${DENIED}".`,
      advice: expect.stringContaining('--protected-mode no'),
    });
    client.disconnect();
    denying.close();
  });
});
