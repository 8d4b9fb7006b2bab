import { spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { actionSteps, toolUse } from '../../standins/anthropic/script.ts';
import { MAINTAINER } from '../../demo/story.ts';
import { freePort } from '../../demo/bench.ts';
import {
  branchesOf,
  caught,
  embeddedSocket,
  openRedis,
  openTrifle,
  post,
  removeSandboxes,
  sandboxesOf,
  seen,
  SHORT_SCRIPT,
  SLEEPER_SCRIPT,
  tasksOf,
  untilQuiet,
} from './deliver.ts';
import { spawnRedis } from './own-redis.ts';
import { openWorld, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Answered, Caught } from './deliver.ts';
import type { World } from './world.ts';

/** The limit in the issue: 503 within five seconds, and never a 202 that is lost. */
const LATEST_ANSWER_MS = 5_000;
const ISSUES_PER_FAULT = 3;

interface Labelled {
  readonly issue: number;
  readonly delivery: Caught;
}

interface Told extends Labelled, Answered {}

const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function openQuietWorld(): Promise<World> {
  const world = await openWorld({ script: SHORT_SCRIPT });
  closing.push(() => world.close());
  return world;
}

/** Labelled issues whose webhooks were not delivered yet. */
async function labelledIssues(world: World, name: string): Promise<readonly Labelled[]> {
  const made: Labelled[] = [];
  for (let count = 0; count < ISSUES_PER_FAULT; count += 1) {
    const issue = await openTrifle(world, `Trifle ${name} ${count}`);
    const [delivery] = await caught(world, () =>
      world.github.acts.addLabel({ repository: world.repository, issue, by: MAINTAINER, label: 'planwright' }),
    );
    if (delivery) made.push({ issue, delivery });
  }
  return made;
}

/**
 * Delivers every issue repeatedly, as GitHub would on request, from before the fault until it is over. Each answer is
 * noted.
 */
async function tellThroughout(
  world: World,
  service: ServiceProcess,
  labelled: readonly Labelled[],
  fault: () => Promise<void>,
): Promise<readonly Told[]> {
  const told: Told[] = [];
  const over = new AbortController();
  const tell = async (one: Labelled) => {
    told.push({ ...one, ...(await post(world, service, one.delivery)) });
  };
  const [first, ...rest] = labelled;
  if (first) await tell(first);
  const telling = Promise.all(
    rest.map(async (one) => {
      do await tell(one);
      while (!over.signal.aborted);
    }),
  );
  await fault();
  over.abort();
  await telling;
  return told;
}

function expectHonest(told: readonly Told[]): void {
  expect([...new Set(told.map(({ status }) => status))].filter((status) => status !== 202 && status !== 503)).toEqual(
    [],
  );
  expect(Math.max(...told.map(({ ms }) => ms))).toBeLessThan(LATEST_ANSWER_MS);
}

/** First the accepted ones, untouched; then, delivered again, those that never were. Each runs once. */
async function expectEachOnce(
  world: World,
  service: ServiceProcess,
  labelled: readonly Labelled[],
  told: readonly Told[],
  redisAddress: string,
): Promise<void> {
  const accepted = new Set(told.filter(({ status }) => status === 202).map(({ issue }) => issue));
  const hasTask = async (issue: number) => (await tasksOf(world, service, issue)).length > 0;
  for (const issue of accepted) await until(() => hasTask(issue), `the accepted task on #${issue}`);
  for (const { delivery } of labelled) {
    await until(async () => (await post(world, service, delivery)).status === 202, 'the delivery to be accepted again');
  }
  const redis = openRedis(redisAddress);
  closing.push(() => redis.disconnect());
  await untilQuiet(redis, 90_000);
  for (const { issue } of labelled) {
    expect(await tasksOf(world, service, issue)).toEqual([expect.objectContaining({ state: 'COMPLETE' })]);
    expect(seen(world, issue)).toMatchObject({ reactions: ['eyes'], comments: { length: 2 } });
  }
  expect(world.anthropic.requests).toHaveLength(labelled.length);
}

describe('a Redis that we were told to use', () => {
  async function startRedis(folder: string, port: number): Promise<ChildProcess> {
    mkdirSync(folder, { recursive: true });
    const child = spawnRedis(folder, port, { 'maxmemory-policy': 'noeviction' });
    closing.push(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    return child;
  }

  it('killed while events arrive: 503 at once, nothing accepted is lost, nothing is done twice (W6)', async () => {
    const world = await openQuietWorld();
    const [port, folder] = [await freePort(), join(world.folder, 'own-redis')];
    const address = `redis://127.0.0.1:${port}`;
    const killed = await startRedis(folder, port);
    const service = await world.start({ REDIS_URL: address });
    const labelled = await labelledIssues(world, 'killed');
    const told = await tellThroughout(world, service, labelled, async () => {
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      const [late] = labelled;
      if (late)
        await until(async () => (await post(world, service, late.delivery)).status === 503, 'an answer without Redis');
      await startRedis(folder, port);
      await until(async () => (await fetch(`${service.url}/readyz`)).ok, 'the service to be ready again');
    });
    expectHonest(told);
    await expectEachOnce(world, service, labelled, told, address);
  });

  it('frozen while events arrive: 503 within five seconds, and the accepted ones run when it thaws (W6)', async () => {
    const world = await openQuietWorld();
    const [port, folder] = [await freePort(), join(world.folder, 'own-redis')];
    const address = `redis://127.0.0.1:${port}`;
    const frozen = await startRedis(folder, port);
    const service = await world.start({ REDIS_URL: address });
    const labelled = await labelledIssues(world, 'frozen');
    const told = await tellThroughout(world, service, labelled, async () => {
      frozen.kill('SIGSTOP');
      for (const { delivery } of labelled) {
        const { status, ms } = await post(world, service, delivery);
        expect(status).toBe(503);
        expect(ms).toBeLessThan(LATEST_ANSWER_MS);
      }
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
      frozen.kill('SIGCONT');
      await until(async () => (await fetch(`${service.url}/readyz`)).ok, 'the service to be ready again');
    });
    expectHonest(told);
    await expectEachOnce(world, service, labelled, told, address);
  });
});

describe('the Redis of our own', () => {
  it('killed by its pid is brought back by the service, with all that was accepted', async () => {
    const world = await openQuietWorld();
    const service = await world.start();
    const socket = embeddedSocket(world);
    const redis = openRedis(socket);
    closing.push(() => redis.disconnect());
    const pid = async () => Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
    const before = await pid();
    const labelled = await labelledIssues(world, 'embedded');
    const told = await tellThroughout(world, service, labelled, async () => {
      process.kill(before, 'SIGKILL');
      await until(async () => (await pid()) !== before, 'another Redis');
      await until(async () => (await fetch(`${service.url}/readyz`)).ok, 'the service to be ready again');
    });
    expectHonest(told);
    expect(service.child.exitCode).toBeNull();
    await expectEachOnce(world, service, labelled, told, socket);
  });

  it('frozen and then killed while a command runs in a sandbox: the command runs once, and the task ends as ever', async () => {
    const actions = actionSteps([
      toolUse('run_command', { command: 'echo once >> runs.txt; while [ ! -e /tmp/go ]; do sleep 0.1; done' }),
      toolUse('finish_action', { status: 'success', evaluation: 'It ran.', issues_identified: [] }),
    ]);
    const world = await openWorld({ script: { ...SLEEPER_SCRIPT, actions } });
    closing.push(() => world.close());
    const service = await world.start();
    const redis = openRedis(embeddedSocket(world));
    closing.push(() => redis.disconnect());
    const pid = async () => Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
    const before = await pid();
    const issue = await openTrifle(world, 'A command');
    await world.github.acts.addLabel({ repository: world.repository, issue, by: MAINTAINER, label: 'planwright' });
    const { id } = await until(async () => (await tasksOf(world, service, issue))[0], 'the task');
    closing.push(() => removeSandboxes([id]));
    const inSandbox = (...command: readonly string[]) => {
      const [sandbox] = sandboxesOf(id);
      return (
        sandbox !== undefined && spawnSync('docker', ['exec', sandbox, ...command], { stdio: 'ignore' }).status === 0
      );
    };
    await until(() => inSandbox('test', '-e', '/workspace/project/runs.txt'), 'the command to run');
    // Longer than a job may be left alone: its worker has lost it when Redis is back.
    process.kill(before, 'SIGSTOP');
    await until(async () => (await fetch(`${service.url}/readyz`)).status === 503, 'the service to notice');
    process.kill(before, 'SIGKILL');
    await until(async () => (await pid()) !== before, 'another Redis');
    expect(inSandbox('touch', '/tmp/go')).toBe(true);
    await until(
      async () => (await tasksOf(world, service, issue)).every((task) => task.phase === 'ended'),
      `the end\n${service.output().slice(-3_000)}`,
    );
    expect(await tasksOf(world, service, issue)).toEqual([expect.objectContaining({ id, state: 'COMPLETE' })]);
    const branch = (await branchesOf(world)).find((name) => name !== 'main') ?? 'none';
    expect(await world.github.acts.readFile({ repository: world.repository, branch, path: 'runs.txt' })).toBe('once');
    expect(seen(world, issue)).toMatchObject({ reactions: ['eyes'], comments: { length: 2 } });
    expect(sandboxesOf(id)).toEqual([]);
  });

  it('emptied while a command runs: the task is found by its record, goes on, and stays the only one of its issue (R4)', async () => {
    const actions = actionSteps([
      toolUse('run_command', { command: 'echo once >> runs.txt; while [ ! -e /tmp/go ]; do sleep 0.1; done' }),
      toolUse('finish_action', { status: 'success', evaluation: 'It ran.', issues_identified: [] }),
    ]);
    const world = await openWorld({ script: { ...SLEEPER_SCRIPT, actions } });
    closing.push(() => world.close());
    const service = await world.start({ PLANWRIGHT_QUEUE__DRIVE_SEC: '1' });
    const redis = openRedis(embeddedSocket(world));
    closing.push(() => redis.disconnect());
    const issue = await openTrifle(world, 'Emptied');
    const label = () =>
      world.github.acts.addLabel({ repository: world.repository, issue, by: MAINTAINER, label: 'planwright' });
    await label();
    const { id } = await until(async () => (await tasksOf(world, service, issue))[0], 'the task');
    closing.push(() => removeSandboxes([id]));
    const inSandbox = (...command: readonly string[]) => {
      const [sandbox] = sandboxesOf(id);
      return (
        sandbox !== undefined && spawnSync('docker', ['exec', sandbox, ...command], { stdio: 'ignore' }).status === 0
      );
    };
    await until(() => inSandbox('test', '-e', '/workspace/project/runs.txt'), 'the command to run');
    await redis.flushall();
    expect(inSandbox('touch', '/tmp/go')).toBe(true);
    await until(
      async () => (await tasksOf(world, service, issue)).every((task) => task.phase === 'ended'),
      `the end\n${service.output().slice(-3_000)}`,
    );
    expect(await tasksOf(world, service, issue)).toEqual([expect.objectContaining({ id, state: 'COMPLETE' })]);
    expect(seen(world, issue)).toMatchObject({ comments: { length: 2 } });
    const next = await openTrifle(world, 'Afterwards');
    await world.github.acts.addLabel({
      repository: world.repository,
      issue: next,
      by: MAINTAINER,
      label: 'planwright',
    });
    const after = await until(async () => (await tasksOf(world, service, next))[0], 'the next task');
    closing.push(() => removeSandboxes([after.id]));
  });
});
