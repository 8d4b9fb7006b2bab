import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../demo/bench.ts';
import { png } from '../github/pictures.ts';
import { createRedisStore } from '../../src/history/redis-store.ts';
import { readHistory } from '../../src/state/stored.ts';
import { startOwnRedis } from './own-redis.ts';
import {
  actionPlan,
  askFor,
  branchesOf,
  commentsOn,
  containersOf,
  decomposition,
  docker,
  done,
  gitOf,
  homeOf,
  numberRepository,
  pullsFor,
  reachedIn,
  run,
  scriptOf,
  subtask,
} from './stories.ts';
import { openWorld, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { OwnRedis } from './own-redis.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

/** The first subtask is pushed; the second one waits in the middle until it is released. */
const TWO_STEPS: Story = {
  decomposition: decomposition(subtask('one'), subtask('two', ['one'])),
  plan: actionPlan({ subtasks: ['one', 'two'], testCommand: 'true' }),
  steps: [
    run('echo one >> log.txt'),
    done(),
    run('echo two >> log.txt; touch /tmp/reached; until [ -e /tmp/go ]; do sleep 0.05; done'),
    done(),
  ],
};
const STORIES: Readonly<Record<string, Story>> = {
  same: TWO_STEPS,
  elsewhere: {
    ...TWO_STEPS,
    steps: [
      run('echo one >> log.txt'),
      done(),
      run('echo two >> log.txt'),
      (request) =>
        JSON.stringify(request.body).includes('has been rebuilt')
          ? run('cat log.txt')
          : run('touch /tmp/reached; until [ -e /tmp/never ]; do sleep 0.05; done'),
      done(),
    ],
  },
};

describe('two machines with records in Redis (PLAN-4, PLAN-5, OPS-6)', () => {
  let world: World;
  let redis: OwnRedis;
  let client: Redis;
  let shared: Readonly<Record<string, string>>;
  const workers: ServiceProcess[] = [];

  beforeAll(async () => {
    redis = await startOwnRedis();
    client = new Redis(redis.url);
    const [first, ...others] = Object.keys(STORIES).map((story) => numberRepository(story));
    world = await openWorld({
      script: scriptOf(STORIES),
      others,
      ...(first === undefined ? {} : { repository: first }),
    });
    shared = { REDIS_URL: redis.url, PLANWRIGHT_PLANNING__HISTORY__STORAGE_TYPE: 'redis' };
    await world.start(shared, ['serve', '--role', 'intake']);
  });
  afterEach(async () => {
    for (const worker of workers) worker.child.kill('SIGKILL');
    await Promise.all(workers.splice(0).map((worker) => worker.ended));
  });
  afterAll(async () => {
    await world?.close();
    client?.disconnect();
    await redis?.close();
  });

  const store = () => createRedisStore({ redis: client });

  async function machine(name: string): Promise<ServiceProcess> {
    const env = { ...shared, PORT: String(await freePort()), DATA_DIR: join(world.folder, name) };
    const worker = await world.start(env, ['serve', '--role', 'worker']);
    workers.push(worker);
    return worker;
  }

  async function historyOf(story: string, issue: number): Promise<readonly Recorded[]> {
    const [taskId] = await store().ofIssue(`${homeOf(story)}#${issue}`);
    return taskId === undefined ? [] : readHistory(await store().read(taskId));
  }

  async function untilOver(story: string, issue: number): Promise<readonly Recorded[]> {
    return until(async () => {
      const history = await historyOf(story, issue);
      return history.at(-1)?.type === 'completion' ? history : null;
    }, `the end of ${story}`);
  }

  async function inItsSecondStep(story: string, body?: string) {
    const first = await machine(`${story}-a`);
    const issue = await askFor(world, story, homeOf(story), body);
    const taskId = await until(async () => (await historyOf(story, issue))[0]?.task_uuid, 'the task');
    const container = await until(async () => {
      const id = containersOf(taskId);
      return id !== '' && (await reachedIn(id)) ? id : null;
    }, 'its long command');
    first.child.kill('SIGKILL');
    await first.ended;
    return { issue, container, taskId };
  }

  function expectOneOfEverything(story: string, issue: number, history: readonly Recorded[]): void {
    const home = homeOf(story);
    expect(history.map((fact) => fact.seq)).toEqual(history.map((_, index) => index + 1));
    expect(history.filter((fact) => fact.type === 'completion')).toEqual([
      expect.objectContaining({ status: 'succeeded', reason: 'finished' }),
    ]);
    expect(gitOf(world, home)('show', `planwright/${issue}-story-${story}:log.txt`)).toBe('one\ntwo\n');
    expect(
      gitOf(world, home)('log', '--format=%s', `main..planwright/${issue}-story-${story}`).trim().split('\n'),
    ).toHaveLength(2);
    expect(branchesOf(world, home).filter((name) => name.startsWith('planwright/'))).toHaveLength(1);
    expect(pullsFor(world, issue, home).map((one) => one.pull?.draft)).toEqual([false]);
    expect(commentsOn(world, issue, home)).toHaveLength(2);
    expect(containersOf(history[0]?.task_uuid ?? '')).toBe('');
  }

  it('on one engine: killed in mid-command, the other finishes in the same container, with everything once and no secret in Redis (QUAL-2)', async () => {
    const picture = world.github.acts.attach({ repository: homeOf('same'), file: png(64, 48).toString('base64') }).url;
    const { issue, container } = await inItsSecondStep('same', `Please. ![shot](${picture})`);
    docker('exec', container, 'touch', '/tmp/go');
    await machine('same-b');
    const history = await untilOver('same', issue);
    expectOneOfEverything('same', issue, history);
    expect(history.filter((fact) => fact.type === 'environment' && fact.name === 'workspace_lost')).toEqual([]);
    expect(history.filter((fact) => fact.type === 'environment' && fact.name === 'container')).toHaveLength(1);
    // No record file on either machine, nor one of the finished task on the machine that ended it.
    for (const name of ['same-a', 'same-b'])
      expect(readdirSync(join(world.folder, name))).not.toContain('planning_history');
    expect(readdirSync(join(world.folder, 'same-b', 'repositories'))).toEqual(['.home']);
    const kept = await redis.dump();
    expect(kept).toContain('story same');
    expect(Object.entries(world.secrets).flatMap(([name, secret]) => (kept.includes(secret) ? [name] : []))).toEqual(
      [],
    );
  });

  it('on two engines: killed and its container out of reach, the other goes back to the last checkpoint and ends with the right result', async () => {
    const { issue, container, taskId } = await inItsSecondStep('elsewhere');
    docker('rm', '--force', container);
    docker('volume', 'rm', '--force', `planwright-${taskId}`);
    await machine('elsewhere-b');
    const history = await untilOver('elsewhere', issue);
    expectOneOfEverything('elsewhere', issue, history);
    expect(history.filter((fact) => fact.type === 'environment' && fact.name === 'workspace_lost')).toHaveLength(1);
    expect(history.filter((fact) => fact.type === 'environment' && fact.name === 'saved_work_lost')).toHaveLength(1);
  });

  it('refuse one that would keep records in files, with one line that says what to do', async () => {
    const env = {
      ...shared,
      PLANWRIGHT_PLANNING__HISTORY__STORAGE_TYPE: 'jsonl',
      PORT: String(await freePort()),
      DATA_DIR: join(world.folder, 'files'),
    };
    await expect(world.start(env, ['serve', '--role', 'worker'])).rejects.toThrow(
      /Set planning\.history\.storage_type to redis here too/,
    );
    await rm(join(world.folder, 'files'), { recursive: true });
  });
});
