/** A test's own redis-server, on loopback. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findExecutable } from '../../src/redis/redis-child.ts';
import { freePort } from '../../demo/bench.ts';
import { until } from './world.ts';

export interface OwnRedis {
  readonly url: string;
  /** The folder of its append-only file, with every write there ever was. */
  readonly folder: string;
  /** Every key with its value, as text. */
  dump(): Promise<string>;
  close(): Promise<void>;
}

/** Keeps everything it has acknowledged in `folder`, also after being killed and restarted there. */
export function spawnRedis(
  folder: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): ChildProcess {
  const program = findExecutable(['redis-server', 'valkey-server']);
  if (program === null) throw new Error('There is no redis-server.');
  const all = { port, bind: '127.0.0.1', dir: folder, appendonly: 'yes', appendfsync: 'always', save: '', ...settings };
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return spawn(program, args, { stdio: 'ignore' });
}

export async function startOwnRedis(password = ''): Promise<OwnRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'pw-redis-'));
  const port = await freePort();
  const child = spawnRedis(folder, port, password === '' ? {} : { requirepass: password });
  const ended = once(child, 'exit');
  const redis = new Redis(port, '127.0.0.1', {
    retryStrategy: () => 50,
    maxRetriesPerRequest: null,
    ...(password === '' ? {} : { password }),
  });
  redis.on('error', () => undefined);
  await until(() => redis.status === 'ready', 'Redis');
  return {
    url: `redis://${password === '' ? '' : `:${password}@`}127.0.0.1:${port}`,
    folder,
    async dump() {
      const keys = await redis.keys('*');
      return JSON.stringify(await Promise.all(keys.map(async (key) => [key, await valueOf(redis, key)])));
    },
    async close() {
      redis.disconnect();
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function valueOf(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1');
    case 'stream':
      return redis.xrange(key, '-', '+');
    default:
      return null;
  }
}
