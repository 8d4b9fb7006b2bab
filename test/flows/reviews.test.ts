import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { caught, embeddedSocket, openRedis, post, tasksOf, untilQuiet } from './deliver.ts';
import {
  commentsOn,
  done,
  gitOf,
  historyOf,
  homeOf,
  NUMBER_FILES,
  numberRepository,
  pullsFor,
  run,
  says,
  scriptOf,
  storyNamed,
  write,
} from './stories.ts';
import { taleOf, tell } from './tales.ts';
import { openWorld, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { SeenRequest } from '../../standins/anthropic/script.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { Tale } from './tales.ts';
import type { World } from './world.ts';

const NOTE = 'The note is too short for me.';
const AGAIN = 'once more, as people ask on the pull request';

/** The number first, then what people ask for on the pull request. */
function thenAgain(then: readonly ReturnType<typeof write>[]): Story {
  const isAgain = (request: SeenRequest) => says(request, AGAIN);
  return {
    goal: (request) => ({
      goal_understanding: {
        main_objective: `Go on with story ${storyNamed(request.body) ?? ''}${says(request, 'earlier work of yours') ? `, ${AGAIN}` : ''}.`,
        success_criteria: ['sh check.sh passes'],
        constraints: [],
        context: 'Two files.',
      },
    }),
    steps: [0, 1, 2].map(
      (at) => (request: SeenRequest) => (isAgain(request) ? then : [write('answer.txt', '42\n')])[at] ?? done(),
    ),
  };
}

const STORIES: Readonly<Record<string, Story>> = {
  reviewed: thenAgain([write('NOTE.md', 'A long note about the answer.\n')]),
  mentioned: thenAgain([run('until [ -e /tmp/go ]; do sleep 0.05; done')]),
  twice: thenAgain([write('NOTE.md', 'Once.\n')]),
  over: thenAgain([]),
};

describe('on the pull request of a task that is done', () => {
  let world: World;
  let service: ServiceProcess;
  const tales = new Map<string, Tale>();
  const first = (story: string): Tale =>
    tales.get(story) ?? taleOf(world, story, { repository: '', issue: 0, history: [] });
  const pullOf = (story: string) => first(story).pulls[0]?.number ?? 0;
  const on = (story: string, by = MAINTAINER) => ({ repository: homeOf(story), issue: pullOf(story), by });
  const followUpOf = (story: string) =>
    historyOf(world, first(story).issue, first(story).repository, first(story).history[0]?.task_uuid);
  const actedOn = (what: RegExp) =>
    service
      .output()
      .split('\n')
      .filter((line) => line.includes('delivery acted on') && what.test(line));

  async function untilFollowedUp(story: string): Promise<readonly Recorded[]> {
    return until(async () => {
      const newest = await followUpOf(story);
      return newest.at(-1)?.type === 'completion' ? newest : null;
    }, `the end of the follow-up of ${story}`);
  }

  beforeAll(async () => {
    const [repository = numberRepository('reviewed'), ...others] = Object.keys(STORIES).map((story) => ({
      ...numberRepository(story, NUMBER_FILES),
      private: story !== 'reviewed',
    }));
    world = await openWorld({ script: scriptOf(STORIES), repository, others });
    service = await world.start({
      PLANWRIGHT_PLANNING__REFLECTION__ENABLED: 'false',
      PLANWRIGHT_QUEUE__CONCURRENCY: '4',
    });
    await Promise.all(Object.keys(STORIES).map(async (story) => void tales.set(story, await tell(world, story))));
  }, 240_000);
  afterAll(async () => {
    await world?.close();
  });

  it('a stranger says nothing to us, whatever the review (GH-2, GH-3)', async () => {
    const before = commentsOn(world, pullOf('reviewed'), homeOf('reviewed'));
    await world.github.acts.submitReview({
      ...on('reviewed', 'stranger'),
      state: 'CHANGES_REQUESTED',
      body: '@planwright add my name',
    });
    await until(() => actedOn(/what=refused/)[0], 'the review to be refused');
    expect(await tasksOf(world, service, first('reviewed').issue, homeOf('reviewed'))).toHaveLength(1);
    expect(commentsOn(world, pullOf('reviewed'), homeOf('reviewed'))).toEqual(before);
    expect(world.github.acts.readIssue(on('reviewed')).reactions).toEqual([]);
  });

  it('a review that requests changes leads to a follow-up on the same branch (PLAN-1, GH-2)', async () => {
    const { repository, issue, pulls } = first('reviewed');
    const branch = pulls[0]?.pull?.headRef ?? '';
    const before = gitOf(world, repository)('rev-parse', branch).trim();
    await world.github.acts.submitReview({
      ...on('reviewed'),
      state: 'CHANGES_REQUESTED',
      body: NOTE,
      comments: [
        { path: 'answer.txt', line: 1, body: 'Why this <!-- hidden words --> number?' },
        { path: 'answer.txt', line: 1, body: '@planwright say so in NOTE.md' },
      ],
    });
    const history = await untilFollowedUp('reviewed');
    expect(history.at(-1)).toMatchObject({ status: 'succeeded' });
    expect(history[0]).toMatchObject({
      type: 'task',
      request: {
        trigger: 'review',
        pullRequest: pulls[0]?.number,
        requester: { login: MAINTAINER },
        hidden: expect.any(Number),
      },
    });
    // Readers of the history find it as people's reflection (PLAN-4).
    expect(history.find(({ type }) => type === 'reflection')).toMatchObject({
      person: {
        by: { login: MAINTAINER },
        source: 'review',
        pull_request: pulls[0]?.number,
        text: expect.stringContaining(NOTE),
      },
    });
    const after = gitOf(world, repository)('rev-parse', branch).trim();
    expect(after).not.toBe(before);
    expect(gitOf(world, repository)('show', `${branch}:NOTE.md`)).toContain('A long note');
    expect(gitOf(world, repository)('merge-base', '--is-ancestor', before, after)).toBe('');
    expect(pullsFor(world, issue, repository)).toHaveLength(1);
    expect(await tasksOf(world, service, issue, repository)).toHaveLength(2);
  }, 240_000);

  it('the review is acknowledged there, with the way to the progress, and so is the line that names us (GH-3)', () => {
    const { reactions } = world.github.acts.readIssue(on('reviewed'));
    expect(reactions).toEqual(['planwright[bot] eyes']);
    const lines = world.github.acts.readLineComments(on('reviewed'));
    expect(lines.map(({ reacted }) => reacted)).toEqual([[], ['planwright[bot] eyes']]);
    const said = commentsOn(world, pullOf('reviewed'), homeOf('reviewed'));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(`#${first('reviewed').issue}`);
  });

  it('the model sees what the review says, with its lines, and nothing that is hidden in it', async () => {
    const asked = world.anthropic.requests
      .map(({ bodyText }) => bodyText)
      .filter((text) => text.includes('story reviewed') && text.includes('in a review of it'));
    expect(asked.length).toBeGreaterThan(0);
    for (const text of [
      NOTE,
      'answer.txt',
      '\\n+42\\n```',
      'Why this',
      'say so in NOTE.md',
      `Pull request #${pullOf('reviewed')}`,
    ])
      expect(asked[0]).toContain(text);
    expect(asked.filter((text) => text.includes('hidden words'))).toEqual([]);
    expect(commentsOn(world, first('reviewed').issue, homeOf('reviewed')).join('\n')).not.toContain('hidden words');
  });

  it('a mention in a comment begins one too, and `stop` there ends it (GH-2, GH-5)', async () => {
    const { repository, issue } = first('mentioned');
    await world.github.acts.comment({ ...on('mentioned'), body: 'Nobody is asked by this.' });
    const asking = await world.github.acts.comment({ ...on('mentioned'), body: '@planwright add a note' });
    await until(
      async () =>
        (await followUpOf('mentioned')).some(
          (fact) => fact.type === 'effect' && fact.name === 'started' && fact.effect === 'use_tool',
        ),
      'the follow-up to be at work',
    );
    const stopping = await world.github.acts.comment({ ...on('mentioned'), body: '@planwright stop' });
    const history = await untilFollowedUp('mentioned');
    expect(history[0]).toMatchObject({
      request: { trigger: 'mention', instruction: 'add a note', pullRequest: pullOf('mentioned') },
    });
    expect(history.at(-1)).toMatchObject({ status: 'stopped' });
    const reacted = (id: number) =>
      world.github.acts.readIssue(on('mentioned')).comments.find((comment) => comment.id === id)?.reacted;
    expect(reacted(asking.id)).toEqual(['planwright[bot] eyes']);
    expect(reacted(stopping.id)).toEqual(['planwright[bot] +1']);
    expect(await tasksOf(world, service, issue, repository)).toHaveLength(2);
  }, 240_000);

  it('the same review, told twice and through two hooks, line before review, is one task (W4, W5)', async () => {
    const { repository, issue } = first('twice');
    const told = await caught(world, () =>
      world.github.acts.submitReview({
        ...on('twice'),
        state: 'CHANGES_REQUESTED',
        comments: [{ path: 'answer.txt', line: 1, body: '@planwright write a note about this' }],
      }),
    );
    const inOrder = [...told].toSorted(
      (one, other) => Number(one.event === 'pull_request_review') - Number(other.event === 'pull_request_review'),
    );
    expect(inOrder.map(({ event }) => event)).toEqual(['pull_request_review_comment', 'pull_request_review']);
    for (const { event, payload, guid } of inOrder) {
      await post(world, service, { event, payload, guid });
      await post(world, service, { event, payload, guid });
      await post(world, service, { event, payload });
    }
    const history = await untilFollowedUp('twice');
    expect(history[0]).toMatchObject({
      request: { trigger: 'review', instruction: expect.stringContaining('write a note about this') },
    });
    expect(history.at(-1)).toMatchObject({ status: 'succeeded' });
    for (const { event, payload } of inOrder) await post(world, service, { event, payload });
    const redis = openRedis(embeddedSocket(world));
    await untilQuiet(redis);
    redis.disconnect();
    expect(await tasksOf(world, service, issue, repository)).toHaveLength(2);
    expect(commentsOn(world, pullOf('twice'), repository)).toHaveLength(1);
    expect(pullsFor(world, issue, repository)).toHaveLength(1);
  }, 240_000);

  it('that is merged, whoever asks for more is told where to ask, once, and nothing begins', async () => {
    const { repository, issue } = first('over');
    await world.github.acts.mergePull(on('over'));
    await world.github.acts.comment({ ...on('over'), body: '@planwright add a note' });
    const answer = await until(
      () => commentsOn(world, pullOf('over'), repository).find((body) => body.includes('planwright:reply')),
      'the answer',
    );
    expect(answer).toContain('closed or merged');
    expect(answer).toContain(`#${issue}`);
    expect(await tasksOf(world, service, issue, repository)).toHaveLength(1);
  });
});
