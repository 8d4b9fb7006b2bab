import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Redis } from 'ioredis';
import { type ConnectionPurpose, connectRedis } from '../../src/redis/connect-redis.ts';
import { startEmbeddedRedis, type EmbeddedRedis, type EmbeddedRedisOptions } from '../../src/redis/embedded-redis.ts';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: unknown;
  readonly message: string;
}

type Log = EmbeddedRedisOptions['log'];

/** Keeps log lines in order. */
export function recordingLog(): { readonly log: Log; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  function writer(level: LogLine['level']) {
    return (fields: unknown, message?: string): void => void lines.push({ level, fields, message: message ?? '' });
  }
  return { log: { info: writer('info'), warn: writer('warn'), error: writer('error') } as Log, lines };
}

export interface RedisBench {
  readonly directory: string;
  start(options?: Partial<EmbeddedRedisOptions>): Promise<EmbeddedRedis>;
  client(target: string, purpose?: ConnectionPurpose): Promise<Redis>;
  end(): Promise<void>;
}

/** A folder for one test, and the clean-up of everything that was started through it. */
export function redisBench(): RedisBench {
  const directory = mkdtempSync(join(tmpdir(), 'planwright-redis-test-'));
  const started: EmbeddedRedis[] = [];
  const clients: Redis[] = [];
  return {
    directory,
    start: async (options = {}) => {
      const redis = await startEmbeddedRedis({ directory, log: recordingLog().log, ...options });
      started.push(redis);
      return redis;
    },
    client: async (target, purpose = 'worker') => {
      const client = connectRedis(target, purpose, recordingLog().log);
      clients.push(client);
      await once(client, 'ready');
      return client;
    },
    end: async () => {
      for (const client of clients) client.disconnect();
      for (const redis of started) await redis.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const GIVE_UP_MS = 120_000;

/** Polls until it is true; fails instead of running for ever. */
export async function eventually(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + GIVE_UP_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('It did not become true in time');
    await new Promise((again) => setTimeout(again, 5));
  }
}

/** `once` of node:events would fail on errors that the connection reports meanwhile. */
export function event(redis: Redis, name: string): Promise<void> {
  return new Promise((resolve) => {
    redis.once(name, () => resolve());
  });
}

/** Lets the Redis behind this client listen on loopback, with a password; returns the port. */
export async function listenWithPassword(client: Redis, password: string): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  await client.config('SET', 'bind', '127.0.0.1');
  await client.config('SET', 'port', String(port));
  await client.config('SET', 'requirepass', password);
  return port;
}
