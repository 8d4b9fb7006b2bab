import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cutText } from '../../../src/plan/reworded.ts';
import { patchView, shownNodes, shownSubtasks } from '../../../src/plan/patch/patch-view.ts';
import type { SubtaskState } from '../../../src/plan/subtask-state.ts';
import { planOf, subtask, TREE } from './plans.ts';

const STATES: readonly SubtaskState[] = [
  'RUNNING',
  'BLOCKED',
  'PENDING',
  'READY',
  'RETRY_WAIT',
  'FAILED',
  'SUCCEEDED',
  'SKIPPED',
  'CANCELED',
];

function many(count: number) {
  return Array.from({ length: count }, (_, index) => subtask(`task_${String(index).padStart(3, '0')}`));
}

describe('what a model is shown to change a plan (PLAN-9)', () => {
  it('PLAN-9: subtasks by status, then by id', () => {
    const subtasks = STATES.flatMap((state) => [subtask(`${state}_b`), subtask(`${state}_a`)]).toReversed();
    const states = new Map(subtasks.map(({ id }) => [id, id.slice(0, -2) as SubtaskState]));
    expect(shownSubtasks(subtasks, states).map(({ id }) => id)).toEqual(
      STATES.flatMap((state) => [`${state}_a`, `${state}_b`]),
    );
  });

  it('PLAN-9: at most 200 subtasks, the same whatever their order', () => {
    const subtasks = many(201);
    const states = new Map<string, SubtaskState>(
      subtasks.map(({ id }) => [id, id === 'task_200' ? 'RUNNING' : 'SUCCEEDED']),
    );
    const shown = shownSubtasks(subtasks, states);
    expect([shown.length, shown[0]?.id, shown.at(-1)?.id]).toEqual([200, 'task_200', 'task_198']);
    expect(shownSubtasks(subtasks.toReversed(), states)).toEqual(shown);
    const view = patchView(planOf(subtasks), states, []);
    expect(view.subtasks.split('\n')).toHaveLength(201);
    expect(view.subtasks.endsWith('… and 1 more subtasks, left out here.')).toBe(true);
    expect(patchView(planOf(subtasks.slice(0, 200)), states, []).subtasks.split('\n')).toHaveLength(200);
  });

  it('PLAN-9: at most 200 nodes of the tree, breadth first', () => {
    expect(shownNodes(TREE.task_decomposition.subtasks)).toEqual(['a', 'b', 'c', 'b1', 'b2', 'b2x']);
    const deep = [
      ...many(150),
      ...Array.from({ length: 100 }, (_, index) =>
        subtask(`child_${index}`, { parent_id: index < 50 ? 'task_000' : 'child_0' }),
      ),
    ];
    const shown = shownNodes(deep);
    expect(shown).toHaveLength(200);
    expect(shown.at(-1)).toBe('child_49');
    expect(patchView(planOf(deep), new Map(), []).tree.endsWith('… and 50 more nodes, left out here.')).toBe(true);
  });

  it('PLAN-9: the tree says who is under whom', () => {
    expect(patchView(TREE, new Map(), []).tree.split('\n')).toEqual([
      '{"node":null,"children":["a","b","c"]}',
      '{"node":"b","children":["b1","b2"]}',
      '{"node":"b2","children":["b2x"]}',
    ]);
  });

  it('PLAN-9: a subtask says which it belongs to', () => {
    const lines = patchView(TREE, new Map(), [])
      .subtasks.split('\n')
      .map((line) => JSON.parse(line) as { task_id: string; parent_id: unknown });
    expect(lines.map(({ task_id, parent_id }) => [task_id, parent_id])).toContainEqual(['b1', 'b']);
  });

  it('PLAN-9: a subtask with all that can be changed about it', () => {
    const plan = planOf([
      subtask('task_1', {
        title: 'Parse',
        description: 'with care',
        phase_name: 'Build',
        milestone: 'M1',
        wbs_level: 2,
      }),
    ]);
    const criteria = [...plan.acceptance_criteria, { id: 'AC-2', description: 'It reads', task_id: 'task_1' }];
    expect(
      JSON.parse(patchView({ ...plan, acceptance_criteria: criteria }, new Map([['task_1', 'READY']]), []).subtasks),
    ).toEqual({
      task_id: 'task_1',
      status: 'READY',
      title: 'Parse',
      description: 'with care',
      dependencies: [],
      acceptance_criteria: ['It reads'],
      parent_id: null,
      phase_name: 'Build',
      milestone: 'M1',
      wbs_level: 2,
    });
  });

  it('PLAN-9: the last 10 messages, oldest first, of 300 characters', () => {
    const messages = Array.from({ length: 12 }, (_, index) => ({
      by: { login: 'ada' },
      text: `${index} ${'x'.repeat(index === 11 ? 298 : 297)}`,
    }));
    const shown = patchView(TREE, new Map(), messages).messages;
    expect(shown).toHaveLength(10);
    expect(shown[0]).toBe(`@ada: 2 ${'x'.repeat(297)}`);
    expect(shown[9]).toBe(`@ada: 11 ${'x'.repeat(296)}…`);
  });

  it('PLAN-9: nothing is unbounded, however much a model or a person wrote', () => {
    const plan = planOf(
      many(300).map((one) => ({ ...one, title: '長'.repeat(5_000), description: '😀'.repeat(5_000) })),
    );
    const view = patchView(
      plan,
      new Map(),
      Array.from({ length: 100 }, () => ({ by: { login: 'ada' }, text: '😀'.repeat(100_000) })),
    );
    expect(view.subtasks.length).toBeLessThan(200 * 1_200);
    expect(view.messages.join('').length).toBeLessThan(10 * 620);
  });

  it('PLAN-9: cuts between characters, never within one', () => {
    expect(cutText('😀😀😀', 3)).toBe('😀😀😀');
    expect(cutText('😀😀😀', 2)).toBe('😀…');
    expect(cutText('a\ud83d', 5)).toBe('a\ufffd');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
        const shown = cutText(text, max);
        expect(shown.isWellFormed()).toBe(true);
        expect(Array.from(shown).length).toBeLessThanOrEqual(max);
        if (Array.from(text).length <= max) expect(shown).toBe(text.toWellFormed());
      }),
    );
  });
});
