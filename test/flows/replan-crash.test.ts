import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { untilReady } from '../../demo/bench.ts';
import {
  actionPlan,
  askFor,
  containersOf,
  decided,
  decomposition,
  done,
  gitOf,
  homeOf,
  pointOf,
  says,
  subtask,
  untilOver,
  worldOf,
  write,
} from './stories.ts';
import { completedOf, decisionsOf, factsOf, taleOf, tell } from './tales.ts';
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

/** What is left when it is over, without what differs from run to run. */
function leftBehind(world: World, tale: Tale) {
  const timeless = (text: string) =>
    text
      .replace(/⏱️.*/g, '⏱️')
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?: UTC)?/g, 'at')
      .replace(/task=[0-9a-f-]+/g, 'task=…');
  const git = gitOf(world, tale.repository);
  const branch = `planwright/${tale.issue}-story-crash`;
  return {
    comments: tale.comments.map(timeless),
    pulls: tale.pulls.map((one) => [one.title, timeless(one.body ?? ''), one.pull?.draft]),
    commits: git('log', '--format=%B', `main..${branch}`),
    diff: git('diff', `main...${branch}`),
    decisions: decisionsOf(tale).map(({ phase, kind, executed }) => [phase, kind, executed]),
    completed: completedOf(tale).map(({ phase, result }) => [phase, result]),
    revisions: factsOf(tale, 'revision').map(({ source, updated_plan: plan }) => [source, plan.action_plan]),
    reflections: factsOf(tale, 'reflection').map((fact) => fact.evaluation),
    ending: factsOf(tale, 'completion').flatMap((end) =>
      'reason' in end ? [{ status: end.status, reason: end.reason, summary: end.summary }] : [],
    ),
  };
}

describe('a service that is killed while it re-plans', () => {
  const worlds: World[] = [];
  let calm: ReturnType<typeof leftBehind>;
  const open = async () => {
    const world = await openWorld(worldOf({ crash: STORY }));
    worlds.push(world);
    return world;
  };
  beforeAll(async () => {
    const world = await open();
    await world.start();
    calm = leftBehind(world, await tell(world, 'crash'));
    expect(calm.decisions).toEqual([['execution', 'partial', true]]);
    expect(calm.ending).toMatchObject([{ reason: 'finished', status: 'succeeded' }]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all(worlds.map((world) => world.close()));
  });

  it('before every effect leaves behind what an undisturbed one does (REPLAN-8, PLAN-5, QUAL-2.3)', async () => {
    const world = await open();
    const crashing = { PLANWRIGHT_CRASHPOINTS: `before:${join(world.folder, 'crashes')}` };
    let service = await world.start(crashing);
    await untilReady(service);
    const repository = homeOf('crash');
    const issue = await askFor(world, 'crash', repository);
    const over = untilOver(world, issue, repository, 300_000);
    let kills = 0;
    for (;;) {
      const first = await Promise.race([over.then(() => 'over' as const), service.ended.then(() => 'killed' as const)]);
      if (first === 'over') break;
      kills += 1;
      service = await world.start(crashing);
    }
    const tale = taleOf(world, 'crash', { repository, issue, history: await over });
    expect(kills).toBeGreaterThan(30);
    expect(leftBehind(world, tale)).toEqual(calm);
    expect(containersOf(tale.history[0]?.task_uuid ?? '')).toBe('');
  }, 320_000);
});
