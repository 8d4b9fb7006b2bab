import { describe, expect, it } from '@jest/globals';
import { limitsOf } from '../replan/situations.ts';
import { summaryOf } from '../../src/state/task-summary.ts';
import { ReplanDecisionSchema } from '../../src/model-calls/judgement-schemas.ts';
import { interventionSummary } from '../../src/plan/intervention-summary.ts';
import { activityOf, at, blockingIn } from '../../src/state/select.ts';
import {
  after,
  decidedAfter,
  doing,
  effectOf,
  planOf,
  prepared,
  subtask,
  taskAfter,
  UNDISTURBED,
} from './task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { TaskSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const [, , GOAL, DIVISION] = prepared(PLAN) as readonly [Fact, Fact, Fact, Fact, Fact];
const MADE: Fact = { type: 'plan', plan: PLAN };

function settings(assumes = true): Partial<TaskSettings> {
  return { planning: { ...UNDISTURBED, replanning: limitsOf(), assumes, assumeAfterMs: 1_800_000 } };
}
const POINTS = {
  understand: 'goal_understanding',
  decompose: 'task_decomposition',
  sequence: 'action_sequence',
} as const;

let ids = 0;
function judged(task: Task, fields: object = { replan_needed: false }): Task {
  const point = POINTS[activityOf(task) as keyof typeof POINTS];
  ids += 1;
  const decision = ReplanDecisionSchema.parse({
    replan_needed: true,
    confidence: 0.9,
    reasoning: `Reason ${ids}.`,
    ...fields,
  });
  return after(task, { type: 'phase', name: 'judged', replan_id: `d${ids}`, point, decision });
}
const wrong = (call: 'goal_understanding' | 'task_decomposition' | 'action_plan'): Fact => ({
  type: 'error',
  name: 'invalid_answer',
  call,
  problems: ['It is a poem.'],
  broke: 'schema',
  content: [],
});
const failing = (task: Task, call: Parameters<typeof wrong>[0]): Task =>
  after(task, ...Array.from({ length: 4 }, () => wrong(call)));
/** Up to the judgement at each point, before any plan is carried out. */
function made(step: keyof typeof POINTS, options = settings()): Task {
  let task = taskAfter(prepared(PLAN).slice(0, 2), { settings: options });
  task = after(task, GOAL);
  if (step === 'understand') return task;
  task = after(judged(task), DIVISION);
  return step === 'decompose' ? task : after(judged(task), MADE);
}
const SILENCE: Fact = { type: 'effect', name: 'time_over' };
const KINDS = {
  understand: { replan_type: 'goal_revision' },
  decompose: { replan_type: 'task_redecomposition' },
  sequence: { replan_type: 'action_regeneration' },
} as const;
const CALL = { understand: 'goal_understanding', decompose: 'task_decomposition', sequence: 'action_plan' } as const;

describe('a granted re-plan that fails before there is a first plan (REPLAN-10)', () => {
  it.each(['understand', 'decompose', 'sequence'] as const)(
    'from %s leads back to what stood, the model is told why and asked for another way, and the plan that stands may go on',
    (step) => {
      const before = doing(made(step), step);
      expect(before.stage.draft.found).not.toBeNull();
      const again = judged(before, KINDS[step]);
      expect(effectOf(again)).toMatchObject({ kind: 'ask_model', call: CALL[step] });
      const failed = failing(again, CALL[step]);
      expect(doing(failed, step)).toMatchObject({ stage: { draft: before.stage.draft }, unusable: [] });
      expect(failed.replanning.records).toMatchObject([{ executed: true, result: 'failure' }]);
      expect(failed.replanning.notes.at(-1)).toContain('It is a poem.');
      expect(failed.replanning.notes.at(-1)).toContain('Find another way');
      expect(effectOf(failed)).toEqual({ kind: 'ask_decision', point: POINTS[step] });
      expect(failed.replanning.escalated).toBe(true);
      const following = { understand: 'decompose', decompose: 'sequence', sequence: 'prepare' } as const;
      expect(activityOf(judged(failed))).toBe(following[step]);
    },
  );

  it('goes back to the plan that was judged, also when the goal was to be understood anew', () => {
    const failed = failing(judged(made('sequence'), { replan_type: 'goal_revision' }), 'goal_understanding');
    expect(doing(failed, 'sequence').stage.draft).toMatchObject({ found: PLAN, goal: PLAN.goal_understanding });
    expect(doing(judged(failed), 'prepare').plan).toEqual(PLAN);
  });

  it('goes back as far as that when a later step of the same re-plan fails', () => {
    let task = judged(made('decompose'), { replan_type: 'goal_revision' });
    task = judged(after(task, GOAL));
    task = judged(after(task, DIVISION));
    const failed = doing(failing(task, 'action_plan'), 'decompose');
    expect(failed.stage.draft.found).toMatchObject({ criteria: PLAN.acceptance_criteria });
  });

  it.each([
    [true, 'question'],
    [false, 'intervention'],
  ] as const)('asks people when the alternative fails too (assumes: %s)', (assumes, reason) => {
    let task = failing(judged(made('understand', settings(assumes)), KINDS.understand), 'goal_understanding');
    task = failing(judged(task, { ...KINDS.understand, issues_found: ['Something else'] }), 'goal_understanding');
    expect(summaryOf(task)).toMatchObject({ phase: 'wait', waiting_for: reason });
    expect(task.questions).toMatchObject([
      { context: expect.stringContaining('contradicted itself'), details: ['It is a poem.'] },
    ]);
    expect(interventionSummary(task, { texts: [], context: '' }).current_state).toContain('I paused while planning.');
    const question_id = blockingIn(task)?.questionId ?? 0;
    task = after(task, { type: 'question', name: 'posted', question_id, comment_id: 5, url: 'u', texts: [] });
    const [first] = decidedAfter(task, SILENCE);
    const silent = after(task, SILENCE);
    if (assumes) {
      expect(first).toMatchObject({ type: 'answer', name: 'assumed' });
      expect(at(doing(silent, 'decompose'), 'plan').stage.draft).toMatchObject({ goal: PLAN.goal_understanding });
    } else expect(silent.stage).toMatchObject({ is: 'report', ending: { reason: 'withdrawn' } });
  });

  it('hears a person out: what was understood stands until it is understood anew', () => {
    let task = failing(judged(made('understand'), KINDS.understand), 'goal_understanding');
    task = failing(judged(task, { ...KINDS.understand, issues_found: ['Something else'] }), 'goal_understanding');
    const by = { id: 8, login: 'maintainer' };
    const answered = after(task, {
      type: 'answer',
      name: 'given',
      question_id: blockingIn(task)?.questionId ?? 0,
      by,
      text: 'Round half up.',
      settles: { 0: 'Round half up.' },
      verdict: null,
    });
    expect(effectOf(answered)).toMatchObject({ kind: 'ask_model', call: 'goal_understanding' });
    expect(answered.said.at(-1)).toMatchObject({ kind: 'answer', text: 'Round half up.' });
    expect(activityOf(failing(answered, 'goal_understanding'))).toBe('wait');
  });

  it('also when the answer is that the request is unclear, and nobody may be asked any more', () => {
    const none = {
      ...settings(),
      planning: { ...UNDISTURBED, replanning: { ...limitsOf(), clarifications: 0 }, assumes: false },
    };
    const again = judged(made('understand', none), KINDS.understand);
    const error = {
      type: 'unclear_goal',
      message: 'It could mean anything.',
      clarification_needed: [],
      assumptions: [],
      evidence: [],
    } as const;
    const failed = doing(after(again, { type: 'phase', name: 'goal_error', error }), 'understand');
    expect(failed.stage.draft.found).toEqual(PLAN.goal_understanding);
  });

  it('still ends the task where nothing stands yet (PLAN-6 level 4)', () => {
    const first = taskAfter(prepared(PLAN).slice(0, 2), { settings: settings() });
    expect(failing(first, 'goal_understanding').stage).toMatchObject({
      is: 'report',
      ending: { reason: 'invalid_answers' },
    });
  });
});

describe('what cannot be divided (PLAN-6)', () => {
  const broken: Fact = { ...wrong('task_decomposition'), problems: ['A cycle.'], broke: 'rules' } as Fact;
  const dividing = () => judged(after(taskAfter(prepared(PLAN).slice(0, 2), { settings: settings() }), GOAL));

  it('is divided more coarsely once, with what is possible and what is not; then it ends with what stayed wrong', () => {
    const coarser = after(dividing(), broken, broken);
    expect(effectOf(coarser)).toMatchObject({ kind: 'ask_model', call: 'task_decomposition' });
    expect(doing(coarser, 'decompose').unusable).toEqual([]);
    expect(coarser.replanning.notes.join('\n')).toMatch(/A cycle\..*more coarsely.*can be done.*cannot.*instead/);
    const repaired = after(coarser, broken);
    expect(effectOf(repaired)).toMatchObject({ kind: 'ask_model', call: 'task_decomposition' });
    expect(after(repaired, broken).stage).toMatchObject({
      is: 'report',
      ending: { reason: 'impossible_plan', list: ['A cycle.'] },
    });
    expect(activityOf(after(dividing(), broken, broken))).toBe('decompose');
  });
});
