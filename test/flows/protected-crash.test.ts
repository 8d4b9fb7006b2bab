import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { containersOf, historyOf, homeOf, isQuestion, RIGHT, untilOver, worldOf, write } from './stories.ts';
import { SIDES, crashesOf, crashing, killsOf, patience } from './crash-places.ts';
import { keepRunning } from './keep-running.ts';
import { factsOf, leftBehind, questionsOf, taleOf } from './tales.ts';
import { openWorld, until } from './world.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { Tale } from './tales.ts';
import type { World } from './world.ts';

const STORY: Story = { steps: [write('CODEOWNERS', `* @${MAINTAINER}\n`), ...RIGHT] };
const SETTINGS = {
  PLANWRIGHT_PLANNING__REPLANNING__ENABLED: 'false',
  PLANWRIGHT_PLANNING__REFLECTION__ENABLED: 'false',
  PLANWRIGHT_SANDBOX__KEEP_SEC: '0.5',
  // Messages sent while the service is down are delivered again.
  PLANWRIGHT_GITHUB__REDELIVERY_SEC: '0.5',
};

const KINDS = ['look_at_repository', 'checkpoint', 'post_question', 'release_sandbox', 'inbox', 'start_sandbox'];

/** With what the history says of the wait: each thing once, however often the service was killed. */
function leftOf(world: World, tale: Tale) {
  const left = leftBehind(world, tale);
  return {
    ...left,
    comments: left.comments.map((body) => body.replaceAll(/127\.0\.0\.1:\d+/g, 'github.example')),
    commands: factsOf(tale, 'tool').map(({ tool, ok }) => [tool, ok]),
    asked: questionsOf(tale).map(({ question_id: id, texts }) => [id, texts]),
    answered: factsOf(tale, 'answer').map((fact) => [fact.question_id, 'text' in fact ? fact.text : null]),
    letThrough: factsOf(tale, 'control').flatMap((fact) => (fact.name === 'let_through' ? [fact.digest] : [])),
  };
}

describe('a service that is killed while a task waits for an issue, and for a change of protected paths to be let through', () => {
  const worlds: World[] = [];
  let calm: ReturnType<typeof leftOf>;

  async function live(settings: (world: World) => Readonly<Record<string, string>>) {
    const world = await openWorld(worldOf({ guarded: STORY }));
    worlds.push(world);
    const service = await keepRunning(world, settings(world));
    const repository = homeOf('guarded');
    const { acts } = world.github;
    const { number: first } = await acts.openIssue({ repository, by: MAINTAINER, title: 'First this' });
    const { number: issue } = await acts.openIssue({ repository, by: MAINTAINER, title: 'story guarded' });
    await acts.block({ repository, issue, by: { repository, issue: first }, whoever: MAINTAINER });
    await acts.addLabel({ repository, issue, by: MAINTAINER, label: 'planwright' });
    await until(async () => (await historyOf(world, issue, repository)).some(isQuestion), 'the wait', 240_000);
    await acts.closeIssue({ repository, issue: first, by: MAINTAINER });
    const isReleased = (fact: Recorded) => fact.type === 'environment' && fact.name === 'sandbox_released';
    await until(async () => (await historyOf(world, issue, repository)).some(isReleased), 'the release', 240_000);
    await acts.comment({ repository, issue, by: MAINTAINER, body: 'approve' });
    const history = await untilOver(world, issue, repository, 240_000);
    const tale = taleOf(world, 'guarded', { repository, issue, history });
    await service.stop();
    return { world, tale, kills: service.kills() };
  }

  beforeAll(async () => {
    const { world, tale } = await live(() => SETTINGS);
    calm = leftOf(world, tale);
    expect(calm.ending).toMatchObject([{ status: 'succeeded', reason: 'finished' }]);
    expect([calm.asked.length, calm.answered, calm.letThrough.length]).toEqual([2, [[2, 'approve']], 1]);
    expect(calm.diff).toContain(`+* @${MAINTAINER}`);
  }, patience(300_000));
  afterAll(async () => {
    await Promise.all(worlds.map((world) => world.close()));
  });

  it.each(SIDES)(
    '%s every effect asks once, and leaves behind what an undisturbed one does (QUAL-2.3, EXEC-1, GH-2, GH-7)',
    async (side) => {
      const { world, tale, kills } = await live((one) => ({ ...SETTINGS, ...crashing(side, one, KINDS) }));
      const crashed = await readFile(crashesOf(world), 'utf8');
      for (const kind of ['look_at_repository', 'checkpoint', 'post_question', 'release_sandbox', 'start_sandbox'])
        expect(crashed).toMatch(new RegExp(`^${kind} `, 'm'));
      expect(crashed.match(/^inbox /gm)?.length).toBeGreaterThanOrEqual(2);
      expect(kills).toBeGreaterThan(killsOf(20, 5));
      expect(leftOf(world, tale)).toEqual(calm);
      expect(containersOf(tale.history[0]?.task_uuid ?? '')).toBe('');
    },
    patience(500_000),
  );
});
