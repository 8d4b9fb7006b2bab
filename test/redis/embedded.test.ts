import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readdirSync, readlinkSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Fault } from '../../src/errors.ts';
import { findGuards, redisCommandLine, type ChildExit } from '../../src/redis/redis-child.ts';
import { whoListens } from '../../src/redis/redis-line.ts';
import { placeIn, redisSocketPath } from '../../src/redis/redis-place.ts';
import { eventually, redisBench, type RedisBench } from './redis-bench.ts';

const DEAD = { pid: 2 ** 22 - 3, startedTicks: '1' };

describe('the embedded Redis (OPS-2)', () => {
  let bench: RedisBench;
  beforeEach(() => {
    bench = redisBench();
  });
  afterEach(() => bench.end());

  it('answers as soon as it is handed over, on a socket that only this user can open', async () => {
    const { socketPath } = await bench.start();
    const client = await bench.client(socketPath);
    expect(await client.ping()).toBe('PONG');
    expect(statSync(socketPath).mode & 0o777).toBe(0o700);
  });

  it('writes each command to disk before it answers, evicts nothing and listens on no port', async () => {
    const client = await bench.client((await bench.start()).socketPath);
    const settings = await Promise.all(
      ['appendonly', 'appendfsync', 'maxmemory-policy', 'port', 'save'].map((name) => client.config('GET', name)),
    );
    expect(settings.flat()).toEqual([
      'appendonly',
      'yes',
      'appendfsync',
      'always',
      'maxmemory-policy',
      'noeviction',
      'port',
      '0',
      'save',
      '',
    ]);
  });

  it('still has every acknowledged write after it was killed, and reports its end', async () => {
    let report: (exit: ChildExit) => void = () => undefined;
    const reported = new Promise<ChildExit>((resolve) => {
      report = resolve;
    });
    const first = await bench.start({ onExit: report });
    const writer = await bench.client(first.socketPath);
    for (let job = 0; job < 50; job += 1) await writer.rpush('jobs', `job ${job}`);
    writer.disconnect();
    process.kill(first.pid ?? 0, 'SIGKILL');
    expect(await reported).toEqual({ code: null, signal: 'SIGKILL' });

    const second = await bench.start();
    const reader = await bench.client(second.socketPath);
    expect(await reader.llen('jobs')).toBe(50);
    expect(await reader.lindex('jobs', 49)).toBe('job 49');
  });

  it('refuses a second instance on the same folder, and leaves the first one alone', async () => {
    const first = await bench.start();
    const refusal: unknown = await bench.start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Fault);
    expect(refusal).toMatchObject({
      code: 'redis',
      message: expect.stringContaining(`process ${process.pid}`),
      advice: expect.stringContaining('DATA_DIR'),
    });
    expect(await whoListens(first.socketPath)).toEqual({ pid: first.pid, state: 'ready' });
  });

  it('lets exactly one of several that start at the same time have the folder', async () => {
    const outcomes = await Promise.allSettled([bench.start(), bench.start(), bench.start()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  it('takes the folder over when the last service is dead, whatever that left lying about', async () => {
    const place = placeIn(bench.directory);
    writeFileSync(place.lockFile, '');
    writeFileSync(place.socketPath, 'not even a socket');
    writeFileSync(place.ownerFile, 'no owner either');
    expect(await whoListens((await bench.start()).socketPath)).toMatchObject({ state: 'ready' });
  });

  it('asks a Redis that outlived its killed service to end, and has its data', async () => {
    const place = placeIn(bench.directory);
    const guards = { ...(await findGuards(place)), diesWithParent: false };
    const [command = '', ...argv] = redisCommandLine(
      'redis-server',
      place,
      { ...DEAD, namespace: readlinkSync('/proc/self/ns/pid') },
      guards,
    );
    const orphan = spawn(command, argv, { stdio: 'ignore', detached: true });
    const ended = once(orphan, 'exit');
    await listening(place.socketPath);
    const writer = await bench.client(place.socketPath);
    await writer.set('kept', 'yes');
    writer.disconnect();

    const heir = await bench.start();
    expect(await ended).toEqual([0, null]);
    expect(await (await bench.client(heir.socketPath)).get('kept')).toBe('yes');
  });

  it('ends when its service is killed, so that nothing stays behind', async () => {
    const place = placeIn(bench.directory);
    const guards = await findGuards(place);
    expect(guards).toEqual({ diesWithParent: true, locks: true });
    const line = redisCommandLine('redis-server', place, { ...DEAD, namespace: null }, guards);
    const script =
      'const [command, ...argv] = JSON.parse(process.argv[1]); require("node:child_process").spawn(command, argv, { detached: true, stdio: "ignore" }); setInterval(() => {}, 1e6);';
    const service = spawn(process.execPath, ['-e', script, JSON.stringify(line)], { stdio: 'ignore' });
    await listening(place.socketPath);
    const client = await bench.client(place.socketPath);
    const closed = once(client, 'close');
    service.kill('SIGKILL');
    await closed;
    client.disconnect();
    await eventually(async () => (await whoListens(place.socketPath)) === null);
  });

  it('stops on request, twice without harm, without calling that an unexpected end, and can start again', async () => {
    let unexpected = 0;
    const redis = await bench.start({ onExit: () => (unexpected += 1) });
    await Promise.all([redis.stop(), redis.stop()]);
    await redis.stop();
    expect(await whoListens(redis.socketPath)).toBeNull();
    expect(unexpected).toBe(0);
    expect(await whoListens((await bench.start()).socketPath)).toMatchObject({ state: 'ready' });
  });

  it('says what Redis said, and what to do, when the data is damaged', async () => {
    const redis = await bench.start();
    const client = await bench.client(redis.socketPath);
    await client.set('a', 'b');
    client.disconnect();
    await redis.stop();
    const files = join(bench.directory, 'appendonlydir');
    appendFileSync(
      join(files, readdirSync(files).find((name) => name.endsWith('.incr.aof')) ?? ''),
      'damage\r\n*1\r\n$4\r\nPING\r\n',
    );
    await expect(bench.start()).rejects.toMatchObject({
      code: 'redis',
      message: expect.stringMatching(/ended at once[\s\S]*Bad file format/),
      advice: expect.stringContaining('redis-check-aof'),
    });
  });

  it('finds a short place for its socket when the folder has a long path, the same one each time', async () => {
    const directory = join(bench.directory, 'long-'.repeat(12), 'name-'.repeat(12));
    mkdirSync(directory, { recursive: true });
    const { socketPath } = await bench.start({ directory });
    expect(Buffer.byteLength(socketPath)).toBeLessThanOrEqual(107);
    expect(statSync(join(socketPath, '..')).mode & 0o777).toBe(0o700);
    expect(redisSocketPath(directory)).toBe(socketPath);
    await expect(bench.start({ directory })).rejects.toMatchObject({ code: 'redis' });
    await bench.end();
    rmdirSync(join(socketPath, '..'));
  });
});

function listening(socketPath: string): Promise<void> {
  return eventually(async () => (await whoListens(socketPath))?.state === 'ready');
}
