import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  actionPlan,
  askFor,
  containersOf,
  decided,
  decomposition,
  done,
  homeOf,
  pointOf,
  says,
  subtask,
  untilOver,
  worldOf,
  write,
} from './stories.ts';
import { keepRunning } from './keep-running.ts';
import { completedOf, decisionsOf, factsOf, leftBehind, taleOf, tell } from './tales.ts';
import { openWorld } from './world.ts';
import type { Story } from './stories.ts';
import type { Tale } from './tales.ts';
import type { World } from './world.ts';

/** A failure, a reflection on it, a partial re-plan, and the right number in the end. */
const STORY: Story = {
  decomposition: decomposition(subtask('task_1'), subtask('task_2', ['task_1'])),
  plan: (request) => actionPlan({ subtasks: says(request, 'Planning again (partial)') ? ['task_2'] : ['task_1', 'task_2'] }),
  decision: (request) =>
    pointOf(request) === 'execution' && says(request, '## Re-plans so far\nNone.')
      ? decided({
          replan_needed: true,
          reasoning: 'Another way.',
          replan_type: 'partial_replan',
          replan_level: 2,
          target_phase: 'execution',
        })
      : decided(),
  steps: [
    write('notes.txt', 'kept\n'),
    done(),
    write('answer.txt', '43\n'),
    done('failure', ['It is 43.']),
    write('answer.txt', '42\n'),
    done(),
  ],
};

/** With what the history says of each re-plan. */
function leftOf(world: World, tale: Tale) {
  return {
    ...leftBehind(world, tale),
    decisions: decisionsOf(tale).map(({ phase, kind, executed }) => [phase, kind, executed]),
    completed: completedOf(tale).map(({ phase, result }) => [phase, result]),
    revisions: factsOf(tale, 'revision').map(({ source, updated_plan: plan }) => [source, plan.action_plan]),
    reflections: factsOf(tale, 'reflection').map((fact) => fact.evaluation),
  };
}

describe('a service that is killed while it re-plans', () => {
  const worlds: World[] = [];
  let calm: ReturnType<typeof leftOf>;
  const open = async () => {
    const world = await openWorld(worldOf({ crash: STORY }));
    worlds.push(world);
    return world;
  };
  beforeAll(async () => {
    const world = await open();
    await world.start();
    calm = leftOf(world, await tell(world, 'crash'));
    expect(calm.decisions).toEqual([['execution', 'partial', true]]);
    expect(calm.ending).toMatchObject([{ reason: 'finished', status: 'succeeded' }]);
  });
  afterAll(async () => {
    await Promise.all(worlds.map((world) => world.close()));
  });

  it('before every effect leaves behind what an undisturbed one does (REPLAN-8, PLAN-5, QUAL-2.3)', async () => {
    const world = await open();
    const crashing = { PLANWRIGHT_CRASHPOINTS: `before:${join(world.folder, 'crashes')}` };
    const service = await keepRunning(world, crashing);
    const repository = homeOf('crash');
    const issue = await askFor(world, 'crash', repository);
    const tale = taleOf(world, 'crash', { repository, issue, history: await untilOver(world, issue, repository, 300_000) });
    await service.stop();
    expect(service.kills()).toBeGreaterThan(30);
    expect(leftOf(world, tale)).toEqual(calm);
    expect(containersOf(tale.history[0]?.task_uuid ?? '')).toBe('');
  }, 320_000);
});
