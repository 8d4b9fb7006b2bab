import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { askFor, commentsOn, historyOf, homeOf, RIGHT, untilOver, worldOf } from './stories.ts';
import { api, openWorld, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

const STORIES: Readonly<Record<string, Story>> = { first: { steps: RIGHT }, second: { steps: RIGHT } };

const HOME = homeOf('first');

describe('tasks that wait for their turn (GH-3, OPS-5)', () => {
  let world: World;
  let service: ServiceProcess;
  const issues = new Map<string, number>();
  const issueOf = (story: string) => issues.get(story) ?? 0;

  beforeAll(async () => {
    world = await openWorld(worldOf(STORIES));
    service = await world.start({ PLANWRIGHT_PROGRESS__EDIT_INTERVAL_SEC: '1' });
  });
  afterAll(async () => {
    await world.close();
  });

  async function post(path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.secrets['dashboard']}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answer.json();
  }
  const progressOf = (story: string) => commentsOn(world, issueOf(story), HOME)[0] ?? '';

  it('are told at once that the operator paused the service, and their place; nothing of them begins', async () => {
    expect(await post('/api/service/pause')).toMatchObject({ state: 'PAUSED', tasks: { running: 0 } });
    for (const story of Object.keys(STORIES)) {
      issues.set(story, await askFor(world, story, HOME));
      await until(async () => progressOf(story) !== '', `the progress comment of ${story}`);
    }
    expect(progressOf('first')).toContain('Planwright is paused by its operator');
    expect(progressOf('first')).toMatch(/the operator of this service has paused it.*\(Place in the queue: 1\)/);
    expect(progressOf('second')).toContain('Place in the queue: 2');
    const known = await historyOf(world, issueOf('second'), HOME);
    expect(known.filter(({ type }) => type === 'usage')).toEqual([]);
    expect(await api(service, world, '/api/service')).toMatchObject({
      state: 'PAUSED',
      slots: 4,
      tasks: { waiting: 2 },
    });
    // A result is reused for a second.
    const readyz = await until(async () => {
      const answer = await fetch(`${service.url}/readyz`);
      const found = (await answer.json()) as { readonly checks: { readonly service: { readonly detail: string } } };
      return found.checks.service.detail === 'PAUSED' ? found : null;
    }, '/readyz to say that it is paused');
    expect(readyz).toMatchObject({ ready: true, checks: { service: { ok: true } } });
  });

  it('end at once when somebody stops them meanwhile (GH-5)', async () => {
    const issue = await askFor(world, 'stopped', HOME);
    await until(async () => commentsOn(world, issue, HOME).length === 1, 'the progress comment');
    await world.github.acts.comment({ repository: HOME, issue, by: MAINTAINER, body: '@planwright stop' });
    expect((await untilOver(world, issue, HOME)).at(-1)).toMatchObject({ type: 'completion', status: 'stopped' });
  });

  it('are worked on when it is resumed, in the comment that they have, which no longer tells a place', async () => {
    expect(await post('/api/service/resume')).toMatchObject({ paused_at: null });
    for (const story of Object.keys(STORIES)) {
      const history = await untilOver(world, issueOf(story), HOME);
      expect(history.at(-1)).toMatchObject({ type: 'completion', status: 'succeeded' });
      const comments = commentsOn(world, issueOf(story), HOME);
      expect(comments.filter((body) => body.includes('planwright:progress'))).toHaveLength(1);
      expect(comments[0]).not.toMatch(/Place in the queue|paused by its operator/);
    }
  });
});
