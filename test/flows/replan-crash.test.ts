import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  actionPlan,
  askFor,
  containersOf,
  decided,
  decomposition,
  done,
  homeOf,
  isUnrevised,
  NUMBER_FILES,
  numberRepository,
  pointOf,
  reviewedIn,
  says,
  subtask,
  untilOver,
  worldOf,
  write,
} from './stories.ts';
import { SIDES, crashing, killsOf, patience } from './crash-places.ts';
import { keepRunning } from './keep-running.ts';
import { completedOf, decisionsOf, factsOf, leftBehind, reflectionsOf, taleOf, tell } from './tales.ts';
import { openWorld } from './world.ts';
import type { Story } from './stories.ts';
import type { Tale } from './tales.ts';
import type { World } from './world.ts';

const TOO_SHORT = 'One step is not enough.';
const UNEXPLAINED = 'The number is not explained.';

/** Too long to be shown whole, so the rest is asked for. */
const LOG = Array.from({ length: 4_000 }, (_, index) => `line ${index + 1} of the log\n`).join('');

/**
 * A lookup for it; a plan that its review refuses once; a failure, a reflection on it, a partial re-plan, and the right
 * number; a change that its review refuses once. The model's answers depend on the request, so after a kill it answers
 * the same.
 */
const STORY: Story = {
  gathering: (request) => ({
    reason: 'The log may tell.',
    read: says(request, 'line 900 of the log') ? [] : [{ path: 'log.txt', start_line: 900, end_line: 900 }],
    search: [],
    list: [],
  }),
  decomposition: (request) =>
    says(request, TOO_SHORT)
      ? decomposition(subtask('task_1'), subtask('task_2', ['task_1']))
      : decomposition(subtask('task_1')),
  plan: (request) =>
    actionPlan({
      subtasks: says(request, 'Planning again (partial)')
        ? ['task_2']
        : says(request, 'task_2')
          ? ['task_1', 'task_2']
          : ['task_1'],
    }),
  review: (request) => {
    const [isFine, feedback] =
      reviewedIn(request) === 'plan' ? [says(request, 'task_2'), TOO_SHORT] : [says(request, 'why.txt'), UNEXPLAINED];
    return isFine ? { result: 'PASS', feedback: 'Good.' } : { result: 'FAIL', feedback };
  },
  decision: (request) =>
    pointOf(request) === 'execution' && isUnrevised(request)
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
    write('why.txt', 'It is 6 times 7.\n'),
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
    reviews: factsOf(tale, 'review').map(({ of, result, attempt }) => [of, result, attempt]),
    gathered: factsOf(tale, 'environment').filter(({ name }) => name === 'gathered').length,
    verified: factsOf(tale, 'verification').length,
    reflections: reflectionsOf(tale).map((fact) => fact.evaluation),
  };
}

const SETTINGS = { PLANWRIGHT_PLANNING__REVIEW__PLAN: 'true' };
const KINDS = [
  'ask_gathering',
  'gather',
  'look_at_neighbours',
  'ask_decision',
  'ask_reflection',
  'ask_review',
  'ask_model',
  'run_tests',
];

describe('a service that is killed while it re-plans, and revises what its reviews refuse', () => {
  const worlds: World[] = [];
  let calm: ReturnType<typeof leftOf>;
  const open = async () => {
    const world = await openWorld({
      ...worldOf({ crash: STORY }),
      repository: numberRepository('crash', { ...NUMBER_FILES, 'log.txt': LOG }),
    });
    worlds.push(world);
    return world;
  };
  beforeAll(async () => {
    const world = await open();
    await world.start(SETTINGS);
    calm = leftOf(world, await tell(world, 'crash'));
    expect(calm.reviews).toEqual([
      ['plan', 'FAIL', 1],
      ['plan', 'PASS', 2],
      // What was planned again.
      ['plan', 'PASS', 1],
      ['diff', 'FAIL', 1],
      ['diff', 'PASS', 2],
    ]);
    expect(calm.gathered).toBe(1);
    expect(calm.decisions).toEqual([['execution', 'partial', true]]);
    expect(calm.ending).toMatchObject([{ reason: 'finished', status: 'succeeded' }]);
  });
  afterAll(async () => {
    await Promise.all(worlds.map((world) => world.close()));
  });

  it.each(SIDES)(
    '%s every effect leaves behind what an undisturbed one does (REPLAN-8, PLAN-5, EXEC-7, QUAL-2.3)',
    async (side) => {
      const world = await open();
      const service = await keepRunning(world, { ...SETTINGS, ...crashing(side, world, KINDS) });
      const repository = homeOf('crash');
      const issue = await askFor(world, 'crash', repository);
      const tale = taleOf(world, 'crash', {
        repository,
        issue,
        history: await untilOver(world, issue, repository, patience(300_000)),
      });
      await service.stop();
      expect(service.kills()).toBeGreaterThan(killsOf(33, 11));
      expect(leftOf(world, tale)).toEqual(calm);
      expect(containersOf(tale.history[0]?.task_uuid ?? '')).toBe('');
    },
    patience(320_000),
  );
});
