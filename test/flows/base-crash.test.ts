import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SIDES, crashesOf } from './crash-places.ts';
import { keepRunning } from './keep-running.ts';
import { moveBase } from './move-base.ts';
import { askFor, containersOf, done, homeOf, untilOver, worldOf, write } from './stories.ts';
import { factsOf, leftBehind, taleOf } from './tales.ts';
import { openWorld } from './world.ts';
import type { Side } from '../../src/crashpoint.ts';
import type { World } from './world.ts';

const STORY = 'moves';
const REPOSITORY = homeOf(STORY);
/** Where the base is checked and merged, and where the result is recorded. */
const KINDS = 'merge_base,record of merge_base';

describe('a service that is killed while a base branch that moved is merged', () => {
  const worlds: World[] = [];

  /** The base moves in conflict with the work, and once more without conflict while that is resolved. */
  async function live(side: Side | null) {
    const world: World = await openWorld(
      worldOf({
        [STORY]: {
          steps: [
            write('answer.txt', '42\n'),
            () => {
              moveBase(world, REPOSITORY, 'answer.txt', '43\n');
              return done();
            },
            write('answer.txt', '42\n'),
            () => {
              moveBase(world, REPOSITORY, 'other.txt', 'from the base\n');
              return done();
            },
          ],
        },
      }),
    );
    worlds.push(world);
    const crashes = { PLANWRIGHT_CRASHPOINTS: `${side}:${crashesOf(world)}`, PLANWRIGHT_CRASHPOINTS_AT: KINDS };
    const service = await keepRunning(world, side === null ? {} : crashes);
    const issue = await askFor(world, STORY, REPOSITORY);
    const history = await untilOver(world, issue, REPOSITORY, 240_000);
    const tale = taleOf(world, STORY, { repository: REPOSITORY, issue, history });
    await service.stop();
    const found = factsOf(tale, 'verification').map(({ name }) => name);
    const taskId = history[0]?.task_uuid ?? '';
    return { world, left: { ...leftBehind(world, tale), found, containers: containersOf(taskId) } };
  }

  const lives: Partial<Record<Side | 'calm', Awaited<ReturnType<typeof live>>>> = {};
  beforeAll(async () => {
    await Promise.all(
      [null, ...SIDES].map(async (side) => {
        lives[side ?? 'calm'] = await live(side);
      }),
    );
  }, 300_000);
  afterAll(async () => {
    await Promise.all(worlds.map((world) => world.close()));
  });

  it('is told three times how the base stands when nothing kills it', () => {
    expect(lives.calm?.left.found).toEqual(['base_conflicts', 'base_merged', 'base_current', 'tests']);
    expect(lives.calm?.left.ending).toMatchObject([{ status: 'succeeded', reason: 'finished' }]);
    expect(lives.calm?.left.diff).toContain('+42');
    expect(lives.calm?.left.diff).not.toContain('from the base');
  });

  it.each(SIDES)(
    '%s each of these effects leaves behind what an undisturbed one does (QUAL-2.3, GH-7, R16)',
    async (side) => {
      const one = lives[side];
      if (one === undefined) throw new Error('It has no life.');
      const crashed = (await readFile(crashesOf(one.world), 'utf8')).trim().split('\n');
      expect(crashed).toHaveLength(side === 'before' ? 3 : 6);
      expect(one.left).toEqual(lives.calm?.left);
    },
  );
});
