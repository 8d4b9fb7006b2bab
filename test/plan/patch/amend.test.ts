import { describe, expect, it } from '@jest/globals';
import { PlanPatchSchema } from '../../../src/model-calls/patch-schemas.ts';
import { amendmentLine, amendPlan, replacedSaid } from '../../../src/plan/patch/amend.ts';
import { planOf, subtask } from './plans.ts';
import type { Plan } from '../../../src/state/plan.ts';
import type { Said } from '../../../src/state/question.ts';

const PLAN: Plan = {
  ...planOf([subtask('task_1')]),
  goal_understanding: {
    main_objective: 'Greet people',
    success_criteria: ['It greets with Hello'],
    constraints: ['No new dependency', 'Node 18'],
    context: 'The greeting is Hello.',
  },
  acceptance_criteria: [
    { id: 'AC-1', description: 'It greets with Hello' },
    { id: 'AC-2', description: 'The tests pass' },
    { id: 'AC-3', description: 'It is fast', task_id: 'task_1' },
  ],
};

function amended(amends: object) {
  const patch = PlanPatchSchema.parse({ understanding: '', amends });
  const { plan, amendments, problems } = amendPlan(PLAN, patch.amends ?? {});
  expect(problems).toEqual([]);
  return { plan, amendments, criteria: plan.acceptance_criteria.map(({ id, description }) => `${id} ${description}`) };
}

describe('what a comment contradicts (PLAN-9)', () => {
  it('PLAN-9: a goal is replaced with its context, which people are not shown as a part of it', () => {
    const { plan, amendments } = amended({ goal: 'Greet friends', context: 'The greeting is Good day.' });
    expect(plan.goal_understanding).toMatchObject({
      main_objective: 'Greet friends',
      context: 'The greeting is Good day.',
    });
    expect(amendments).toEqual([{ of: 'goal', before: 'Greet people', after: 'Greet friends' }]);
    expect(amended({ goal: 'Greet friends' }).plan.goal_understanding.context).toBe('');
  });

  it('PLAN-9: a context is replaced by itself, too: what a comment decided otherwise does not stay in it', () => {
    const { plan, amendments } = amended({ context: 'The greeting is Good day.' });
    expect(plan.goal_understanding).toEqual({ ...PLAN.goal_understanding, context: 'The greeting is Good day.' });
    expect(amendments).toEqual([]);
    expect(amended({ context: ' ' }).plan).toEqual(PLAN);
  });

  it('PLAN-9: a criterion is replaced by its id, the others stay; the goal says the same from then on', () => {
    const { plan, criteria, amendments } = amended({
      acceptance_criteria: [{ id: 'AC-1', description: 'It greets with Good day' }],
    });
    expect(criteria).toEqual(['AC-1 It greets with Good day', 'AC-2 The tests pass', 'AC-3 It is fast']);
    expect(amendments).toEqual([
      { of: 'criterion', id: 'AC-1', before: 'It greets with Hello', after: 'It greets with Good day' },
    ]);
    expect(plan.goal_understanding.success_criteria).toEqual(['It greets with Good day', 'The tests pass']);
    expect(plan.goal_understanding.context).toBe('The greeting is Hello.');
  });

  it('PLAN-9: one that no longer holds goes, a new one gets the next id, also when a subtask has it', () => {
    const { criteria, amendments } = amended({
      acceptance_criteria: [
        { id: 'AC-2', description: ' ' },
        { description: 'It logs' },
        { id: 'AC-3', description: 'It is safe' },
      ],
    });
    expect(criteria).toEqual(['AC-1 It greets with Hello', 'AC-3 It is safe', 'AC-4 It logs']);
    expect(amendments.map(amendmentLine)).toEqual([
      'took out criterion AC-2: The tests pass',
      'amended criterion AC-3: It is safe',
      'added criterion AC-4: It logs',
    ]);
  });

  it.each([
    ['one that is new', [{ description: 'It logs' }], ['It logs']],
    [
      'new ones, with empty ids',
      [{ id: '', description: 'It logs' }, { description: 'It sings' }],
      ['It logs', 'It sings'],
    ],
    ['one that is there, and a new one', [{ description: 'The tests pass' }, { description: 'It logs' }], ['It logs']],
    ['a new one, and another as a plain text', [{ description: 'It logs' }, 'It sings'], ['It logs', 'It sings']],
    ['one that is there, without its id', [{ description: 'The tests pass' }], []],
    ['an empty one', [{ description: ' ' }], []],
  ])('PLAN-9: the criteria stay where a comment adds to them: %s', (_, acceptance_criteria, added) => {
    const { plan, criteria } = amended({ acceptance_criteria });
    const known = ['AC-1 It greets with Hello', 'AC-2 The tests pass', 'AC-3 It is fast'];
    expect(criteria).toEqual([...known, ...added.map((text, at) => `AC-${at + 4} ${text}`)]);
    expect(plan.goal_understanding.success_criteria).toEqual(['It greets with Hello', ...added]);
  });

  it('PLAN-9: a list of plain texts is the whole list of the task; what is replaced hands on its id', () => {
    const { criteria } = amended({ acceptance_criteria: ['The tests pass', 'It greets with Good day', 'It logs'] });
    expect(criteria).toEqual([
      'AC-2 The tests pass',
      'AC-1 It greets with Good day',
      'AC-4 It logs',
      'AC-3 It is fast',
    ]);
  });

  it('PLAN-9: the goal is replaced with its context, constraints as a whole list', () => {
    const { plan, amendments } = amended({
      goal: 'Greet with Good day',
      constraints: ['No new dependency', 'Node 20'],
    });
    expect(plan.goal_understanding).toEqual({
      main_objective: 'Greet with Good day',
      success_criteria: ['It greets with Hello'],
      constraints: ['No new dependency', 'Node 20'],
      context: '',
    });
    expect(amendments).toEqual([
      { of: 'goal', before: 'Greet people', after: 'Greet with Good day' },
      { of: 'constraint', before: 'Node 18', after: 'Node 20' },
    ]);
    expect(amended({ constraints: ['Node 18'] }).amendments).toEqual([
      { of: 'constraint', before: 'No new dependency', after: '' },
    ]);
    expect(amended({ constraints: [''] }).plan.goal_understanding.constraints).toEqual([]);
  });

  it('PLAN-9: fields that are filled in with nothing, or with what is there, change nothing', () => {
    for (const amends of [
      {},
      { goal: '', constraints: [], acceptance_criteria: [] },
      { goal: 'Greet people', constraints: ['No new dependency', 'Node 18'] },
      { acceptance_criteria: [{ id: 'AC-2', description: 'The tests pass' }] },
    ])
      expect(amended(amends)).toMatchObject({ plan: PLAN, amendments: [] });
  });

  it('PLAN-9: a criterion that does not exist is a fault of the patch', () => {
    const { plan, problems } = amendPlan(PLAN, { acceptance_criteria: [{ id: 'AC-9', description: 'It sings' }] });
    expect(plan).toBe(PLAN);
    expect(problems).toEqual([expect.stringContaining('"AC-9"')]);
  });

  it('PLAN-2: what was said before and stood in it is known by its words', () => {
    const by = { id: 8, login: 'mika' };
    const said: readonly Said[] = [
      { kind: 'answer', by, asked: 'Which greeting?', text: 'Hello, please' },
      { kind: 'answer', by, asked: 'Which greeting?', text: '“Hello”' },
      { kind: 'answer', by, asked: 'Shall it?', text: 'it' },
      { kind: 'assumption', by: null, asked: 'Which?', text: 'It greets with hello. Nobody minds.' },
    ];
    const change = { of: 'criterion', id: 'AC-1', before: 'It greets with Hello', after: 'x' } as const;
    expect(replacedSaid(said, [change])).toEqual(['“Hello”', 'It greets with hello. Nobody minds.']);
    expect(replacedSaid(said, [{ ...change, before: '' }])).toEqual([]);
  });
});
