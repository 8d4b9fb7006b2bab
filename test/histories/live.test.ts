import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { summaryOf } from '../../src/state/task-summary.ts';
import { next } from '../../src/flow/next.ts';
import { replay } from '../../src/state/evolve.ts';
import { historyOf, untilOver } from '../flows/stories.ts';
import { api, askForFix, openWorld } from '../flows/world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { World } from '../flows/world.ts';

describe('the history of a task that has just ended', () => {
  let world: World;
  let service: ServiceProcess;
  let history: readonly Recorded[] = [];
  beforeAll(async () => {
    world = await openWorld();
    service = await world.start();
    history = await untilOver(world, await askForFix(world));
  }, 90_000);
  afterAll(async () => {
    await world?.close();
  });

  it('leads to the same state each time, and to the one the service shows', async () => {
    const [once, again] = [replay(history), replay(structuredClone(history))];
    if (once === null) throw new Error('A history leads to a task.');
    expect(again).toEqual(once);
    expect(once.stage).toMatchObject({
      is: 'ended',
      ending: { status: 'succeeded', reason: 'finished' },
      pullRequest: { draft: false },
    });
    expect(JSON.parse(JSON.stringify(summaryOf(once)))).toEqual(await api(service, world, `/api/tasks/${once.id}`));
  });

  it('can be replayed from every prefix, and always says what comes next', async () => {
    expect(await historyOf(world, 1)).toEqual(history);
    for (let length = 1; length <= history.length; length += 1) {
      const task = replay(history.slice(0, length));
      if (task === null) throw new Error('A history leads to a task.');
      expect(task.version).toBe(length);
      expect(next(task).kind).toBe(length === history.length ? 'ended' : 'perform');
    }
  });
});
