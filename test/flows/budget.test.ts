import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import {
  askFor,
  branchesOf,
  commentsOn,
  containersOf,
  done,
  gitOf,
  homeOf,
  run,
  untilOver,
  worldOf,
  write,
} from './stories.ts';
import { asked, factsOf, questionsOf, taleOf } from './tales.ts';
import { openWorld, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

const LOOK = Array.from({ length: 6 }, () => run('true'));
const LONG: Story['steps'] = [write('answer.txt', '40\n'), ...LOOK, write('answer.txt', '42\n'), done()];
const STORIES: Readonly<Record<string, Story>> = {
  extended: { steps: LONG },
  declined: { steps: LONG },
};
const SLOW: Story = { steps: [write('answer.txt', '40\n'), run('sleep 300'), write('answer.txt', '42\n'), done()] };
const PLAIN = {
  PLANWRIGHT_PLANNING__REPLANNING__ENABLED: 'false',
  PLANWRIGHT_PLANNING__REFLECTION__ENABLED: 'false',
};

describe('a task that uses up its budget', () => {
  let world: World;
  let service: ServiceProcess;
  const issues = new Map<string, number>();
  const issueOf = (story: string) => issues.get(story) ?? 0;
  const questionIn = (story: string) =>
    until(
      () => commentsOn(world, issueOf(story), homeOf(story)).find((body) => body.includes('planwright:question')),
      `the question of ${story}`,
    );
  const say = (story: string, body: string) =>
    world.github.acts.comment({ repository: homeOf(story), issue: issueOf(story), by: MAINTAINER, body });
  const taleAfterwards = async (story: string) => {
    const place = { repository: homeOf(story), issue: issueOf(story) };
    return taleOf(world, story, { ...place, history: await untilOver(world, place.issue, place.repository) });
  };

  beforeAll(async () => {
    world = await openWorld(worldOf(STORIES));
    service = await world.start({
      ...PLAIN,
      PLANWRIGHT_BUDGET__MODEL_CALLS: '9',
      PLANWRIGHT_SANDBOX__KEEP_SEC: '0.5',
    });
    for (const story of Object.keys(STORIES)) issues.set(story, await askFor(world, story, homeOf(story)));
  });
  afterAll(async () => {
    await world?.close();
  });

  it('saves what it has, pauses and asks; a person extends it and it goes on from there (EXEC-1, MODEL-6)', async () => {
    const question = await questionIn('extended');
    expect(question).toContain('## 💰 Out of Budget: May I Continue?');
    expect(question).toContain('9 model calls');
    expect(branchesOf(world, homeOf('extended'))).toContain(`planwright/${issueOf('extended')}-story-extended`);
    await say('extended', 'continue');
    const tale = await taleAfterwards('extended');
    expect(tale.history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(tale.pulls.map((one) => one.pull?.draft)).toEqual([false]);
    expect(tale.pulls[0]?.title).toBe('Put the right number into answer.txt (story extended)');
    expect(factsOf(tale, 'usage').length).toBeGreaterThan(9);
    expect(questionsOf(tale)).toHaveLength(1);
    expect(asked(world, 'extended', 'run_command').some((body) => body.includes('About 80 % of the model calls'))).toBe(
      true,
    );
    await until(async () => service.output().includes('task ended'), 'the line of the end');
  });

  it('ends with a draft of what there is when a person says no (MODEL-6)', async () => {
    await questionIn('declined');
    await say('declined', 'no');
    const tale = await taleAfterwards('declined');
    expect(tale.history.at(-1)).toMatchObject({ status: 'failed', reason: 'budget' });
    expect(tale.pulls.map((one) => one.pull?.draft)).toEqual([true]);
    const branch = `planwright/${issueOf('declined')}-story-declined`;
    expect(gitOf(world, homeOf('declined'))('show', `${branch}:answer.txt`)).toBe('40\n');
    expect(tale.result).toContain('Out of budget');
    expect(containersOf(tale.history[0]?.task_uuid ?? '')).toBe('');
  });
});

describe('the minutes of a budget', () => {
  it('are not outlived by a long command: time runs while commands do (OPS-9)', async () => {
    const world = await openWorld(worldOf({ slow: SLOW }));
    try {
      await world.start({ ...PLAIN, PLANWRIGHT_BUDGET__MINUTES: '0.75' });
      const repository = homeOf('slow');
      const issue = await askFor(world, 'slow', repository);
      const question = await until(() => commentsOn(world, issue, repository)[1], 'the question', 120_000);
      expect(question).toContain('0.75 minutes');
      await world.github.acts.comment({ repository, issue, by: MAINTAINER, body: '@planwright stop' });
      const tale = taleOf(world, 'slow', { repository, issue, history: await untilOver(world, issue, repository) });
      const [, long] = factsOf(tale, 'tool');
      expect(long).toMatchObject({ ok: false });
      expect(long?.text).toContain('took too long');
      expect(tale.history.at(-1)).toMatchObject({ status: 'stopped' });
    } finally {
      await world.close();
    }
  });
});
