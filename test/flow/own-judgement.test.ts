import { describe, expect, it } from '@jest/globals';
import { ownDecisionIn } from '../../src/model-calls/read-decision.ts';
import { blockingQuestion } from '../../src/state/select.ts';
import { decision, limitsOf } from '../replan/situations.ts';
import {
  after,
  decidedAfter,
  effectOf,
  planOf,
  prepared,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { ReplanDecision } from '../../src/state/judgements.ts';
import type { Plan } from '../../src/state/plan.ts';
import type { TaskSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const FINE = { replan_needed: false, replan_type: 'none' } as const;
const HARD = planOf([{ ...subtask('a'), estimated_complexity: 'high' }]);
const MANY = planOf(Array.from({ length: 11 }, (_, at) => subtask(`t${at}`)));

const STEPS = ['goal', 'division', 'actions'] as const;
type Said = Partial<ReplanDecision>;
type Step = (typeof STEPS)[number];

function begun(planning: Partial<TaskSettings['planning']> = {}, plan = PLAN): Task {
  const settings = { planning: { ...UNDISTURBED, replanning: limitsOf(), assumes: true, ...planning } };
  return taskAfter(prepared(plan).slice(0, 2), { settings });
}
/** The answer of a step, with its judgement of itself. */
function found(step: Step, said?: Said, plan: Plan = PLAN): Fact {
  const judgement = said && { judgement: { replan_id: `own-${step}`, decision: decision(said) } };
  const [, , goal, division] = prepared(plan);
  const made: Fact = { type: 'plan', plan };
  return { ...{ goal, division, actions: made }[step], ...judgement } as Fact;
}
/** The earlier steps judge themselves as good enough. */
function upTo(step: Step, said?: Said): Task {
  const before = STEPS.slice(0, STEPS.indexOf(step)).map((one) => found(one, FINE));
  return after(begun(), ...before, found(step, said));
}
function looked(point: 'goal_understanding' | 'task_decomposition' | 'action_sequence', said: Said | null): Fact {
  return { type: 'phase', name: 'judged', replan_id: 'second', point, decision: said && decision(said) };
}
const AT = { goal: 'goal_understanding', division: 'task_decomposition', actions: 'action_sequence' } as const;
const NEXT = {
  goal: { kind: 'ask_model', call: 'task_decomposition' },
  division: { kind: 'ask_model', call: 'action_plan' },
  actions: { kind: 'start_sandbox', environment: 'node' },
} as const;
const verdicts = (facts: readonly Fact[]): readonly Fact[] =>
  facts.filter((fact) => fact.type === 'replan_decision' || (fact.type === 'phase' && fact.name === 'replan_pending'));
describe('what an answer of planning says of itself (REPLAN-2, MODEL-2)', () => {
  it.each(STEPS)(
    'REPLAN-2: is the judgement on the %s where it says that it will do: no call is made for it',
    (step) => {
      expect(effectOf(upTo(step, FINE))).toMatchObject({ kind: NEXT[step].kind });
      expect(effectOf(upTo(step, { ...FINE, confidence: 0.8 }))?.kind).toBe(NEXT[step].kind);
    },
  );

  it('REPLAN-8: is recorded as any other, with what it found and what it goes by', () => {
    const said = { ...FINE, issues_found: ['No tests yet.'], assumptions_to_make: ['Node 20.'] };
    const facts = decidedAfter(begun(), found('goal', said));
    expect(verdicts(facts)).toEqual([
      expect.objectContaining({
        replan_id: 'own-goal',
        phase: 'goal_understanding',
        executed: false,
        verdict: 'continue',
      }),
    ]);
    expect(verdicts(facts)[0]).not.toHaveProperty('first_look');
    const task = upTo('goal', said);
    expect(task.findings.map(({ text }) => text)).toContain('No tests yet.');
    expect(task.said.map(({ text }) => text).join()).toContain('Node 20.');
  });

  it.each(STEPS)('REPLAN-2: leads to a second look at the %s where there is none', (step) => {
    expect(effectOf(upTo(step))).toEqual({ kind: 'ask_decision', point: AT[step] });
  });

  it.each(STEPS)(
    'REPLAN-2: leads to a second look at the %s where it is not sure, or would have it changed',
    (step) => {
      for (const said of [
        { ...FINE, confidence: 0.79 },
        { replan_needed: true, confidence: 1 },
      ])
        expect(effectOf(upTo(step, said))).toEqual({ kind: 'ask_decision', point: AT[step] });
    },
  );

  it.each([
    ['one of high complexity', HARD],
    ['more than ten', MANY],
  ])('REPLAN-2: a division with %s is looked at again all the same; its goal is not', (_name, plan) => {
    const goal = after(begun({}, plan), found('goal', FINE, plan));
    expect(effectOf(goal)).toMatchObject({ kind: 'ask_model', call: 'task_decomposition' });
    const divided = after(goal, found('division', FINE, plan));
    expect(effectOf(divided)).toEqual({ kind: 'ask_decision', point: 'task_decomposition' });
    const on = after(divided, looked('task_decomposition', FINE), found('actions', FINE, plan));
    expect(effectOf(on)).toEqual({ kind: 'ask_decision', point: 'action_sequence' });
  });

  it('PLAN-3: a large plan that is reviewed is looked at again by its review, unless it would be changed', () => {
    const review = { plan: 'auto', diff: false } as const;
    const made = (said?: Said) => {
      const goal = after(begun({ review }, HARD), found('goal', FINE, HARD), found('division', FINE, HARD));
      return after(goal, looked('task_decomposition', FINE), found('actions', said, HARD));
    };
    for (const said of [undefined, FINE, { ...FINE, confidence: 0.4 }])
      expect(effectOf(made(said))).toEqual({ kind: 'ask_review', of: 'plan' });
    expect(effectOf(made({ replan_needed: true }))).toEqual({ kind: 'ask_decision', point: 'action_sequence' });
  });

  it('REPLAN-8: a second look is one record with the first', () => {
    const wants = { replan_type: 'task_redecomposition', reasoning: 'A step is missing.' } as const;
    const before = upTo('division', { ...wants, confidence: 0.6 });
    expect(verdicts(decidedAfter(before, looked('task_decomposition', FINE)))).toEqual([
      expect.objectContaining({
        replan_id: 'second',
        llm_decision: decision(FINE),
        first_look: decision({ ...wants, confidence: 0.6 }),
      }),
    ]);
    const again = after(before, looked('task_decomposition', wants));
    expect(effectOf(again)).toMatchObject({ call: 'task_decomposition' });
    expect(again.replanning.counts).toMatchObject({ redecompositions: 1, total: 1 });
    const facts = decidedAfter(after(again, found('division', FINE)), found('actions', FINE));
    expect(verdicts(facts).find((fact) => 'name' in fact && fact.name === 'completed')).toMatchObject({
      replan_id: 'second',
      first_look: { reasoning: 'A step is missing.', confidence: 0.6 },
      result: 'success',
    });
  });

  it('REPLAN-10: where the second look cannot be had, the first counts: nothing that it asks is lost', () => {
    const asks = {
      replan_type: 'clarification_request',
      clarification_needed: true,
      clarification_questions: ['Which password may I use?'],
      must_be_answered: true,
    } as const;
    for (const not_had of [{}, { not_had: true }] as const) {
      const task = after(upTo('goal', asks), { ...looked('goal_understanding', null), ...not_had });
      expect(blockingQuestion(task)?.texts).toEqual(['Which password may I use?']);
    }
    const calm = after(upTo('goal', { ...FINE, confidence: 0.5 }), looked('goal_understanding', null));
    expect(effectOf(calm)).toMatchObject({ call: 'task_decomposition' });
  });

  it('REPLAN-2: is judged anew after an answer of a person, and no longer as it was first', () => {
    const asks = { ...FINE, clarification_needed: true, clarification_questions: ['Which file?'] } as const;
    const asked = after(upTo('division', { replan_needed: true }), looked('task_decomposition', asks));
    expect(blockingQuestion(asked)?.texts).toEqual(['Which file?']);
    const { stage } = asked;
    expect(stage.is === 'plan' && stage.draft).not.toHaveProperty('carried');
  });

  it('REPLAN-2: counts for nothing where re-planning is switched off', () => {
    const off = begun({ replanning: limitsOf({ enabled: false }) });
    const facts = decidedAfter(off, found('goal', { replan_needed: true, replan_type: 'goal_revision' }));
    expect(verdicts(facts)).toEqual([]);
    expect(effectOf(after(off, found('goal', { replan_needed: true })))).toMatchObject({ call: 'task_decomposition' });
  });
});

describe('a judgement beside what an answer hands in (MODEL-2, MODEL-4)', () => {
  const read = (replan_decision: unknown) =>
    ownDecisionIn({ content: [{ type: 'tool_use', id: 't', name: 'submit_action_plan', input: { replan_decision } }] });

  it('MODEL-2: is read as models write it; what cannot be read is not said', () => {
    expect(read({ replan_needed: 'false', confidence: '90%', issues_found: 'One.' })).toMatchObject({
      replan_needed: false,
      confidence: 0.9,
      issues_found: ['One.'],
    });
    for (const wrong of [null, 'yes', {}, { replan_needed: true }, { replan_needed: true, confidence: 7 }])
      expect(read(wrong)).toBeNull();
    expect(ownDecisionIn({ content: [{ type: 'text', text: '{}' }] })).toBeNull();
  });
});
