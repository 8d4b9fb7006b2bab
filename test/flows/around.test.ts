import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { moveBase } from './move-base.ts';
import {
  askFor,
  commentsOn,
  containersOf,
  docker,
  done,
  gitOf,
  historyOf,
  homeOf,
  requestsFor,
  run,
  says,
  untilOver,
  worldOf,
  write,
} from './stories.ts';
import { asked, factsOf, fileOf, taleOf } from './tales.ts';
import { openWorld, until } from './world.ts';
import type { Step } from '../../standins/anthropic/script.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { Tale } from './tales.ts';
import type { World } from './world.ts';

let world: World;

const moves =
  (story: string, path: string, content: string): Step =>
  () => {
    moveBase(world, homeOf(story), path, content);
    return done();
  };

/** Removed while an endless command runs. */
function whileItRuns(act: () => Promise<unknown>): Step {
  return () => {
    void act();
    return run('until [ -e /tmp/never ]; do sleep 0.05; done');
  };
}

let isLifted = false;
/** Idle until the App has access again; the effect in flight before that is kept. */
function untilLifted(act: () => Promise<unknown>): Step {
  let isBegun = false;
  return (request) => {
    if (!isBegun) void act();
    isBegun = true;
    if (!isLifted) return run('sleep 0.1');
    return says(request, 'put-right') ? done() : [write('answer.txt', '42\n'), run('echo put-right')];
  };
}

const account = (story: string) => ({ account: story, by: MAINTAINER });
const isMarked: Step = (request) =>
  says(request, 'These lines still hold marks of it') ? write('answer.txt', '42\n') : done();

const STORIES: Readonly<Record<string, Story>> = {
  merges: { steps: [write('answer.txt', '42\n'), moves('merges', 'other.txt', 'from the base\n')] },
  // The conflict is handed in as git left it, which is noticed; then it is resolved.
  conflicts: {
    steps: [write('answer.txt', '42\n'), moves('conflicts', 'answer.txt', '43\n'), done(), isMarked, done()],
  },
  stubborn: { steps: [write('answer.txt', '42\n'), moves('stubborn', 'answer.txt', '43\n'), done()] },
  suspended: {
    steps: [write('half.txt', 'half\n'), untilLifted(async () => world.github.acts.suspend(account('suspended')))],
  },
  removed: {
    steps: [write('half.txt', 'half\n'), whileItRuns(async () => world.github.acts.uninstall(account('removed')))],
  },
};

const isSuspended = (fact: Recorded) => fact.type === 'control' && fact.name === 'suspended';

describe('what happens around a task while it works', () => {
  const issues = new Map<string, number>();
  const issueOf = (story: string) => issues.get(story) ?? 0;
  const historyIn = (story: string) => historyOf(world, issueOf(story), homeOf(story));
  const taleAfterwards = async (story: string): Promise<Tale> => {
    const place = { repository: homeOf(story), issue: issueOf(story) };
    return taleOf(world, story, { ...place, history: await untilOver(world, place.issue, place.repository) });
  };
  const pushedMarks = (story: string) =>
    gitOf(world, homeOf(story))('log', '--all', '--format=%H', '-S<<<<<<<', '--', 'answer.txt');

  beforeAll(async () => {
    world = await openWorld(worldOf(STORIES));
    await world.start({ PLANWRIGHT_QUEUE__CONCURRENCY: '5' });
    for (const story of Object.keys(STORIES)) issues.set(story, await askFor(world, story, homeOf(story)));
  });
  afterAll(async () => {
    await world?.close();
  });

  it('GH-7: a base branch that moved is merged before the work is verified, and is on the branch with both parents', async () => {
    const tale = await taleAfterwards('merges');
    expect(tale.history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(factsOf(tale, 'verification').map(({ name }) => name)).toEqual(['base_merged', 'base_current', 'tests']);
    expect([fileOf(world, tale, 'other.txt'), fileOf(world, tale, 'answer.txt')]).toEqual(['from the base\n', '42\n']);
    const git = gitOf(world, tale.repository);
    const branch = tale.pulls[0]?.pull?.headRef ?? '';
    expect(git('log', '-1', '--format=%P', branch).trim().split(' ')).toHaveLength(2);
    expect(git('diff', '--name-only', `main..${branch}`)).toBe('answer.txt\n');
    expect(tale.pulls[0]?.pull?.draft).toBe(false);
  });

  it('GH-7: a conflict becomes work to plan; what still holds its marks is not pushed, and is done once more', async () => {
    const tale = await taleAfterwards('conflicts');
    expect(tale.history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    const marks = factsOf(tale, 'effect').filter((fact) => fact.name === 'marks_left');
    expect(marks).toMatchObject([{ places: ['answer.txt:1', 'answer.txt:5'], place_count: 2 }]);
    expect(asked(world, 'conflicts', 'run_command').some((body) => body.includes('answer.txt:1, answer.txt:5'))).toBe(
      true,
    );
    expect(factsOf(tale, 'revision')).toMatchObject([{ source: 'verification' }]);
    expect(fileOf(world, tale, 'answer.txt')).toBe('42\n');
    expect(pushedMarks('conflicts')).toBe('');
    expect(tale.pulls[0]?.pull?.draft).toBe(false);
    expect(gitOf(world, tale.repository)('merge-base', 'main', tale.pulls[0]?.pull?.headRef ?? '')).toBe(
      gitOf(world, tale.repository)('rev-parse', 'main'),
    );
  });

  it('GH-7: a conflict that stays unresolved is left to people: a draft of what was pushed before, without a mark in it', async () => {
    const tale = await taleAfterwards('stubborn');
    expect(tale.history.at(-1)).toMatchObject({ status: 'failed', reason: 'not_achieved' });
    expect(tale.result).toContain('The conflicts with main are not resolved: marks of them were left in answer.txt:1');
    expect(tale.pulls[0]?.pull?.draft).toBe(true);
    expect(tale.pulls[0]?.body).toContain('conflicts with this work, which I did not merge');
    expect(fileOf(world, tale, 'answer.txt')).toBe('42\n');
    expect(pushedMarks('stubborn')).toBe('');
  });

  it('GH-10: while the App is suspended nothing is asked of the model and no container is there; lifted, the task goes on by itself', async () => {
    await until(async () => (await historyIn('suspended')).some(isSuspended), 'the suspension');
    const history = await historyIn('suspended');
    const taskId = history[0]?.task_uuid ?? '';
    const running = () => docker('ps', '--quiet', '--filter', `label=planwright.task=${taskId}`).trim();
    await until(() => running() === '', 'the container to be let go');
    const [requests, comments] = [
      requestsFor(world, 'suspended'),
      commentsOn(world, issueOf('suspended'), homeOf('suspended')),
    ];
    for (const other of ['merges', 'conflicts', 'stubborn']) await taleAfterwards(other);
    expect(requestsFor(world, 'suspended')).toBe(requests);
    expect(commentsOn(world, issueOf('suspended'), homeOf('suspended'))).toEqual(comments);
    isLifted = true;
    await world.github.acts.suspend({ ...account('suspended'), suspended: false });
    const tale = await taleAfterwards('suspended');
    expect(tale.history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect([fileOf(world, tale, 'half.txt'), fileOf(world, tale, 'answer.txt')]).toEqual(['half\n', '42\n']);
  });

  it('GH-10: once the App is removed the task ends stopped, says nothing more, and leaves no container behind', async () => {
    const tale = await taleAfterwards('removed');
    expect(tale.history.at(-1)).toMatchObject({ status: 'stopped', reason: 'withdrawn' });
    expect(containersOf(tale.history[0]?.task_uuid ?? '')).toBe('');
    expect(tale.comments).toHaveLength(1);
    expect(tale.pulls).toEqual([]);
  });
});
