import { describe, expect, it } from '@jest/globals';
import { changesBetween } from '../../src/plan/plan-changes.ts';
import { planOf, subtask } from '../task/task-world.ts';

describe('what a later plan changed (PLAN-1)', () => {
  it('is each action that was added, removed or modified, and none that stayed', () => {
    const before = planOf([subtask('a'), subtask('b'), subtask('c')]);
    const later = planOf([subtask('a'), subtask('b'), subtask('d')]);
    const [a, b, d] = later.action_plan.actions;
    if (!a || !b || !d) throw new Error('Each subtask has an action.');
    const after = { ...later, action_plan: { ...later.action_plan, actions: [a, { ...b, tool: 'edit_file' }, d] } };
    expect(changesBetween(before, after)).toEqual([
      { type: 'add_action', details: 'd: Carry out d' },
      { type: 'remove_action', details: 'c: Carry out c' },
      { type: 'modify_action', details: 'b: Carry out b' },
    ]);
    expect(changesBetween(before, before)).toEqual([]);
  });
});
