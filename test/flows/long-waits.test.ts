import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { embeddedSocket, openRedis } from './deliver.ts';
import { DAY_MS, letTimePass } from './let-time-pass.ts';
import {
  askFor,
  commentsOn,
  containersOf,
  docker,
  done,
  historyOf,
  homeOf,
  isQuestion,
  run,
  untilOver,
  worldOf,
  write,
} from './stories.ts';
import { openWorld, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { World } from './world.ts';

const STORIES = {
  held: {
    steps: [run('touch half.txt; until [ -e ../home/go ]; do sleep 0.05; done'), write('answer.txt', '42\n'), done()],
  },
  shown: {},
};
/** Fractions of their units, and of milliseconds. */
const SETTINGS = {
  PLANWRIGHT_SANDBOX__KEEP_SEC: '0.2503',
  PLANWRIGHT_QUEUE__SWEEP_SEC: '0.7501',
  PLANWRIGHT_GITHUB__REDELIVERY_SEC: '0.5003',
  PLANWRIGHT_PLANNING__REPLANNING__GOAL_UNDERSTANDING__AUTO_ASSUME_TIMEOUT_MINUTES: '0.0123',
};

/** Only the history knows how long it has been: Redis and the service start from nothing each time. */
describe('a task that is paused, and a plan that nobody approves, while everything is restarted (EXEC-1, GH-5, PLAN-5, R23)', () => {
  let world: World;
  let service: ServiceProcess;
  const issues = new Map<string, number>();

  const issueOf = (story: string) => issues.get(story) ?? 0;
  const facts = (story: string) => historyOf(world, issueOf(story), homeOf(story));
  const recorded = (story: string, isIt: (fact: Recorded) => boolean, what: string) =>
    until(async () => (await facts(story)).some(isIt), `${what} of ${story}`);
  const reminders = (story: string) =>
    commentsOn(world, issueOf(story), homeOf(story)).filter((body) => body.includes('reminder'));
  const isReminded = (fact: Recorded) => fact.type === 'effect' && fact.name === 'reminded';

  const running = (taskId: string) =>
    docker('ps', '--quiet', '--filter', `label=planwright.task=${taskId}`, '--filter', 'status=running').trim();

  async function restartedAfter(days: number): Promise<void> {
    service.child.kill('SIGKILL');
    await service.ended;
    if (days > 0) await letTimePass(world, days * DAY_MS);
    else await rm(join(world.dataDir, 'redis'), { recursive: true, force: true });
    service = await world.start(SETTINGS);
  }

  /** Until it has checked both and told Redis when to check again. */
  async function untilParked(): Promise<void> {
    const redis = openRedis(embeddedSocket(world));
    await until(async () => (await redis.zcard('planwright:parked')) === 2, 'both to be left alone');
    // No worker and no lock is held meanwhile, and no container runs (R23).
    await until(async () => (await redis.hlen('planwright:turns:held')) === 0, 'the workers to let go');
    redis.disconnect();
    for (const story of Object.keys(STORIES)) expect(running((await facts(story))[0]?.task_uuid ?? '')).toBe('');
  }

  beforeAll(async () => {
    world = await openWorld(worldOf(STORIES));
    service = await world.start(SETTINGS);
    issues.set('held', await askFor(world, 'held', homeOf('held')));
    const { number } = await world.github.acts.openIssue({
      repository: homeOf('shown'),
      by: MAINTAINER,
      title: 'story shown',
      body: 'Please.',
    });
    issues.set('shown', number);
    await world.github.acts.comment({
      repository: homeOf('shown'),
      issue: number,
      by: MAINTAINER,
      body: '@planwright plan',
    });
    await recorded(
      'held',
      (fact) => fact.type === 'effect' && fact.name === 'started' && fact.effect === 'use_tool',
      'the command',
    );
    await world.github.acts.comment({
      repository: homeOf('held'),
      issue: issueOf('held'),
      by: MAINTAINER,
      body: '@planwright pause',
    });
    const { acts } = world.github;
    const isTold = () =>
      acts
        .readIssue({ repository: homeOf('held'), issue: issueOf('held') })
        .comments.some((one) => one.reacted.length > 0);
    await until(isTold, 'the reaction to the wish to pause');
    const container = containersOf((await facts('held'))[0]?.task_uuid ?? '');
    docker('exec', container, 'touch', '/workspace/home/go');
    await recorded('held', (fact) => fact.type === 'environment' && fact.name === 'sandbox_released', 'the release');
    await recorded('shown', isQuestion, 'the plan');
    await untilParked();
  }, 240_000);
  afterAll(async () => {
    await world?.close();
  });

  it('is brought to mind after seven days and not before, once, however often it is restarted then', async () => {
    await restartedAfter(6.9993);
    await untilParked();
    for (const story of Object.keys(STORIES)) expect((await facts(story)).filter(isReminded)).toEqual([]);
    await restartedAfter(0.0014);
    for (const story of Object.keys(STORIES)) await recorded(story, isReminded, 'the reminder');
    await restartedAfter(0);
    await untilParked();
    for (const story of Object.keys(STORIES)) {
      expect((await facts(story)).filter(isReminded)).toHaveLength(1);
      expect(reminders(story)).toHaveLength(1);
    }
  }, 240_000);

  it('ends after thirty days, once, says so, and leaves nothing behind', async () => {
    await restartedAfter(22);
    await untilParked();
    await restartedAfter(1.0007);
    for (const [story, detail] of [
      ['held', 'not_resumed'],
      ['shown', 'unanswered'],
    ] as const) {
      const history = await untilOver(world, issueOf(story), homeOf(story));
      expect(history.filter((fact) => fact.type === 'effect' && fact.name === 'time_over')).toHaveLength(1);
      expect(history.filter((fact) => fact.type === 'phase' && fact.name === 'ending')).toMatchObject([
        { ending: { status: 'stopped', reason: 'withdrawn', detail } },
      ]);
      expect(history.filter((fact) => fact.type === 'completion')).toMatchObject([{ status: 'stopped' }]);
      expect(
        commentsOn(world, issueOf(story), homeOf(story)).filter((body) => body.includes('planwright:result')),
      ).toHaveLength(1);
      expect(reminders(story)).toHaveLength(1);
      await until(() => containersOf(history[0]?.task_uuid ?? '') === '', 'the end of the container');
    }
  }, 240_000);
});
