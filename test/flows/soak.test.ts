/**
 * What a service keeps of finished tasks, although GitHub, the model and a container failed them: nothing that
 * accumulates. It takes minutes, so it is only in `npm run test:long` (jest.config.mjs).
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { embeddedSocket, openRedis, untilQuiet } from './deliver.ts';
import {
  askFor,
  containersOf,
  docker,
  historyOf,
  run,
  RIGHT,
  scriptOf,
  numberRepository,
  untilOver,
} from './stories.ts';
import { openWorld, until } from './world.ts';
import type { Redis } from 'ioredis';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { World } from './world.ts';

const ROUNDS = 3;
const TASKS = 6;
const MIB = 1024 ** 2;
const STORIES = {
  right: { steps: [run('sleep 0.2; echo worked'), ...RIGHT] },
  waiting: { steps: [run('touch /tmp/here; until [ -e /tmp/go ]; do sleep 0.05; done'), ...RIGHT] },
};

describe('a service under load, with faults (R22)', () => {
  let world: World;
  let service: ServiceProcess;
  let redis: Redis;
  beforeAll(async () => {
    world = await openWorld({ script: scriptOf(STORIES), repository: numberRepository('soak') });
    service = await world.start();
    redis = openRedis(embeddedSocket(world));
  });
  afterAll(async () => {
    redis.disconnect();
    await world.close();
  });

  /** Some that succeed, one whose container is killed during the work, one that is stopped there. */
  async function round(): Promise<void> {
    const { github, anthropic } = world;
    const comments = `/repos/${world.repository}/issues/*/comments`;
    github.faults.add({ path: comments, method: 'POST', status: 502, applyFirst: true });
    github.faults.add({ path: comments, method: 'POST', skip: 2, cutConnection: 'before' });
    github.faults.add({ path: '/**', status: 500, skip: 5, times: 2 });
    anthropic.fault({ trouble: { kind: 'status', status: 529 }, times: 2 });
    const right = await Promise.all(Array.from({ length: TASKS }, () => askFor(world, 'right')));
    const [lost, stopped] = [await askFor(world, 'waiting'), await askFor(world, 'waiting')];
    for (const [issue, act] of [
      [lost, async (id: string) => void docker('kill', id)],
      [stopped, async () => comment(stopped, '@planwright stop')],
    ] as const) {
      const taskId = await until(async () => (await historyOf(world, issue))[0]?.task_uuid, 'the task');
      await act(await until(() => waitingIn(taskId), 'the command'));
    }
    for (const issue of [...right, lost, stopped]) await untilOver(world, issue);
    github.faults.clear();
    await untilQuiet(redis);
  }

  const comment = (issue: number, body: string) =>
    world.github.acts.comment({ repository: world.repository, issue, by: MAINTAINER, body });

  /** The container in which the story waits. */
  function waitingIn(taskId: string): string | null {
    const id = containersOf(taskId);
    try {
      docker('exec', id, 'test', '-e', '/tmp/here');
      return id;
    } catch {
      return null;
    }
  }

  /** Everything that could accumulate, without what expires (in Redis), or is kept on purpose (records). */
  async function kept() {
    const instance = (await readFile(join(world.dataDir, 'instance'), 'utf8')).trim();
    const ours = ['--quiet', '--filter', `label=planwright.instance=${instance}`];
    const names = async (folder: string) =>
      (await readdir(join(world.dataDir, folder)).catch(() => [])).filter((name) => name !== '.home');
    return {
      redis: await lasting(),
      containers: docker('ps', '--all', ...ours),
      volumes: docker('volume', 'ls', ...ours),
      folders: [await names('repositories'), await names('images')],
      children: (await readFile(`/proc/${pid()}/task/${pid()}/children`, 'utf8')).trim().split(' ').length,
    };
  }

  /** The size of each lasting key, except BullMQ's event log, which it limits itself. */
  async function lasting(): Promise<Readonly<Record<string, number>>> {
    const found: Record<string, number> = {};
    for (const key of await redis.keys('*')) {
      if (key.endsWith(':events') || (await redis.ttl(key)) >= 0) continue;
      const type = await redis.type(key);
      const size = { hash: 'hlen', list: 'llen', set: 'scard', zset: 'zcard', stream: 'xlen' }[type];
      found[key] = size === undefined ? 1 : Number(await redis.call(size, key));
    }
    return found;
  }

  const pid = () => service.child.pid ?? 0;
  const descriptors = async () => (await readdir(`/proc/${pid()}/fd`)).length;
  const memory = async () =>
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid()}/status`, 'utf8'))?.[1]) * 1024;

  it('keeps no key, container, folder, child or descriptor of what is over, and no memory', async () => {
    await round();
    const [before, open, used] = [await kept(), await descriptors(), await memory()];
    for (let count = 0; count < ROUNDS; count += 1) {
      await round();
      expect(await kept()).toEqual(before);
      // Kept-alive connections end by themselves.
      await until(async () => (await descriptors()) <= open + 2, 'the descriptors of the first round');
    }
    expect((await memory()) - used).toBeLessThan(60 * MIB);
    expect(before).toMatchObject({ containers: '', volumes: '', folders: [[], []] });
  });
});
