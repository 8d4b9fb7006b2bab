import { describe, expect, it } from '@jest/globals';
import { activityOf, blockingQuestion } from '../../src/state/select.ts';
import { judgement, limitsOf, WAYS } from '../replan/situations.ts';
import {
  actionDone,
  after,
  answeredBy,
  decidedAfter,
  kindOf,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { DecisionPoint, ReplanDecision } from '../../src/state/judgements.ts';
import type { ReplanLimits } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const PARTIAL = { replan_type: 'partial_replan', replan_level: 2 } as const;
const NOTHING: Fact = { type: 'phase', name: 'judged', replan_id: 'none', point: 'execution', decision: null };

/** From here on its plan is judged, and people are asked about doubtful changes. */
function judging(task: Task, limits: Partial<ReplanLimits> = {}): Task {
  const replanning = { ...limitsOf(), ...limits };
  const planning = { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning };
  return { ...task, settings: { ...task.settings, planning } };
}
function failed(issues: readonly string[] = ['It broke'], limits: Partial<ReplanLimits> = {}): Task {
  return after(judging(taskAfter(prepared(PLAN)), limits), ...actionDone(0, 'failure', issues));
}
const judged = (task: Task, fields: Partial<ReplanDecision>, point: DecisionPoint = 'execution') =>
  decidedAfter(task, judgement(task, point, fields));
const named = <Name extends string>(facts: readonly Fact[], name: Name) =>
  facts.find((fact): fact is Extract<Fact, { readonly name: Name }> => 'name' in fact && fact.name === name);

/** Where each kind is judged, with the last step found and not judged yet. */
const AT: { readonly [Point in DecisionPoint]: () => Task } = {
  goal_understanding: () => after(judging(taskAfter(prepared(PLAN).slice(0, 2))), ...prepared(PLAN).slice(2, 3)),
  task_decomposition: () => after(judging(taskAfter(prepared(PLAN).slice(0, 3))), ...prepared(PLAN).slice(3, 4)),
  action_sequence: () => after(judging(taskAfter(prepared(PLAN).slice(0, 4))), ...prepared(PLAN).slice(4, 5)),
  execution: () => failed(),
  reflection: () => judging(taskAfter([...prepared(PLAN), ...actionDone(0), saved('a'), ...actionDone(1), saved('b')])),
};

describe('what a granted re-plan counts for (REPLAN-4)', () => {
  it.each([
    ['clarification', { clarifications: 1 }],
    ['goal', {}],
    ['decomposition', { redecompositions: 1 }],
    ['actions', { regenerations: 1 }],
    ['partial', { partialReplans: 1 }],
    ['retry', { retries: { 'a Carry out a': 1 } }],
    ['monitoring', { monitoringRevisions: 1 }],
  ] as const)('given a plan that is judged, when %s is granted, then that is counted and nothing else', (kind, own) => {
    const { point, fields } = WAYS[kind];
    const task = AT[point]();
    const { triggers, ...counts } = after(task, judgement(task, point, fields)).replanning.counts;
    const none = {
      clarifications: 0,
      redecompositions: 0,
      regenerations: 0,
      partialReplans: 0,
      monitoringRevisions: 0,
      questionsInWork: 0,
      retries: {},
    };
    expect(counts).toEqual({ ...none, ...own, total: 1 });
    expect(Object.values(triggers)).not.toContain(0);
  });

  it('given an action that failed without naming issues, when its re-plan is granted, then what was said of it is the cause', () => {
    const { triggers } = named(judged(failed([]), PARTIAL), 'replan_granted') ?? { triggers: [] };
    expect(triggers[0]).toBe('execution | partial | a | action 0 came to its end.');
    expect(named(judged(failed(['Port 80 is taken']), PARTIAL), 'replan_granted')?.triggers[0]).toBe(
      'execution | partial | a | port 0 is taken',
    );
  });

  it('given trouble in other words, when it is of the same class or wanted for the same reason, then it is the same trigger', () => {
    const facts = judged(failed(), { ...PARTIAL, reasoning: 'The port is taken.', error_classification: 'persistent' });
    expect(named(facts, 'replan_granted')?.triggers).toEqual([
      'execution | partial | a | it broke',
      'execution | partial | a | error class: persistent',
      'execution | partial | a | because: the port is taken.',
    ]);
    const question = WAYS.clarification;
    const asked = AT.goal_understanding();
    expect(named(judged(asked, question.fields, question.point), 'replan_granted')?.triggers[0]).toContain(
      'goal_understanding | ',
    );
  });

  it('given the same trouble as often as allowed, when it is to be planned again, then the model is asked for another way', () => {
    const task = failed(['It broke'], { sameTrigger: 1 });
    const { triggers } = named(judged(task, PARTIAL), 'replan_granted') ?? { triggers: [] };
    const counts = { ...task.replanning.counts, triggers: Object.fromEntries(triggers.map((one) => [one, 1])) };
    const again = { ...task, replanning: { ...task.replanning, counts } };
    const facts = judged(again, PARTIAL);
    expect(named(facts, 'decided')).toMatchObject({
      override_reason: 'infinite_loop',
      executed: false,
      kind: 'partial',
    });
    expect(facts.slice(1)).toMatchObject([{ name: 'noted' }, { name: 'escalation', to: 'model' }]);
    expect(kindOf(after(again, judgement(again, 'execution', PARTIAL)))).toBe('ask_decision');
  });
});

describe('the record of a verdict (REPLAN-8)', () => {
  it('given a re-plan that is made, when it is decided, then only the plan before it is known', () => {
    expect(named(judged(failed(), PARTIAL), 'replan_pending')).toMatchObject({
      executed: true,
      plan_before: PLAN,
      plan_after: null,
    });
  });

  it('given one that is refused or asked about, when it is decided, then the plan stays what it was', () => {
    expect(named(judged(failed(['It broke'], { partialReplans: 0 }), PARTIAL), 'decided')).toMatchObject({
      executed: false,
      override_reason: 'limit_reached',
      plan_before: PLAN,
      plan_after: PLAN,
      result: 'skipped',
    });
    const doubt = { ...PARTIAL, confidence: 0.4 };
    expect(named(judged(failed(), doubt), 'replan_pending')).toMatchObject({
      executed: false,
      plan_before: PLAN,
      plan_after: PLAN,
    });
  });

  it('given a question that was answered, when no judgement could be had, then what came of it stays open', () => {
    const asks = {
      replan_type: 'clarification_request',
      clarification_needed: true,
      clarification_questions: ['Which?'],
    } as const;
    const asked = after(failed(), judgement(failed(), 'execution', asks));
    const answered = answeredBy(asked, 'Both.');
    const results = (...facts: readonly Fact[]) =>
      after(answered, ...facts).replanning.records.map(({ result }) => result);
    expect(results()).toEqual(['pending']);
    expect(results({ ...NOTHING, not_had: true })).toEqual(['pending']);
    expect(results(NOTHING)).toEqual(['success']);
  });
});

describe('an answer that is no judgement (REPLAN-10)', () => {
  it('given an action that failed, when nothing can be read of what was judged, then the plan goes on', () => {
    expect(decidedAfter(failed(), NOTHING)).toMatchObject([
      { name: 'decided', override_reason: 'unreadable' },
      { name: 'next' },
    ]);
    expect(kindOf(after(failed(), NOTHING))).toBe('checkpoint');
  });
});

describe('a re-plan that is doubtful (REPLAN-5)', () => {
  it('given no recommended actions, when people are asked whether to make it, then they are told why it is wanted', () => {
    const doubt = { ...PARTIAL, confidence: 0.4, reasoning: 'It may be better.' };
    const texts = (fields: Partial<ReplanDecision>) => {
      const task = after(failed(), judgement(failed(), 'execution', { ...doubt, ...fields }));
      expect(activityOf(task)).toBe('wait');
      return blockingQuestion(task)?.texts;
    };
    expect(texts({})).toEqual(['It may be better.']);
    expect(texts({ recommended_actions: ['Take another port'] })).toEqual(['Take another port']);
  });
});
