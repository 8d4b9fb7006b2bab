import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { askFor, containersOf, done, historyOf, homeOf, run, untilOver, worldOf, write } from './stories.ts';
import { SIDES, crashesOf, crashing, killsOf, patience } from './crash-places.ts';
import { keepRunning } from './keep-running.ts';
import { factsOf, leftBehind, questionsOf, taleOf } from './tales.ts';
import { openWorld, until } from './world.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { Tale } from './tales.ts';
import type { World } from './world.ts';

/**
 * The budget ends when the model has asked for the second line: the existing work is saved, and the line is written
 * afterwards.
 */
const STORY: Story = {
  steps: [run('echo one >> log.txt'), run('echo two >> log.txt'), write('answer.txt', '42\n'), done()],
};
const SETTINGS = {
  PLANWRIGHT_PLANNING__REPLANNING__ENABLED: 'false',
  PLANWRIGHT_PLANNING__REFLECTION__ENABLED: 'false',
  PLANWRIGHT_BUDGET__MODEL_CALLS: '5',
  PLANWRIGHT_SANDBOX__KEEP_SEC: '0.5',
  // Messages sent while the service is down are delivered again.
  PLANWRIGHT_GITHUB__REDELIVERY_SEC: '0.5',
};

const KINDS = ['checkpoint', 'post_question', 'release_sandbox', 'inbox', 'start_sandbox'];

/** With what the history says of the wait: each thing once, however often the service was killed. */
function leftOf(world: World, tale: Tale) {
  return {
    ...leftBehind(world, tale),
    calls: factsOf(tale, 'usage').map((fact) => fact.call),
    commands: factsOf(tale, 'tool').map(({ tool, ok }) => [tool, ok]),
    asked: questionsOf(tale).map(({ question_id: id, texts }) => [id, texts]),
    answered: factsOf(tale, 'answer').map((fact) => [fact.question_id, 'text' in fact ? fact.text : null]),
  };
}

describe('a service that is killed while a task has used up its budget, saves, asks, waits and goes on', () => {
  const worlds: World[] = [];
  let calm: ReturnType<typeof leftOf>;

  async function live(settings: (world: World) => Readonly<Record<string, string>>) {
    const world = await openWorld(worldOf({ budget: STORY }));
    worlds.push(world);
    const service = await keepRunning(world, settings(world));
    const repository = homeOf('budget');
    const issue = await askFor(world, 'budget', repository);
    const isReleased = (fact: Recorded) => fact.type === 'environment' && fact.name === 'sandbox_released';
    await until(async () => (await historyOf(world, issue, repository)).some(isReleased), 'the release', 240_000);
    await world.github.acts.comment({ repository, issue, by: MAINTAINER, body: 'continue' });
    const tale = taleOf(world, 'budget', {
      repository,
      issue,
      history: await untilOver(world, issue, repository, 240_000),
    });
    await service.stop();
    return { world, tale, kills: service.kills() };
  }

  beforeAll(async () => {
    const { world, tale } = await live(() => SETTINGS);
    calm = leftOf(world, tale);
    expect(calm.ending).toMatchObject([{ status: 'succeeded', reason: 'finished' }]);
    expect(calm.asked).toMatchObject([[1, [expect.stringContaining('5 model calls')]]]);
    expect(calm.answered).toEqual([[1, 'continue']]);
    expect(calm.diff).toContain('+one\n+two\n');
  }, patience(300_000));
  afterAll(async () => {
    await Promise.all(worlds.map((world) => world.close()));
  });

  it.each(SIDES)(
    '%s every effect leaves behind what an undisturbed one does (QUAL-2.3, EXEC-1, MODEL-6, PLAN-5)',
    async (side) => {
      const { world, tale, kills } = await live((one) => ({ ...SETTINGS, ...crashing(side, one, KINDS) }));
      const crashed = await readFile(crashesOf(world), 'utf8');
      for (const kind of ['checkpoint', 'post_question', 'release_sandbox'])
        expect(crashed).toMatch(new RegExp(`^${kind} `, 'm'));
      // The request and the command to continue.
      expect(crashed.match(/^inbox /gm)?.length).toBeGreaterThanOrEqual(2);
      expect(kills).toBeGreaterThan(killsOf(20, 5));
      expect(leftOf(world, tale)).toEqual(calm);
      expect(containersOf(tale.history[0]?.task_uuid ?? '')).toBe('');
    },
    patience(500_000),
  );
});
