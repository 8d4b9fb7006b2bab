import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import {
  branchesOf,
  embeddedSocket,
  openRedis,
  openTrifle,
  removeSandboxes,
  sandboxesOf,
  seen,
  SLEEPER_SCRIPT,
  tasksOf,
  untilQuiet,
} from './deliver.ts';
import { reachedIn } from './stories.ts';
import { api, issueOf, openWorld, until } from './world.ts';
import type { Redis } from 'ioredis';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { ListedTask } from './deliver.ts';
import type { World } from './world.ts';

interface Sleeper {
  readonly issue: number;
  readonly id: string;
  /** From the label to its sleep. */
  readonly beginningMs: number;
}

describe('stopping a task (GH-5)', () => {
  let world: World;
  let service: ServiceProcess;
  let redis: Redis;
  const tasks: string[] = [];

  beforeAll(async () => {
    world = await openWorld({ script: SLEEPER_SCRIPT });
    service = await world.start({ PLANWRIGHT_MODEL__TIMEOUT_SEC: '600' });
    redis = openRedis(embeddedSocket(world));
  });
  afterAll(async () => {
    redis.disconnect();
    await world.close();
    removeSandboxes(tasks);
  });

  const comment = (issue: number, by: string, body: string) =>
    world.github.acts.comment({ repository: world.repository, issue, by, body });
  const label = (issue: number) =>
    world.github.acts.addLabel({ repository: world.repository, issue, by: MAINTAINER, label: 'planwright' });

  async function taskOf(issue: number): Promise<ListedTask> {
    return until(async () => (await tasksOf(world, service, issue))[0], 'the task to begin');
  }

  /** A task whose command is sleeping in its sandbox. */
  async function asleep(title: string): Promise<Sleeper> {
    const begunAt = performance.now();
    const issue = await openTrifle(world, title);
    await label(issue);
    const { id } = await taskOf(issue);
    tasks.push(id);
    await until(
      async () => {
        const [sandbox] = sandboxesOf(id);
        return sandbox !== undefined && (await reachedIn(sandbox, '/tmp/asleep'));
      },
      `the command to run\n${service.output().slice(-2_000)}`,
    );
    return { issue, id, beginningMs: performance.now() - begunAt };
  }

  async function untilItEnds(issue: number): Promise<void> {
    await until(
      async () => (await tasksOf(world, service, issue)).every((task) => task.phase === 'ended'),
      `the end\n${service.output().slice(-3_000)}`,
      120_000,
    );
  }

  /**
   * What runs ends at once: ending the task takes about as long as starting it on the same machine, not the minutes of
   * its command.
   */
  async function expectToEnd({ issue, beginningMs }: Sleeper, act: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    await act();
    await untilItEnds(issue);
    const endingMs = performance.now() - startedAt;
    process.stdout.write(`begun within ${Math.round(beginningMs)} ms, stopped within ${Math.round(endingMs)} ms\n`);
    expect(endingMs).toBeLessThan(5 * beginningMs);
  }

  async function expectStopped({ issue, id }: Sleeper, reason: string): Promise<void> {
    expect(await tasksOf(world, service, issue)).toEqual([expect.objectContaining({ id, state: 'STOPPED' })]);
    expect(sandboxesOf(id)).toEqual([]);
    const { comments } = seen(world, issue);
    expect(comments).toHaveLength(2);
    expect(comments[1]).toContain(reason);
    for (const text of comments) {
      expect(text).toContain('Stopped');
      expect(text).not.toContain('is working on this');
    }
    const branch = (await branchesOf(world)).find((name) => name.startsWith(`planwright/${issue}-`));
    expect(
      await world.github.acts.readFile({ repository: world.repository, branch: branch ?? 'none', path: 'half.txt' }),
    ).toBe('half of the work');
  }

  it('by /planwright stop ends the running command at once, keeps the work, and says so; a stranger stops nothing (P16)', async () => {
    const task = await asleep('Stopped by a command');
    await comment(task.issue, 'stranger', '/planwright stop');
    await comment(task.issue, 'stranger', '@planwright 止めて');
    await comment(task.issue, MAINTAINER, 'We should not stop here.');
    await until(
      async () =>
        (await redis.llen('planwright:planwright-deliveries:active')) +
          (await redis.llen('planwright:planwright-deliveries:wait')) ===
        0,
      'the comments to be read',
    );
    expect(await taskOf(task.issue)).toMatchObject({ id: task.id, phase: 'execute' });
    expect(seen(world, task.issue).reactionsOnComments).toEqual([]);

    await expectToEnd(task, () => comment(task.issue, MAINTAINER, '/planwright stop'));
    await expectStopped(task, MAINTAINER);
    await until(() => seen(world, task.issue).reactionsOnComments.join() === 'planwright[bot] +1', 'the reaction');
    const { entries } = (await api(service, world, `/api/tasks/${task.id}/history`)) as {
      readonly entries: readonly Record<string, unknown>[];
    };
    expect(entries.filter((entry) => entry['type'] === 'control')).toEqual([
      expect.objectContaining({ name: 'stop', by: MAINTAINER }),
    ]);
    expect(entries.filter((entry) => entry['type'] === 'completion')).toHaveLength(1);
  });

  it('for somebody who may not write any more, nothing is saved on GitHub, which is said (P9)', async () => {
    const { repository } = world;
    const task = await asleep('Asked for by somebody who left');
    const setRole = (role: 'read' | 'write') => world.github.acts.setRole({ repository, user: MAINTAINER, role });
    setRole('read');
    await expectToEnd(task, () => world.github.acts.closeIssue({ repository, issue: task.issue, by: 'stranger' }));
    setRole('write');
    expect((await branchesOf(world)).filter((name) => name.startsWith(`planwright/${task.issue}-`))).toEqual([]);
    expect(world.github.journal.pushes.filter(({ ref }) => ref.includes(`/${task.issue}-`))).toEqual([]);
    expect(seen(world, task.issue).comments[1]).toContain('no longer has write access');
    expect(sandboxesOf(task.id)).toEqual([]);
  });

  it('by a mention in Japanese', async () => {
    const task = await asleep('Stopped in Japanese');
    await expectToEnd(task, () => comment(task.issue, MAINTAINER, '@planwright 止めて'));
    await expectStopped(task, MAINTAINER);
  });

  it('by closing the issue, whoever closes it', async () => {
    const task = await asleep('Closed');
    await expectToEnd(task, () =>
      world.github.acts.closeIssue({ repository: world.repository, issue: task.issue, by: 'stranger' }),
    );
    await expectStopped(task, 'the issue was closed');
  });

  it('by taking the label away', async () => {
    const task = await asleep('Unlabelled');
    const removeLabel = () =>
      world.github.acts.removeLabel({
        repository: world.repository,
        issue: task.issue,
        by: MAINTAINER,
        label: 'planwright',
      });
    await expectToEnd(task, removeLabel);
    await expectStopped(task, 'the label was removed');
  });

  it('while GitHub keeps the request itself waiting, the stop waits for it and is not lost (GH-5)', async () => {
    const issue = await openTrifle(world, 'Called off at once');
    world.github.faults.add({ path: /\/permission$/, status: 502, times: 3 });
    await label(issue);
    await comment(issue, MAINTAINER, '@planwright stop');
    const { id } = await taskOf(issue);
    tasks.push(id);
    await untilItEnds(issue);
    await untilQuiet(redis);
    expect(await tasksOf(world, service, issue)).toEqual([expect.objectContaining({ id, state: 'STOPPED' })]);
    expect(seen(world, issue).reactionsOnComments).toEqual(['planwright[bot] +1']);
  });

  it('while the model does not answer, a bare "stop" is enough', async () => {
    const issue = await openTrifle(world, 'Hanging');
    world.anthropic.fault({
      trouble: { kind: 'silent' },
      when: (request) => JSON.stringify(request.messages).includes('Hanging'),
    });
    const asked = world.anthropic.requests.length;
    await label(issue);
    const { id } = await taskOf(issue);
    await until(() => world.anthropic.requests.length > asked, 'the model to be asked');
    await comment(issue, MAINTAINER, 'stop');
    await untilItEnds(issue);
    await untilQuiet(redis);
    expect(await tasksOf(world, service, issue)).toEqual([expect.objectContaining({ id, state: 'STOPPED' })]);
    expect(seen(world, issue).comments).toEqual([
      expect.stringContaining('Stopped'),
      expect.stringContaining('Stopped'),
    ]);
    expect((await branchesOf(world)).filter((name) => name.startsWith(`planwright/${issue}-`))).toEqual([]);
  });

  it('and asking again while it is still stopping begins the next task afterwards', async () => {
    const issue = await openTrifle(world, 'Asked again');
    world.anthropic.fault({
      trouble: { kind: 'silent' },
      when: (request) => JSON.stringify(request.messages).includes('Asked again'),
      times: 2,
    });
    const asked = world.anthropic.requests.length;
    await label(issue);
    const labelledAt = issueOf(world, issue).issue.updated_at;
    await until(() => world.anthropic.requests.length > asked, 'the model to be asked');
    // Two labels within one second of GitHub's clock look like one label sent through two hooks.
    await until(() => new Date().toISOString() > labelledAt.replace('Z', '.999Z'), 'the next second');
    await world.github.acts.removeLabel({ repository: world.repository, issue, by: MAINTAINER, label: 'planwright' });
    await label(issue);
    const [first, second] = await until(async () => {
      const found = await tasksOf(world, service, issue);
      return found.length === 2 ? found.toReversed() : null;
    }, 'the second task');
    expect(first?.state).toBe('STOPPED');
    await comment(issue, MAINTAINER, 'stop');
    await until(
      async () => (await tasksOf(world, service, issue)).every((task) => task.phase === 'ended'),
      'the end of the second',
    );
    expect(second?.id).not.toBe(first?.id);
  });
});
