import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectSocket, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Redis } from 'ioredis';
import { freePort } from '../../demo/bench.ts';
import { createRedisStore } from '../../src/history/redis-store.ts';
import { connectRedis } from '../../src/redis/connect-redis.ts';
import { systemClock as clock } from '../../src/app/system-clock.ts';
import { newTask } from '../contracts/history-store.ts';
import { spawnRedis } from '../flows/own-redis.ts';
import { until } from '../flows/world.ts';
import { recordingLog } from '../redis/redis-bench.ts';
import type { HistoryStore } from '../../src/ports/history.ts';

describe('The Redis store among failures (PLAN-4, R1, R4, R6)', () => {
  let folder: string;
  let port: number;
  let server: ChildProcess;
  const clients: Redis[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'planwright-streams-'));
    port = await freePort();
    server = spawnRedis(folder, port);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.disconnect();
    await kill();
    await rm(folder, { recursive: true, force: true });
  });

  async function kill(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  function storeAt(at: number): { readonly store: HistoryStore; readonly redis: Redis } {
    const redis = connectRedis(`redis://127.0.0.1:${at}`, 'worker', recordingLog().log);
    clients.push(redis);
    return { redis, store: createRedisStore({ redis }) };
  }

  function batchOf(size: number, key: string) {
    return Array.from({ length: size }, (_, part) => ({
      type: 'action' as const,
      key: `${key}:${part}`,
      filler: 'ä'.repeat(3_000),
    }));
  }

  it('loses nothing that was acknowledged over ten kills of Redis in mid-append, doubles nothing, and has batches whole', async () => {
    const { store } = storeAt(port);
    const task = newTask();
    const log = await store.open(task);
    const done = { appends: 0, isOver: false };
    const driving = (async () => {
      for (; !done.isOver; done.appends += 1)
        await log.append(batchOf(1 + (done.appends % 3), `batch-${done.appends}`), clock.now());
    })();
    for (let kills = 0; kills < 10; kills += 1) {
      const enough = done.appends + 3 + ((kills * 7) % 11);
      await until(() => done.appends >= enough, 'some appends');
      await kill();
      server = spawnRedis(folder, port);
    }
    done.isOver = true;
    await driving;
    const expected = Array.from({ length: done.appends }, (_, n) =>
      batchOf(1 + (n % 3), `batch-${n}`).map(({ key }) => key),
    ).flat();
    expect((await store.read(task.taskId)).map(({ key }) => key)).toEqual(expected);
    expect(await store.unfinished()).toEqual([task.taskId]);
  });

  it('appends once when the connection breaks after Redis took it and before it says so', async () => {
    const proxy = await startProxy(port);
    const { store } = storeAt(proxy.port);
    const task = newTask();
    const log = await store.open(task);
    const stored = [...(await log.append([{ type: 'task' }], clock.now()))];
    for (let round = 0; round < 5; round += 1) {
      proxy.cutNextAnswer();
      stored.push(...(await log.append(batchOf(2, `round-${round}`), clock.now())));
      expect(stored.slice(-2).map(({ seq }) => seq)).toEqual([2 * round + 2, 2 * round + 3]);
    }
    expect(proxy.cuts()).toBe(5);
    expect(await store.read(task.taskId)).toEqual(stored);
    await proxy.close();
  });

  it('has a batch whole or not at all when its driver dies while it sends', async () => {
    const { store } = storeAt(port);
    const task = newTask();
    for (let round = 0; round < 10; round += 1) {
      const dying = storeAt(port);
      const log = await dying.store.open(task);
      const append = log.append(batchOf(200, `round-${round}`), clock.now()).catch(() => []);
      for (let turns = 0; turns <= round; turns += 1) await new Promise(setImmediate);
      dying.redis.disconnect();
      await append;
      const keys = (await store.read(task.taskId)).map(({ key }) => String(key).split(':')[0]);
      for (const key of new Set(keys)) expect(keys.filter((one) => one === key)).toHaveLength(200);
    }
  });

  it('never gives one number to two drivers that append to the same task at once', async () => {
    const task = newTask();
    const acknowledged: [number, unknown][] = [];
    const fenced: number[] = [];
    async function driver(name: number): Promise<void> {
      const { store } = storeAt(port);
      for (let done = 0; done < 30; ) {
        const log = await store.open(task);
        try {
          for (; done < 30; done += 1)
            acknowledged.push(
              ...(await log.append(batchOf(1 + (done % 3), `${name}-${done}`), clock.now())).map(
                ({ seq, key }): [number, unknown] => [seq, key],
              ),
            );
        } catch (error) {
          expect(error).toMatchObject({ name: 'Fenced' });
          fenced.push(name);
        }
      }
    }
    await Promise.all([driver(1), driver(2), driver(3)]);
    const entries = await storeAt(port).store.read(task.taskId);
    expect(entries.map(({ seq, key }) => [seq, key])).toEqual(acknowledged.toSorted(([a], [b]) => a - b));
    expect(entries).toHaveLength(180);
    expect(fenced.length).toBeGreaterThan(0);
  });
});

/** A proxy between the store and Redis that can drop an answer and close the connection instead. */
async function startProxy(target: number) {
  let isArmed = false;
  let cuts = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connectSocket(target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.pipe(far);
    far.on('data', (chunk) => {
      if (!isArmed) return void near.write(chunk);
      isArmed = false;
      cuts += 1;
      near.destroy();
      far.destroy();
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cutNextAnswer: () => {
      isArmed = true;
    },
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
