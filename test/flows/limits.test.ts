import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import {
  actionPlan,
  askFor,
  commentsOn,
  decided,
  decomposition,
  done,
  homeOf,
  pointOf,
  run,
  subtask,
  untilOver,
  verdictsIn,
  worldOf,
} from './stories.ts';
import { openWorld, until } from './world.ts';
import type { Answer, SeenRequest } from '../../standins/anthropic/script.ts';
import type { Point, Story } from './stories.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { World } from './world.ts';

const CAUSES = [
  'the wind',
  'the rain',
  'the snow',
  'the hail',
  'the fog',
  'the sun',
  'the moon',
  'the tide',
  'the frost',
  'the storm',
  'the dew',
  'the heat',
];

/** Always wants the same kind of re-plan at one point, for a new reason each time unless `sameCause`. */
function stubborn(point: Point, wish: Readonly<Record<string, unknown>>, { sameCause = false } = {}): Answer {
  const asked = new Map<string, number>();
  return (request: SeenRequest) => {
    if (pointOf(request) !== point) return decided();
    const body = JSON.stringify(request.body);
    const turn = asked.get(body) ?? asked.size;
    asked.set(body, turn);
    const cause = sameCause ? CAUSES[0] : CAUSES[turn % CAUSES.length];
    return decided({
      replan_needed: true,
      reasoning: `It is because of ${cause}.`,
      target_phase: point,
      issues_found: [`It is because of ${cause}`],
      ...wish,
    });
  };
}

/** An action that fails for a new reason each time, with the judgement in its closing answer. */
function failing(wish: Readonly<Record<string, unknown>>): NonNullable<Story['steps']> {
  return CAUSES.map(
    (cause) =>
      [
        run('true'),
        {
          type: 'tool_use',
          name: 'finish_action',
          input: {
            status: 'failure',
            evaluation: `It failed because of ${cause}.`,
            issues_identified: [`It failed because of ${cause}`],
            ...decided({
              replan_needed: true,
              target_phase: 'execution',
              reasoning: `It failed because of ${cause}.`,
              ...wish,
            }),
          },
        },
      ] as const,
  );
}

const RETRY = { replan_type: 'retry', replan_level: 1 };
const PARTIAL = { replan_type: 'partial_replan', replan_level: 2 };
const REGENERATION = { replan_type: 'action_regeneration' };

interface Limit {
  readonly story: Story;
  readonly kind: string;
  readonly granted: number;
  readonly override: 'limit_reached' | 'infinite_loop';
}

/** With the limits below: redecompositions 3 and retries 3 as by default, the others smaller to keep it short. */
const LIMITS: Readonly<Record<string, Limit>> = {
  redecomposition: {
    story: { decision: stubborn('task_decomposition', { replan_type: 'task_redecomposition' }) },
    kind: 'decomposition',
    granted: 3,
    override: 'limit_reached',
  },
  regeneration: {
    story: { decision: stubborn('action_sequence', REGENERATION) },
    kind: 'actions',
    granted: 3,
    override: 'limit_reached',
  },
  retry: {
    story: { steps: failing(RETRY), decision: stubborn('execution', RETRY) },
    kind: 'retry',
    granted: 3,
    override: 'limit_reached',
  },
  partial: {
    story: { steps: failing(PARTIAL), decision: stubborn('execution', PARTIAL) },
    kind: 'partial',
    granted: 2,
    override: 'limit_reached',
  },
  monitoring: {
    story: {
      steps: [done()],
      decision: stubborn('reflection', { replan_type: 'plan_revision', additional_actions: ['Look once more'] }),
    },
    kind: 'monitoring',
    granted: 2,
    override: 'limit_reached',
  },
  loop: {
    story: { decision: stubborn('action_sequence', REGENERATION, { sameCause: true }) },
    kind: 'actions',
    granted: 2,
    override: 'infinite_loop',
  },
};

const decisionsIn = (history: readonly Recorded[]) =>
  verdictsIn(history).filter((fact) => fact.llm_decision?.replan_needed === true);

describe('a limit of re-planning', () => {
  let world: World;
  const issues = new Map<string, number>();
  const issueOf = (story: string) => issues.get(story) ?? 0;
  const questionsOf = (story: string) =>
    commentsOn(world, issueOf(story), homeOf(story)).filter((body) => body.includes('planwright:question'));

  beforeAll(async () => {
    world = await openWorld(
      worldOf(Object.fromEntries(Object.entries(LIMITS).map(([name, { story }]) => [name, story]))),
    );
    await world.start({
      PLANWRIGHT_PLANNING__REFLECTION__ENABLED: 'false',
      PLANWRIGHT_PLANNING__REPLANNING__GLOBAL__SAME_TRIGGER_MAX_COUNT: '2',
    });
    for (const story of Object.keys(LIMITS)) issues.set(story, await askFor(world, story, homeOf(story)));
  });
  afterAll(async () => {
    await world?.close();
  });

  for (const [story, { kind, granted, override }] of Object.entries(LIMITS)) {
    const what =
      override === 'infinite_loop' ? 'the same re-plan for the same cause' : `re-plans of the kind "${kind}"`;
    it(`grants ${granted} ${what} and refuses the next: the model is told and asked again, then people are, once (REPLAN-4, 5)`, async () => {
      const question = await until(() => questionsOf(story)[0], `the question of ${story}`);
      expect(question).toMatch(
        override === 'infinite_loop'
          ? /The same problem has led to the same change/
          : /in this way as often as allowed/,
      );
      await world.github.acts.comment({
        repository: homeOf(story),
        issue: issueOf(story),
        by: MAINTAINER,
        body: 'Go on as it is.',
      });
      const history = await untilOver(world, issueOf(story), homeOf(story));
      const decisions = decisionsIn(history);
      const executed = decisions.filter((fact) => fact.executed);
      expect(executed.map((fact) => fact.kind)).toEqual(Array.from({ length: granted }, () => kind));
      expect(decisions.slice(0, granted)).toEqual(executed);
      expect(
        decisions.slice(granted).every((fact) => fact.override_reason === override && fact.result === 'skipped'),
      ).toBe(true);
      expect(decisions.length).toBeGreaterThanOrEqual(granted + 2);
      expect(history.filter((fact) => fact.type === 'replan_decision' && fact.name === 'completed')).toHaveLength(
        granted,
      );
      expect(questionsOf(story)).toHaveLength(1);
      const told = world.anthropic.requests.filter(
        (request) => request.bodyText.includes(`story ${story}`) && request.bodyText.includes('take another approach'),
      );
      expect(told.length).toBeGreaterThan(0);
      const progress =
        commentsOn(world, issueOf(story), homeOf(story)).find((body) => body.includes('planwright:progress')) ?? '';
      expect(progress.match(/✅ completed|❌ failed/g)?.length ?? 0).toBeGreaterThanOrEqual(1);
      expect(progress).toContain('➖ not done:');
      expect(history.at(-1)).toMatchObject({ type: 'completion' });
    });
  }
});

describe('the limit of all re-plans together', () => {
  let world: World;
  afterAll(async () => {
    await world?.close();
  });

  it('holds whatever kind they are, and an unanswered question ends in the plan that is there (REPLAN-4, 5)', async () => {
    const kinds = [
      { replan_type: 'goal_revision' },
      { replan_type: 'task_redecomposition' },
      { replan_type: 'goal_revision' },
    ];
    const inTurn: Answer = (request) => {
      if (pointOf(request) !== 'task_decomposition') return decided();
      const turn = ['first', 'second', 'third'].filter((word) =>
        JSON.stringify(request.body).includes(`${word} doubt`),
      ).length;
      return decided({
        replan_needed: true,
        reasoning: `A ${['first', 'second', 'third', 'fourth'][turn]} doubt.`,
        target_phase: 'task_decomposition',
        ...kinds[turn % kinds.length],
      });
    };
    world = await openWorld(
      worldOf({ total: { decision: inTurn, decomposition: decomposition(subtask('task_1')), plan: actionPlan() } }),
    );
    await world.start({
      PLANWRIGHT_PLANNING__REPLANNING__GLOBAL__MAX_TOTAL_REPLANS: '2',
      PLANWRIGHT_PLANNING__REPLANNING__GOAL_UNDERSTANDING__AUTO_ASSUME_TIMEOUT_MINUTES: '0.02',
    });
    const issue = await askFor(world, 'total', homeOf('total'));
    const history = await untilOver(world, issue, homeOf('total'));
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(decisionsIn(history)).toMatchObject([
      { kind: 'goal', executed: true },
      { kind: 'decomposition', executed: true },
      { kind: 'goal', executed: false, override_reason: 'limit_reached' },
      { executed: false, override_reason: 'limit_reached' },
    ]);
    expect(history.filter((fact) => fact.type === 'answer')).toMatchObject([
      { name: 'assumed', assumptions: ['The current plan stays as it is.'] },
    ]);
  });
});
