import { once } from 'node:events';
import { Queue, Worker } from 'bullmq';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectRedis, redisTarget, untilConnected } from '../../src/redis/connect-redis.ts';
import { event, eventually, listenWithPassword, recordingLog, redisBench, type RedisBench } from './redis-bench.ts';

describe('connections to Redis', () => {
  let bench: RedisBench;
  beforeEach(() => {
    bench = redisBench();
  });
  afterEach(() => bench.end());

  it('serve the queue: added through the intake connection, done through the worker connection', async () => {
    const { socketPath } = await bench.start();
    const queue = new Queue('tasks', { connection: await bench.client(socketPath, 'intake') });
    const worker = new Worker('tasks', async (job) => job.data.text, {
      connection: await bench.client(socketPath, 'worker'),
    });
    const done = once(worker, 'completed');
    await queue.add('advance', { text: 'hello' });
    const [, result] = await done;
    expect(result).toBe('hello');
    await worker.close();
    await queue.close();
  });

  it('fail at once on the intake side while Redis is away, and work again when it is back', async () => {
    const first = await bench.start();
    const intake = await bench.client(first.socketPath, 'intake');
    const away = event(intake, 'close');
    await first.stop();
    await away;
    await expect(intake.set('a', 'b')).rejects.toThrow(/writeable|enableOfflineQueue|closed/);
    const back = event(intake, 'ready');
    await bench.start();
    await back;
    expect(await intake.set('a', 'b')).toBe('OK');
  });

  it('are waited for before the first question, and not for ever (OPS-9)', async () => {
    const { socketPath } = await bench.start();
    const intake = connectRedis(socketPath, 'intake', recordingLog().log);
    await untilConnected(intake, 10_000);
    expect(await intake.ping()).toBe('PONG');
    intake.disconnect();
    const nowhere = connectRedis('redis://127.0.0.1:1', 'intake', recordingLog().log);
    await untilConnected(nowhere, 50);
    expect(nowhere.status).not.toBe('ready');
    nowhere.disconnect();
  });

  it('give up on the intake side when Redis hangs (W6, R5)', async () => {
    const redis = await bench.start();
    const intake = await bench.client(redis.socketPath, 'intake');
    process.kill(redis.pid ?? 0, 'SIGSTOP');
    try {
      await expect(intake.set('a', 'b')).rejects.toThrow('timed out');
    } finally {
      process.kill(redis.pid ?? 0, 'SIGCONT');
    }
  });

  it('wait on the worker side until Redis is back', async () => {
    const first = await bench.start();
    const worker = await bench.client(first.socketPath, 'worker');
    const away = event(worker, 'close');
    await first.stop();
    await away;
    const answer = worker.set('a', 'b');
    await bench.start();
    expect(await answer).toBe('OK');
  });

  it('subscribe again by themselves', async () => {
    const first = await bench.start();
    const subscriber = await bench.client(first.socketPath, 'subscriber');
    await subscriber.subscribe('signals');
    const back = event(subscriber, 'close').then(() => event(subscriber, 'ready'));
    await first.stop();
    const second = await bench.start();
    await back;
    const publisher = await bench.client(second.socketPath);
    const heard = once(subscriber, 'message');
    await eventually(async () => (await publisher.publish('signals', 'stop')) > 0);
    expect(await heard).toEqual(['signals', 'stop']);
  });

  it('log one line when Redis goes away and one when it is back, however many attempts lie between', async () => {
    const { log, lines } = recordingLog();
    const first = await bench.start();
    const redis = connectRedis(first.socketPath, 'worker', log);
    await event(redis, 'ready');
    const away = event(redis, 'close');
    await first.stop();
    await away;
    for (let attempt = 0; attempt < 3; attempt += 1) await event(redis, 'reconnecting');
    const back = event(redis, 'ready');
    await bench.start();
    await back;
    redis.disconnect();
    expect(lines.map(({ level, message }) => [level, message])).toEqual([
      ['warn', 'Redis is not reachable'],
      ['info', 'Redis is reachable again'],
    ]);
  });

  it('never log the password of an address', async () => {
    const { log, lines } = recordingLog();
    const port = await listenWithPassword(await bench.client((await bench.start()).socketPath), 'right');
    const redis = connectRedis(`redis://default:canary-password@127.0.0.1:${port}/3`, 'worker', log);
    await event(redis, 'error');
    redis.disconnect();
    expect(lines.length).toBe(1);
    expect(JSON.stringify(lines)).not.toContain('canary');
    expect(redisTarget('rediss://u:canary@cache.example.com:6380/2?password=canary')).toBe(
      'rediss://cache.example.com:6380/2',
    );
  });
});
