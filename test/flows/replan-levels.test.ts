import { describe, expect, it } from '@jest/globals';
import { toolUse } from '../../standins/anthropic/script.ts';
import {
  actionPlan,
  decided,
  decomposition,
  done,
  historyOf,
  isUnrevised,
  pointOf,
  says,
  subtask,
  verdictsIn,
  write,
} from './stories.ts';
import {
  asked,
  callsOf,
  completedOf,
  decisionsOf,
  factsOf,
  fileOf,
  questionsOf,
  reflectionsOf,
  toldBefore,
} from './tales.ts';
import type { Json, Step } from '../../standins/anthropic/script.ts';
import type { Story } from './stories.ts';

const TYPES = [
  null,
  'retry',
  'partial_replan',
  'action_regeneration',
  'task_redecomposition',
  'goal_revision',
] as const;

/** Notes are kept, the number is wrong at first, and right at the second try. */
const STEPS: readonly Step[] = [
  write('notes.txt', 'kept\n'),
  done(),
  write('answer.txt', '43\n'),
  done('failure', ['The number was 43.']),
  write('answer.txt', '42\n'),
  done(),
];
const TWO = decomposition(subtask('task_1'), subtask('task_2', ['task_1']));
const BOTH = actionPlan({ subtasks: ['task_1', 'task_2'] });

function level(number: 1 | 2 | 3 | 4 | 5, extras: Readonly<Record<string, unknown>> = {}): Json {
  return decided({
    replan_needed: true,
    confidence: 0.85,
    reasoning: `Level ${number} is called for.`,
    replan_type: TYPES[number],
    target_phase: 'execution',
    replan_level: number,
    issues_found: ['The number is 43'],
    recommended_actions: ['Look again'],
    error_classification: 'persistent',
    recovery_strategy: 'Another way',
    affected_actions: ['task_2'],
    ...extras,
  });
}

/** Once, at the first failure; afterwards all is well. */
function once(number: 1 | 2 | 3 | 4 | 5): Story {
  return {
    decomposition: (request) =>
      says(request, 'Planning again (decomposition)') || says(request, 'Planning again (goal)')
        ? decomposition(subtask('fix'))
        : TWO,
    plan: (request) => {
      if (says(request, 'Planning again (partial)')) return actionPlan({ subtasks: ['task_2'] });
      if (says(request, 'Planning again (actions)')) return actionPlan({ subtasks: ['task_1', 'task_2'] });
      return says(request, '- fix: ') ? actionPlan({ subtasks: ['fix'] }) : BOTH;
    },
    decision: (request) => (pointOf(request) === 'execution' && isUnrevised(request) ? level(number) : decided()),
    steps: STEPS,
  };
}

const finish = (status: 'success' | 'failure', decision: Json) =>
  toolUse('finish_action', { status, evaluation: `It ended as ${status}.`, issues_identified: [], ...decision });
const UNKNOWN = actionPlan({ subtasks: ['task_9'] });
const CYCLE = decomposition(subtask('one', ['two']), subtask('two', ['one']));

const STEPS_RIGHT = [write('notes.txt', 'kept\n'), done(), write('answer.txt', '42\n'), done()] as const;

const STORIES: Readonly<Record<string, Story>> = {
  'level-one': once(1),
  'level-two': once(2),
  'level-three': once(3),
  'level-four': once(4),
  'level-five': once(5),
  carried: {
    steps: [
      write('answer.txt', '43\n'),
      finish('failure', level(1)),
      write('answer.txt', '42\n'),
      finish('success', decided()),
    ],
  },
  'all-well': {},
  monitoring: {
    steps: [write('answer.txt', '43\n'), done(), write('answer.txt', '42\n'), done()],
    decision: (request) =>
      pointOf(request) === 'reflection' && isUnrevised(request)
        ? decided({
            replan_needed: true,
            reasoning: 'The check says wrong.',
            replan_type: 'plan_revision',
            target_phase: 'reflection',
            evaluation_result: 'partial_success',
            achievement_rate: 60,
            additional_actions: ['Put 42 there'],
            revision_scope: 'minor',
            issues_found: ['check.sh fails'],
          })
        : decided(),
    plan: (request) =>
      says(request, 'Planning again (monitoring)') ? actionPlan({ subtasks: ['extra_1'] }) : actionPlan(),
  },
  'plan-time': {
    decomposition: (request) => (says(request, 'Planning again (goal)') ? TWO : decomposition(subtask('rough'))),
    goal: (request) => ({
      goal_understanding: {
        main_objective: `Put the ${says(request, 'Planning again (goal)') ? 'right' : 'wrong'} number there (story plan-time).`,
        success_criteria: ['It works'],
        constraints: [],
        context: '',
      },
    }),
    plan: (request) =>
      says(request, 'Planning again (actions)')
        ? BOTH
        : actionPlan({ subtasks: ['task_1', 'task_2'], testCommand: 'true' }),
    decision: (request) => {
      const point = pointOf(request);
      if (point === 'task_decomposition' && says(request, 'Do what rough asks for')) {
        return says(request, 'divide the work anew')
          ? decided({
              replan_needed: true,
              reasoning: 'The goal is not the right one.',
              replan_type: 'goal_revision',
              target_phase: 'goal_understanding',
            })
          : decided({
              replan_needed: true,
              reasoning: 'It is too rough.',
              replan_type: 'task_redecomposition',
              target_phase: 'task_decomposition',
              missing_steps: ['Keep notes'],
              recommended_granularity: 'finer',
            });
      }
      if (point === 'action_sequence' && !says(request, 'plan all actions anew ('))
        return decided({
          replan_needed: true,
          reasoning: 'The tests are missing.',
          replan_type: 'action_regeneration',
          target_phase: 'action_sequence',
          plan_adjustments: ['Run check.sh'],
        });
      return decided();
    },
    steps: [write('notes.txt', 'kept\n'), done(), write('answer.txt', '42\n'), done()],
  },
  'early-failure': {
    decomposition: (request) =>
      says(request, 'Planning again (decomposition)') ? { task_decomposition: 'a poem' } : TWO,
    plan: BOTH,
    decision: (request) =>
      pointOf(request) === 'task_decomposition' && isUnrevised(request)
        ? decided({
            replan_needed: true,
            reasoning: 'It is too rough.',
            replan_type: 'task_redecomposition',
            missing_steps: ['Keep notes'],
          })
        : decided(),
    steps: STEPS_RIGHT,
  },
  failing: {
    decomposition: (request) => (says(request, 'Planning again (decomposition)') ? CYCLE : TWO),
    plan: (request) => (says(request, 'Planning again (partial)') ? UNKNOWN : BOTH),
    decision: (request) => {
      if (pointOf(request) !== 'execution') return decided();
      if (isUnrevised(request)) return level(2);
      return says(request, 'The re-plan failed') && !says(request, 'divide the work anew (') ? level(4) : decided();
    },
    steps: [write('notes.txt', '?\n'), done('failure', ['No notes.']), write('answer.txt', '42\n'), done()],
  },
};

describe('re-planning (REPLAN-3)', () => {
  const { world, of } = toldBefore(STORIES);
  const readyPull = (story: string) => expect(of(story).pulls.map((one) => one.pull?.draft)).toEqual([false]);

  it.each([
    ['level-one', 1, 'retry', 16],
    ['level-two', 2, 'partial', 18],
    ['level-three', 3, 'actions', 18],
    ['level-four', 4, 'decomposition', 20],
    ['level-five', 5, 'goal', 22],
  ] as const)(
    '%s: does what its level says, records it, and gets there (REPLAN-3, REPLAN-8)',
    (story, number, kind, calls) => {
      const tale = of(story);
      expect(tale.history.at(-1)).toMatchObject({
        status: 'succeeded',
        reason: 'finished',
        summary: { goal_achieved: true },
      });
      expect(decisionsOf(tale)).toMatchObject([
        {
          phase: 'execution',
          confidence: 0.85,
          executed: true,
          override_reason: null,
          kind,
          verdict: 'replan',
          result: null,
          llm_decision: { replan_level: number, error_classification: 'persistent', affected_actions: ['task_2'] },
          plan_before: { action_plan: { execution_order: ['task_1', 'task_2'] } },
        },
      ]);
      expect(completedOf(tale)).toMatchObject([
        { replan_id: decisionsOf(tale)[0]?.replan_id, executed: true, result: 'success' },
      ]);
      expect(completedOf(tale)[0]?.duration).toBeGreaterThanOrEqual(0);
      expect(completedOf(tale)[0]?.plan_after).not.toBeNull();
      expect(factsOf(tale, 'plan')).toHaveLength(1);
      expect(factsOf(tale, 'revision')).toHaveLength(number === 1 ? 0 : 1);
      // And the review of the change.
      expect(tale.modelCalls).toBe(calls + 1);
      expect([fileOf(world(), tale, 'answer.txt'), fileOf(world(), tale, 'notes.txt')]).toEqual(['42\n', 'kept\n']);
      readyPull(story);
    },
  );

  it.each(['level-one', 'level-three', 'level-five', 'failing'])(
    '%s: writes each decision as one line that says what came of it, and before that a step (REPLAN-8)',
    async (story) => {
      const { issue, repository } = of(story);
      const lines = await historyOf(world(), issue, repository);
      const decisions = lines.filter((line) => line.type === 'replan_decision');
      expect(new Set(decisions.map((line) => line.replan_id)).size).toBe(decisions.length);
      for (const { result } of decisions) expect(['success', 'failure', 'skipped']).toContain(result);
      const pending = lines.filter((line) => line.type === 'phase' && line.name === 'replan_pending');
      expect(pending.length).toBeGreaterThan(0);
      for (const step of pending) {
        const closed = decisions.findIndex((line) => 'replan_id' in step && line.replan_id === step.replan_id);
        expect(decisions[closed]).toMatchObject({ executed: true });
        expect(decisions[closed]?.seq).toBeGreaterThan(step.seq);
      }
    },
  );

  it('reflects first and shows the reflection to the decision after a failure without one (PLAN-1.5, REPLAN-2, MODEL-2)', () => {
    const calls = callsOf(of('level-one'));
    expect(calls.slice(calls.indexOf('reflection'), calls.indexOf('reflection') + 2)).toEqual([
      'reflection',
      'replan_decision',
    ]);
    expect(calls.filter((call) => call === 'reflection')).toHaveLength(1);
    const prompts = asked(world(), 'level-one', 'submit_replan_decision').filter((text) =>
      text.includes('# Go on, try again, or plan anew?'),
    );
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain('It went as planned.');
  });

  it('does the same action again at level 1, the plan as it was (REPLAN-3)', () => {
    const { progress } = of('level-one');
    expect(progress).toContain('## 📋 Execution Plan\n');
    expect(progress).not.toContain('Revised');
    expect(progress).toContain('🔄 Plan revisions decided by AI (1)');
    expect(asked(world(), 'level-one', 'finish_action').at(-1)).toContain(
      'Once more: Action 2 of 2, of subtask task_2',
    );
  });

  it.each(['level-two', 'level-three'])('%s: keeps what is finished, in the checklist too (REPLAN-7)', (story) => {
    const { progress } = of(story);
    expect(progress).toContain('## 📋 Execution Plan (Revised #1)');
    expect(progress).toContain(`**Revision Reason**: Level ${story === 'level-two' ? 2 : 3} is called for.`);
    expect(progress).toContain('**Previous Progress**: 1/2');
    expect(progress).toContain(
      '### New Plan:\n- [x] **task_1**: Do what task_1 asks for\n- [x] **task_2**: Do what task_2 asks for',
    );
    expect(progress).toMatch(
      /\*Progress: 2\/2 \(100%\) complete \| Revision: #1 at .*\*\n\*Plan Revisions: 1 time\*\n\*Current Plan: #2 \(started at .*\)\*/,
    );
    expect(progress.slice(progress.indexOf('📜 Previous Plan History'))).toMatch(
      /- \[x\] \*\*task_1\*\*[^]*- \[ \] \*\*task_2\*\*.*❌/,
    );
    expect(asked(world(), story, 'finish_action').at(-1)).toContain('The plan was changed.');
  });

  it.each(['level-four', 'level-five'])(
    '%s: clears the boxes and shows the old ones in the fold (REPLAN-7)',
    (story) => {
      const { progress } = of(story);
      expect(progress).toContain('## 📋 Execution Plan (Revised #1)');
      expect(progress).toContain('**Previous Progress**: 1/2');
      expect(progress).toContain('### New Plan:\n- [x] **fix**');
      expect(progress.slice(0, progress.indexOf('📜'))).not.toContain('task_1');
      expect(progress.slice(progress.indexOf('📜 Previous Plan History'))).toContain('- [x] **task_1**');
    },
  );

  it('tells people what was decided, in one folded log of the one progress comment (REPLAN-7)', () => {
    const { progress, comments } = of('level-two');
    expect(comments).toHaveLength(2);
    const log = progress.slice(progress.indexOf('<summary>🔄 Plan revisions decided by AI (1)'));
    for (const text of [
      '## 🔄 Plan Revision Decided by AI',
      '**Phase**: Execution',
      '**Confidence**: 85%',
      '**Reasoning**: the reason of revision 1\n',
      '**Issues Found**:\n- The number is 43',
      '**Recommended Actions**:\n- Look again',
      '✅ completed',
    ])
      expect(log).toContain(text);
    // A reason is shown once.
    expect(progress.split('Level 2 is called for.')).toHaveLength(2);
    expect(progress).toContain('**Revision Reason**: Level 2 is called for.');
    expect(progress).toContain('**Changed in the current plan**: no subtask');
  });

  it('takes a decision that came with the closing answer as it is, at no cost of a call (REPLAN-2, MODEL-2)', () => {
    const tale = of('carried');
    expect(callsOf(tale)).toEqual([
      ...['goal_understanding', 'task_decomposition', 'action_plan'].flatMap((call) => [call, 'replan_decision']),
      ...Array.from({ length: 4 }, () => 'next_step'),
      'completion_assessment',
      'review',
      'summary',
    ]);
    expect(decisionsOf(tale)).toMatchObject([{ phase: 'execution', kind: 'retry', executed: true }]);
    expect(verdictsIn(tale.history).filter((fact) => fact.phase === 'execution')).toHaveLength(2);
    readyPull('carried');
  });

  it('asks nothing after a success without a decision, and records it as none (REPLAN-2, MODEL-2)', () => {
    const tale = of('all-well');
    expect(verdictsIn(tale.history).map((fact) => fact.phase)).toEqual([
      'goal_understanding',
      'task_decomposition',
      'action_sequence',
      'execution',
      'reflection',
    ]);
    expect(reflectionsOf(tale)).toEqual([]);
    expect(tale.progress).not.toContain('Plan revisions decided');
    expect(tale.progress).toContain('➖ Reflection');
  });

  it('adds work after the execution when the tests fail, until they pass (REPLAN-1 monitoring, REPLAN-7)', () => {
    const tale = of('monitoring');
    const ran = factsOf(tale, 'verification').flatMap((fact) => ('command' in fact ? [fact.command.exit_code] : []));
    expect(ran).toEqual([1, 1, 1, 0]);
    expect(decisionsOf(tale)).toMatchObject([
      {
        phase: 'reflection',
        kind: 'monitoring',
        executed: true,
        llm_decision: { achievement_rate: 60, revision_scope: 'minor', evaluation_result: 'partial_success' },
      },
    ]);
    expect(tale.progress).toContain('### New Plan:\n- [x] **task_1**');
    expect(tale.progress).toContain('### Additional Work (From Verification)\n- [x] **extra_1**: Put 42 there');
    expect(tale.progress).toContain('*Progress: 2/2 (100%) complete');
    expect(fileOf(world(), tale, 'answer.txt')).toBe('42\n');
    readyPull('monitoring');
  });

  it('plans again before anything is carried out: divided anew, understood anew, actions planned anew (REPLAN-2)', () => {
    const tale = of('plan-time');
    expect(decisionsOf(tale).map((fact) => [fact.phase, fact.kind, fact.executed])).toEqual([
      ['task_decomposition', 'decomposition', true],
      ['task_decomposition', 'goal', true],
      ['action_sequence', 'actions', true],
    ]);
    expect(completedOf(tale).map((fact) => fact.result)).toEqual(['success', 'success', 'success']);
    const said = new Set<string>(['goal_understanding', 'goal_error', 'task_decomposition', 'summary']);
    expect(factsOf(tale, 'phase').flatMap((fact) => (said.has(fact.name) ? [fact.name] : []))).toEqual([
      'goal_understanding',
      'task_decomposition',
      'task_decomposition',
      'goal_understanding',
      'task_decomposition',
      'summary',
    ]);
    const second = asked(world(), 'plan-time', 'submit_task_decomposition')[1];
    for (const text of ['Planning again (decomposition): It is too rough.', 'Keep notes', 'finer'])
      expect(second).toContain(text);
    // One plan; its replacement is a revision, even if nothing of it was started (PLAN-4).
    expect(factsOf(tale, 'plan').map(({ plan }) => plan.test_command)).toEqual(['true']);
    const [revised] = factsOf(tale, 'revision');
    expect(revised).toMatchObject({ source: 'replan', updated_plan: { test_command: 'sh check.sh' } });
    expect(revised?.updated_plan.goal_understanding.main_objective).toContain('right number');
    readyPull('plan-time');
  });

  it('tells the model why a re-plan failed, asks for another way, then people, and goes on with the earlier plan (REPLAN-10)', () => {
    const tale = of('failing');
    expect(decisionsOf(tale).map((fact) => fact.kind)).toEqual(['partial', 'decomposition']);
    expect(completedOf(tale).map((fact) => fact.result)).toEqual(['failure', 'failure']);
    expect(
      asked(world(), 'failing', 'submit_replan_decision').find((text) => text.includes('The re-plan failed')),
    ).toContain('task_9');
    expect(questionsOf(tale)).toHaveLength(1);
    expect(factsOf(tale, 'answer')).toMatchObject([
      { name: 'assumed', assumptions: ['I continue with the earlier plan.'] },
    ]);
    expect(tale.comments).toHaveLength(3);
    expect(tale.comments[1]).toContain("I couldn't revise the plan");
    expect(tale.progress).toContain('❌ failed');
    expect(fileOf(world(), tale, 'answer.txt')).toBe('42\n');
    expect(tale.pulls.map((one) => one.pull?.draft)).toEqual([true]);
  });

  it('goes on with what was judged when a re-plan fails before there is a first plan (REPLAN-10)', () => {
    const tale = of('early-failure');
    expect(tale.history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(decisionsOf(tale)).toMatchObject([{ kind: 'decomposition', executed: true }]);
    expect(completedOf(tale)).toMatchObject([{ result: 'failure', override_reason: null }]);
    expect(
      asked(world(), 'early-failure', 'submit_task_decomposition').some((text) =>
        text.includes('Missing steps: Keep notes'),
      ),
    ).toBe(true);
    expect(
      asked(world(), 'early-failure', 'submit_replan_decision').some((text) => text.includes('The re-plan failed')),
    ).toBe(true);
    expect(questionsOf(tale)).toHaveLength(0);
    readyPull('early-failure');
  });

  it('keeps every answer of the stand-in within what GitHub publishes', () => {
    expect(world().github.violations).toEqual([]);
  });
});
