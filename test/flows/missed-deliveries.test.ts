import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort } from '../../demo/bench.ts';
import { runDoctor } from '../../src/app/run-doctor.ts';
import { MAINTAINER } from '../../demo/story.ts';
import { embeddedSocket, openRedis, openTrifle, seen, SHORT_SCRIPT, tasksOf, untilQuiet } from './deliver.ts';
import { openWorld, until, untilEnded } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { World } from './world.ts';

const WRONG = 'something is set wrong';
const SECRET_WRONG = 'WEBHOOK_SECRET is probably not the secret of the App';
/** More than one page of GitHub's list. */
const PAGE = 100;

const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function openQuietWorld(): Promise<World> {
  const world = await openWorld({ script: SHORT_SCRIPT });
  closing.push(() => world.close());
  return world;
}

const label = (world: World, issue: number) =>
  world.github.acts.addLabel({ repository: world.repository, issue, by: MAINTAINER, label: 'planwright' });
const repetitions = (world: World) => world.github.deliveries.all.filter(({ redelivery }) => redelivery);

async function doctorBeside(world: World, service: ServiceProcess) {
  const { webhook = '', key = '', privateKey = '' } = world.secrets;
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORT: new URL(service.url).port,
    DATA_DIR: world.dataDir,
    GHE_HOST: `${world.github.host}:${world.github.port}`,
    GHE_PROTOCOL: 'http',
    APP_ID: String(world.github.credentials.appId),
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: webhook,
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: world.anthropic.url,
  };
  const lines: string[] = [];
  const stdout = { write: (text: string) => lines.push(text) };
  const code = await runDoctor('all', { env, cwd: () => world.folder, stdout });
  return { code, list: lines.join('') };
}

describe('what was missed while the service was down (GH-10, W7)', () => {
  it('is asked for at the next start, over two pages, and runs once; what was answered is not asked for', async () => {
    const world = await openQuietWorld();
    const early = await openTrifle(world, 'Before the first start');
    await label(world, early);
    const first = await world.start();
    await untilEnded(first, world, early);
    const told = await openTrifle(world, 'While it was there');
    await label(world, told);
    await untilEnded(first, world, told);
    first.child.kill('SIGTERM');
    await first.ended;

    const missed = await openTrifle(world, 'While it was down');
    await label(world, missed);
    // Unsubscribed events, which only fill the list.
    for (let count = 0; count < PAGE; count += 1)
      await world.github.acts.deliver({ event: 'push', payload: { count } });

    const service = await world.start();
    await untilEnded(service, world, missed);
    const redis = openRedis(embeddedSocket(world));
    closing.push(() => redis.disconnect());
    await untilQuiet(redis);
    for (const issue of [early, told, missed]) {
      expect(await tasksOf(world, service, issue)).toEqual([expect.objectContaining({ state: 'COMPLETE' })]);
      expect(seen(world, issue)).toMatchObject({ reactions: ['eyes'], comments: { length: 2 } });
    }
    // The openings of the issues and their labels; neither the pushes, nor answered ones.
    expect(repetitions(world).map(({ event, action }) => `${event} ${action ?? ''}`)).toEqual([
      'issues opened',
      'issues labeled',
      'issues opened',
      'issues labeled',
    ]);
  });

  it('is asked for while it runs, at every turn, and of two replicas by one; what is set wrong is told (OPS-3)', async () => {
    const world = await openQuietWorld();
    world.github.acts.changeApp({ events: ['issues'] });
    const often = { PLANWRIGHT_GITHUB__REDELIVERY_SEC: '0.3' };
    const service = await world.start(often);
    await world.start({ ...often, REDIS_URL: embeddedSocket(world), PORT: String(await freePort()) }, [
      'serve',
      '--role',
      'intake',
    ]);
    const issue = await openTrifle(world, 'Lost on the way');
    world.github.acts.loseWebhooks({ on: true });
    await label(world, issue);
    world.github.acts.loseWebhooks({ on: false });
    await untilEnded(service, world, issue);
    await until(() => repetitions(world).length > 0, 'the repetition');
    expect(repetitions(world)).toHaveLength(1);

    const told = (part: string) =>
      service
        .output()
        .split('\n')
        .filter((line) => line.includes(part));
    expect(told(WRONG)).toEqual([expect.stringMatching(/does not tell the App of .*issue_comment/)]);
    world.github.acts.setWebhook({ secret: 'another-secret-than-here' });
    for (const title of ['One', 'Two']) await openTrifle(world, title);
    await until(() => told('webhook signature refused').length >= 2, 'both refusals');
    await until(() => told(SECRET_WRONG).length > 0, 'what that means');
    expect(told(SECRET_WRONG)).toHaveLength(1);
    const { code, list } = await doctorBeside(world, service);
    expect(code).toBe(1);
    expect(list).toMatch(/^ok +Redis +The one of the service answers/m);
    expect(list).toMatch(/^ok +Service +It runs at \S+ and is ready/m);
    expect(list).toMatch(/^FIX +Webhook secret +The newest delivery .+ WEBHOOK_SECRET is not the secret of the App/m);
  });
});

describe('credentials that GitHub refuses (GH-1, OPS-9)', () => {
  it('leave the service alive and not ready, with what to do, until they are mended at GitHub', async () => {
    const world = await openQuietWorld();
    world.github.faults.add({
      path: '/app',
      status: 401,
      body: { message: 'A JSON web token could not be decoded' },
      times: 6,
    });
    const starting = world.start();
    const service = await starting;
    expect(world.github.faults.pending()).toBe(0);
    expect(service.output()).toContain('GitHub refuses the App');
    expect(service.output()).toContain('Check APP_ID and PRIVATE_KEY');
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(service.output()).not.toContain(WRONG);
  });

  it('an outage of GitHub at the start leaves it ready, and events are taken in at once (GH-3)', async () => {
    const world = await openQuietWorld();
    const before = await world.start();
    before.child.kill('SIGTERM');
    await before.ended;
    world.github.setOutage(true);
    const service = await world.start();
    await label(world, await openTrifle(world, 'Nobody to ask'));
    await until(() => world.github.deliveries.all.every(({ outcome }) => outcome !== null), 'the answers');
    expect(world.github.deliveries.all.map(({ outcome }) => outcome?.statusCode)).toEqual([202, 202]);
    const answer = (await (await fetch(`${service.url}/readyz`)).json()) as { checks: { github: unknown } };
    expect(answer.checks.github).toMatchObject({ ok: false, required: false });
    expect(service.output()).not.toContain(WRONG);
  });
});
