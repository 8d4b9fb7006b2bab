import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ISSUE, MAINTAINER, SCRIPT } from '../../demo/story.ts';
import {
  branchesOf,
  caught,
  embeddedSocket,
  NOTHING_SEEN,
  openRedis,
  openTrifle,
  post,
  removeSandboxes,
  seen,
  SHORT_SCRIPT,
  sign,
  tasksOf,
  untilQuiet,
} from './deliver.ts';
import { openWorld, until, untilEnded } from './world.ts';
import type { Redis } from 'ioredis';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Answer, SeenRequest } from '../../standins/anthropic/script.ts';
import type { Caught } from './deliver.ts';
import type { World } from './world.ts';

const goal = SCRIPT.answers?.['submit_goal_understanding'] as Answer;
const trifle = SHORT_SCRIPT.answers?.['submit_goal_understanding'] as Answer;

describe('the same happening, told more than once (QUAL-2: one task, each visible effect once)', () => {
  let world: World;
  let service: ServiceProcess;
  let redis: Redis;

  beforeAll(async () => {
    const answer = (request: SeenRequest) =>
      (JSON.stringify(request.messages).includes('A trifle.') ? trifle : goal) as never;
    world = await openWorld({
      script: { ...SCRIPT, answers: { ...SCRIPT.answers, submit_goal_understanding: answer } },
    });
    service = await world.start();
    redis = openRedis(embeddedSocket(world));
  });
  afterAll(async () => {
    redis.disconnect();
    await world.close();
  });

  const label = (issue: number) => () =>
    world.github.acts.addLabel({ repository: world.repository, issue, by: MAINTAINER, label: 'planwright' });
  const unlabel = (issue: number) => () =>
    world.github.acts.removeLabel({ repository: world.repository, issue, by: MAINTAINER, label: 'planwright' });
  const mention = (issue: number, body: string) => () =>
    world.github.acts.comment({ repository: world.repository, issue, by: MAINTAINER, body });
  const one = async (act: () => Promise<unknown>): Promise<Caught> => {
    const [first] = await caught(world, act);
    if (!first) throw new Error('Nothing was caught.');
    return first;
  };
  const statuses = async (posts: readonly Parameters<typeof post>[2][]) => [
    ...new Set((await Promise.all(posts.map((each) => post(world, service, each)))).map(({ status }) => status)),
  ];

  it('fifty times at once, again after the end, again after a restart: one task and one of everything (W4)', async () => {
    const { number: issue } = await world.github.acts.openIssue({
      repository: world.repository,
      by: MAINTAINER,
      ...ISSUE,
    });
    const labelled = await one(label(issue));
    const fifty = Array.from({ length: 50 }, () => labelled);
    expect(await statuses(fifty)).toEqual([202]);
    const { id } = await untilEnded(service, world, issue);
    const asked = world.anthropic.requests.length;
    expect(await statuses(fifty)).toEqual([202]);

    redis.disconnect();
    service.child.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
    service = await world.start();
    redis = openRedis(embeddedSocket(world));
    expect(await statuses(fifty)).toEqual([202]);
    await untilQuiet(redis);

    expect(await tasksOf(world, service, issue)).toEqual([expect.objectContaining({ id, state: 'COMPLETE' })]);
    const { comments, ...rest } = seen(world, issue);
    expect(rest).toEqual({ reactions: ['eyes'], reactionsOnComments: [] });
    expect(comments).toEqual([
      expect.stringContaining('planwright:progress'),
      expect.stringContaining('planwright:result'),
    ]);
    expect(await branchesOf(world)).toEqual(['main', expect.stringContaining(`planwright/${issue}-`)]);
    expect(world.github.acts.listPulls({ repository: world.repository })).toHaveLength(1);
    expect(world.anthropic.requests).toHaveLength(asked);
    removeSandboxes([id]);
  });

  it('through two hooks, that is under two delivery ids: one task (W5)', async () => {
    const issue = await openTrifle(world, 'Through two hooks');
    const labelled = await one(label(issue));
    expect(
      await statuses([labelled, { ...labelled, guid: randomUUID() }, labelled, { ...labelled, guid: randomUUID() }]),
    ).toEqual([202]);
    await untilEnded(service, world, issue);
    expect(await statuses([{ ...labelled, guid: randomUUID() }])).toEqual([202]);
    await untilQuiet(redis);
    expect(await tasksOf(world, service, issue)).toHaveLength(1);
    expect(seen(world, issue)).toMatchObject({ reactions: ['eyes'], comments: { length: 2 } });
  });

  it('label, mention and redeliveries together: one task, which has heard the mention (R8)', async () => {
    const issue = await openTrifle(world, 'All at once');
    const labelled = await one(label(issue));
    const mentioned = await one(mention(issue, '@planwright please mind the umlauts'));
    let letGo = (): void => undefined;
    const hold = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    // The task cannot be over before all of it was sent.
    world.github.faults.add({ method: 'POST', path: `/repos/${world.repository}/issues/${issue}/comments`, hold });
    try {
      expect(
        await statuses([
          labelled,
          mentioned,
          labelled,
          mentioned,
          { ...mentioned, guid: randomUUID() },
          { ...labelled, guid: randomUUID() },
        ]),
      ).toEqual([202]);
      await until(
        () => seen(world, issue).reactions.length + seen(world, issue).reactionsOnComments.length === 2,
        'the eyes on both',
      );
    } finally {
      letGo();
    }
    await untilEnded(service, world, issue);
    await untilQuiet(redis);
    expect(await tasksOf(world, service, issue)).toHaveLength(1);
    expect(seen(world, issue)).toMatchObject({
      reactions: ['eyes'],
      reactionsOnComments: ['planwright[bot] eyes'],
      comments: { length: 2 },
    });
    const heard = world.anthropic.requests.filter(({ bodyText }) => bodyText.includes('All at once'));
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.at(-1)?.bodyText).toContain('mind the umlauts');
  });

  it('a changed body under a known delivery id needs a signature of its own, and is dropped all the same (W4)', async () => {
    const [first, second] = [await openTrifle(world, 'The first'), await openTrifle(world, 'The second')];
    const labelled = await one(label(first));
    const other = await one(label(second));
    const signature = sign(world, JSON.stringify(labelled.payload));
    expect((await post(world, service, labelled)).status).toBe(202);
    expect((await post(world, service, { ...other, guid: labelled.guid, signature })).status).toBe(401);
    await untilEnded(service, world, first);
    expect((await post(world, service, { ...other, guid: labelled.guid })).status).toBe(202);
    await untilQuiet(redis);
    expect(await tasksOf(world, service, second)).toEqual([]);
    expect(seen(world, second)).toEqual(NOTHING_SEEN);
  });

  it('a label whose removal was told first begins nothing (W8)', async () => {
    const issue = await openTrifle(world, 'Out of order');
    const labelled = await one(label(issue));
    const unlabelled = await one(unlabel(issue));
    expect(await statuses([unlabelled])).toEqual([202]);
    await untilQuiet(redis);
    expect(await statuses([labelled])).toEqual([202]);
    await untilQuiet(redis);
    expect(await tasksOf(world, service, issue)).toEqual([]);
    expect(seen(world, issue)).toEqual(NOTHING_SEEN);
  });

  it('a mention that comes while its task is ending begins the next one', async () => {
    const issue = await openTrifle(world, 'Just ending');
    let letGo = (): void => undefined;
    const hold = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    // The result is being written: the work is over, the task is not.
    world.github.faults.add({
      method: 'POST',
      path: `/repos/${world.repository}/issues/${issue}/comments`,
      skip: 1,
      hold,
    });
    try {
      await label(issue)();
      await until(() => world.github.faults.pending() === 0, 'the result to be written');
      await mention(issue, '@planwright and the README, please')();
      await until(() => seen(world, issue).reactionsOnComments.length === 1, 'the eyes on the mention');
    } finally {
      letGo();
    }
    await until(async () => {
      const tasks = await tasksOf(world, service, issue);
      return tasks.length === 2 && tasks.every((task) => task.phase === 'ended');
    }, 'the second task');
    await untilQuiet(redis);
    expect(await tasksOf(world, service, issue)).toHaveLength(2);
    expect(seen(world, issue)).toMatchObject({
      reactions: ['eyes'],
      reactionsOnComments: ['planwright[bot] eyes'],
      comments: { length: 4 },
    });
    expect(world.anthropic.requests.filter(({ bodyText }) => bodyText.includes('and the README, please'))).toHaveLength(
      1,
    );
  });
});
