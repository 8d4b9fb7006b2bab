import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { askFor, branchesOf, commentsOn, done, historyOf, homeOf, run, untilOver, worldOf, write } from './stories.ts';
import { factsOf, questionsOf, taleOf } from './tales.ts';
import { DAY_MS, letTimePass } from './let-time-pass.ts';
import { openWorld, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { World } from './world.ts';

const STORY = 'shared';
const repository = homeOf(STORY);
const LOOK = Array.from({ length: 6 }, () => run('true'));
const LIMITED = {
  PLANWRIGHT_PLANNING__REPLANNING__ENABLED: 'false',
  PLANWRIGHT_PLANNING__REFLECTION__ENABLED: 'false',
  PLANWRIGHT_DAILY_BUDGET__MODEL_CALLS: '9',
};

describe('a budget for the day that is used up in the middle of an action (MODEL-6)', () => {
  let world: World;
  let service: ServiceProcess;
  let issue: number;
  beforeEach(async () => {
    const steps = [write('answer.txt', '40\n'), ...LOOK, write('answer.txt', '42\n'), done()];
    world = await openWorld(worldOf({ [STORY]: { steps } }));
    service = await world.start(LIMITED);
    issue = await askFor(world, STORY, repository);
  });
  afterEach(async () => {
    await world?.close();
  });
  const asked = () =>
    until(
      () => commentsOn(world, issue, repository).find((body) => body.includes('planwright:question')),
      'the question',
    );
  const say = (body: string) => world.github.acts.comment({ repository, issue, by: MAINTAINER, body });
  const taleAfterwards = async () =>
    taleOf(world, STORY, { repository, issue, history: await untilOver(world, issue, repository) });

  it('pauses with what there is, refuses new work, and goes on when a comment raises it (GH-3)', async () => {
    const question = await asked();
    for (const words of ["## 💰 Today's Budget Is Used Up", '9 model calls', '00:00 UTC', 'saved on its branch'])
      expect(question).toContain(words);
    expect(branchesOf(world, repository)).toContain(`planwright/${issue}-story-${STORY}`);

    const other = await askFor(world, 'another', repository);
    const refusal = await until(() => commentsOn(world, other, repository)[0], 'the refusal');
    expect(refusal).toContain("my tasks in this repository have used up today's budget");

    await say('20 calls more');
    const tale = await taleAfterwards();
    expect(tale.history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(factsOf(tale, 'control').filter(({ name }) => name === 'daily_budget_raised')).toMatchObject([
      { limit: 'modelCalls', amount: 29 },
    ]);
    expect(factsOf(tale, 'usage').length).toBeGreaterThan(9);
    expect(questionsOf(tale)).toHaveLength(1);
    expect(tale.pulls.map((one) => one.pull?.draft)).toEqual([false]);
    expect(commentsOn(world, other, repository)).toHaveLength(1);
  });

  it('goes on by itself on the next day, also when the service was killed and Redis is new', async () => {
    await asked();
    const isWaiting = async () =>
      (await historyOf(world, issue, repository)).some((fact) => fact.type === 'question' && fact.name === 'waiting');
    await until(isWaiting, 'it to wait');
    service.child.kill('SIGKILL');
    await service.ended;
    await letTimePass(world, DAY_MS);
    await world.start(LIMITED);
    const tale = await taleAfterwards();
    expect(tale.history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(questionsOf(tale)).toHaveLength(1);
  });
});
