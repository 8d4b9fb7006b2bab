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
  isUnrevised,
  pointOf,
  run,
  subtask,
  untilOver,
  worldOf,
  write,
} from './stories.ts';
import { asked, callsOf, decisionsOf, factsOf, questionsOf, reflectionsOf, taleOf, tellAll } from './tales.ts';
import { toolUse } from '../../standins/anthropic/script.ts';
import { openWorld, until } from './world.ts';
import type { Json, Step } from '../../standins/anthropic/script.ts';
import type { Story } from './stories.ts';
import type { Tale } from './tales.ts';
import type { World } from './world.ts';

const SIX = ['one', 'two', 'three', 'four', 'five', 'six'];
const chain = (ids: readonly string[]) => decomposition(...ids.map((id) => subtask(id)));
/** The right number first, then one success after the other. */
const goodSteps = (count: number): readonly Step[] =>
  [
    write('answer.txt', '42\n'),
    ...Array.from({ length: count }, (_, at) => [run(`echo ${at}`), done()] as const),
  ].flatMap((step) => (Array.isArray(step) ? step : [step])) as readonly Step[];

function reflection(needed: boolean, revision?: Json) {
  return {
    reflection: {
      action_evaluated: 'the last one',
      status: needed ? 'failure' : 'success',
      evaluation: needed ? 'Tool X is not there.' : 'It goes well.',
      alignment_with_plan: 'It fits.',
      issues_identified: needed ? ['no tool'] : [],
      plan_revision_needed: needed,
    },
    ...(revision === undefined ? {} : { plan_revision: revision }),
  };
}

const byInterval: Story = { decomposition: chain(SIX), plan: actionPlan({ subtasks: SIX }), steps: goodSteps(6) };

/** Fails at its first action each time; each reflection adds another way. */
const revising: Story = {
  decomposition: chain(['one', 'two']),
  plan: actionPlan({ subtasks: ['one', 'two'] }),
  reflection: reflection(true, {
    reason: 'Another way is needed.',
    changes: [{ type: 'modify_action', details: 'Use another tool' }],
    updated_action_plan: {
      execution_order: ['one', 'two'],
      actions: ['one', 'two'].map((id) => ({
        task_id: id,
        action_type: 'tool_call',
        tool: 'run_command',
        purpose: `Another way for ${id}`,
        expected_outcome: 'It works',
        fallback_strategy: '',
      })),
    },
  }),
  steps: [
    run('echo'),
    done('failure'),
    run('echo'),
    done('failure'),
    run('echo'),
    done('failure'),
    write('answer.txt', '42\n'),
    done(),
    run('echo'),
    done(),
  ],
};

/** Judgements by the model; a success without a judgement is recorded, too. */
const judgedInWork = (tale: Tale) =>
  factsOf(tale, 'replan_decision').filter((fact) => fact.phase === 'execution' && fact.llm_decision?.reasoning !== '');

async function inWorld(
  stories: Readonly<Record<string, Story>>,
  env: Readonly<Record<string, string>>,
): Promise<World> {
  const world = await openWorld(worldOf(stories));
  await world.start({ PLANWRIGHT_QUEUE__CONCURRENCY: '4', ...env });
  return world;
}

describe('reflection with re-planning (PLAN-1.5)', () => {
  let world: World;
  let of: (story: string) => Tale;
  const STORIES: Readonly<Record<string, Story>> = {
    interval: byInterval,
    'judged-in-closing': {
      ...byInterval,
      steps: [
        write('answer.txt', '42\n'),
        ...SIX.map((id) =>
          toolUse('finish_action', {
            status: id === 'two' ? 'failure' : 'success',
            evaluation: `Done with ${id}.`,
            issues_identified: id === 'two' ? ['`npm test` was not run whole'] : [],
            ...decided({ reasoning: `Fine after ${id}.` }),
          }),
        ),
      ],
    },
    'due-after-failure': {
      decomposition: chain(['one']),
      steps: [run('false'), done('failure'), write('answer.txt', '42\n'), done()],
      reflection: reflection(true),
      decision: (request) =>
        pointOf(request) === 'execution' && isUnrevised(request)
          ? decided({
              replan_needed: true,
              replan_type: 'retry',
              replan_level: 1,
              target_phase: 'execution',
              reasoning: 'Again.',
            })
          : decided(),
      plan: actionPlan({ subtasks: ['one'] }),
    },
    'wanted-in-passing': { ...byInterval, reflection: reflection(true) },
    unreadable: { ...byInterval, reflection: { thoughts: 'many' } },
  };
  beforeAll(async () => {
    world = await inWorld(STORIES, {});
    of = await tellAll(world, Object.keys(STORIES));
  });
  afterAll(async () => {
    await world?.close();
  });

  it('comes every three actions, and costs one call each time (PLAN-1.5, PLAN-3 trigger_interval)', () => {
    const tale = of('interval');
    expect(reflectionsOf(tale)).toHaveLength(2);
    expect(callsOf(tale).filter((call) => call === 'reflection')).toHaveLength(2);
    expect(judgedInWork(tale)).toEqual([]);
    const recorded = factsOf(tale, 'replan_decision').filter((fact) => fact.phase === 'execution');
    expect(recorded.map((fact) => fact.llm_decision?.replan_type)).toEqual(SIX.map(() => 'none'));
    expect(tale.progress).toContain('✅ Reflection');
    const [prompt] = asked(world, 'interval', 'submit_reflection');
    expect(prompt).toContain('some actions have been finished since you last looked back');
    expect(prompt).toContain('You do not change the plan here');
  });

  it('judged in each closing answer: reflects after the failure without a call, periodically with one, and tells all of it to the last judgement (PLAN-1.5, PLAN-7, MODEL-2)', () => {
    const tale = of('judged-in-closing');
    const evaluations = reflectionsOf(tale).map((fact) => fact.evaluation?.evaluation);
    expect(evaluations).toEqual(['Done with two.', 'It went as planned.']);
    expect(callsOf(tale).filter((call) => call === 'reflection')).toHaveLength(1);
    expect(judgedInWork(tale).map((fact) => fact.llm_decision?.reasoning)).toEqual(
      SIX.map((id) => `Fine after ${id}.`),
    );
    const last = asked(world, 'judged-in-closing', 'submit_completion_assessment').at(-1) ?? '';
    expect(last).toContain('# Is it done?');
    for (const told of ['two: Carry out two: failure. Done with two.', 'two, action: `npm test` was not run whole'])
      expect(last).toContain(told);
    expect(last).not.toMatch(/## The reflections on the work\nNone/);
    expect(asked(world, 'judged-in-closing', 'submit_reflection')[0]).toContain('`npm test` was not run whole');
  });

  it('comes before the decision after a failure, which reads it (PLAN-1.5, PLAN-6 level 1)', () => {
    const calls = callsOf(of('due-after-failure'));
    expect(calls.filter((call) => call === 'reflection')).toHaveLength(1);
    expect(calls[calls.indexOf('reflection') + 1]).toBe('replan_decision');
    expect(
      asked(world, 'due-after-failure', 'submit_replan_decision').find((text) => text.includes('# Go on, try again')),
    ).toContain('Tool X is not there.');
  });

  it('changes no plan by itself when re-planning is enabled: the decision does (PLAN-1.5)', () => {
    const tale = of('wanted-in-passing');
    expect(factsOf(tale, 'revision')).toEqual([]);
    expect(judgedInWork(tale)).toHaveLength(2);
    expect(tale.history.at(-1)).toMatchObject({ reason: 'finished' });
  });

  it('that fails is recorded, and the next action is tried (PLAN-6 level 2)', () => {
    const tale = of('unreadable');
    const reflections = reflectionsOf(tale);
    expect(reflections).toHaveLength(2);
    for (const fact of reflections) expect(fact).toMatchObject({ evaluation: null });
    expect(reflections[0]?.problems.length).toBeGreaterThan(0);
    expect(tale.history.at(-1)).toMatchObject({ reason: 'finished' });
  });
});

describe('reflection as the settings say (PLAN-3)', () => {
  it('does not come when it is disabled, and the decision is asked all the same (PLAN-3 reflection.enabled, REPLAN-2)', async () => {
    const world = await inWorld(
      { off: { ...byInterval, steps: [run('false'), done('failure'), ...goodSteps(6)] } },
      { REFLECTION_ENABLED: 'false' },
    );
    try {
      const tale = (await tellAll(world, ['off']))('off');
      expect(reflectionsOf(tale)).toEqual([]);
      expect(judgedInWork(tale)).toHaveLength(1);
      expect(tale.progress).toContain('➖ Reflection');
    } finally {
      await world.close();
    }
  });

  it('revises the plan itself without re-planning, as often as allowed; then a person is asked, the task waits, and goes on (PLAN-1.5, PLAN-6 level 3)', async () => {
    const world = await inWorld({ revising }, { REPLANNING_ENABLED: 'false', MAX_PLAN_REVISIONS: '2' });
    try {
      const repository = homeOf('revising');
      const issue = await askFor(world, 'revising', repository);
      const question = await until(() => commentsOn(world, issue, repository)[1], 'the question');
      expect(question).toContain('## ✋ Your Help Is Needed');
      expect(question).toContain('The plan has been revised as often as allowed');
      expect(question).toContain('Another way is needed.');
      expect(question).toContain('**Where it stands**:\n- The goal is not reached yet.');
      expect(question).toContain('- Attempts to revise the plan: 2.');
      expect(question).toContain('**What I recommend**:');
      const [progress = ''] = commentsOn(world, issue, repository);
      expect(progress).not.toContain('🏁');
      await world.github.acts.comment({ repository, issue, by: MAINTAINER, body: 'Just do it by hand.' });
      const history = await untilOver(world, issue, repository);
      const tale = taleOf(world, 'revising', { repository, issue, history });
      const isAnswer = (fact: { readonly type: string }) => fact.type === 'answer';
      const before = history.slice(0, history.findIndex(isAnswer)).filter((fact) => fact.type === 'revision');
      expect(before).toMatchObject([
        { source: 'reflection', reason: 'Another way is needed.', changes: [{ type: 'modify_action' }] },
        { source: 'reflection' },
      ]);
      // People's comments are reflected on too: this model wants to revise again, and may.
      expect(asked(world, 'revising', 'submit_reflection').at(-1)).toContain('people said something about the work');
      expect(factsOf(tale, 'replan_decision')).toEqual([]);
      expect(reflectionsOf(tale).length).toBeGreaterThanOrEqual(3);
      expect(tale.progress).toMatch(/## 📋 Execution Plan \(Revised #[23]\)/);
      expect(tale.progress).toContain('📜 Previous Plan History');
      expect(questionsOf(tale)).toHaveLength(1);
      expect(factsOf(tale, 'completion')).toMatchObject([
        {
          phase: 'completion',
          status: 'requires_human_intervention',
          summary: { goal_achieved: false, tasks_completed: 0, revision_attempts: 2 },
        },
        { phase: 'completion', done: true },
      ]);
      expect(callsOf(tale)).not.toContain('replan_decision');
    } finally {
      await world.close();
    }
  });

  it('asks a person before the revision after the last allowed one with re-planning too, and records it as not carried out (PLAN-6 level 3, REPLAN-8)', async () => {
    const partial = decided({
      replan_needed: true,
      confidence: 0.9,
      reasoning: 'The rest must change.',
      replan_type: 'partial_replan',
      target_phase: 'execution',
      replan_level: 2,
    });
    const story: Story = {
      plan: actionPlan(),
      reflection: reflection(true),
      steps: [
        run('echo'),
        done('failure', ['first']),
        run('echo'),
        done('failure', ['second']),
        write('answer.txt', '42\n'),
        done(),
      ],
      decision: (request) => (pointOf(request) === 'execution' ? partial : decided()),
    };
    const world = await inWorld({ 'one-revision': story }, { MAX_PLAN_REVISIONS: '1' });
    try {
      const repository = homeOf('one-revision');
      const issue = await askFor(world, 'one-revision', repository);
      await until(() => commentsOn(world, issue, repository)[1], 'the question');
      await world.github.acts.comment({ repository, issue, by: MAINTAINER, body: 'Go on.' });
      const tale = taleOf(world, 'one-revision', {
        repository,
        issue,
        history: await untilOver(world, issue, repository),
      });
      expect(decisionsOf(tale).map((fact) => [fact.executed, fact.override_reason, fact.result])).toEqual([
        [true, null, null],
        [false, 'limit_reached', 'skipped'],
      ]);
      expect(factsOf(tale, 'revision')).toHaveLength(1);
      expect(tale.comments[1]).toContain('The rest must change.');
    } finally {
      await world.close();
    }
  });
});
