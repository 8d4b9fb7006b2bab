import { describe, expect, it } from '@jest/globals';
import { PlanPatchSchema } from '../../../src/model-calls/patch-schemas.ts';
import { applyPatch, whyRefused } from '../../../src/plan/patch/apply-patch.ts';
import { TREE } from './plans.ts';

const create = { op: 'create', title: 'New' };

describe('why a change that people asked for could not be made (GH-3, PLAN-9)', () => {
  it.each([
    [
      'finished work is to be changed',
      [{ op: 'move', task_id: 'a', position: { index: 1 } }],
      { why: 'finished', subtasks: ['a'] },
    ],
    [
      'finished work would go with its parent',
      [{ op: 'delete', task_id: 'b', cascade: true }],
      { why: 'finished', subtasks: ['b1'] },
    ],
    ['what it names is not there', [{ op: 'update', task_id: 'x', title: 'New' }], { why: 'unknown', subtasks: ['x'] }],
    [
      'a new one is to depend on nothing known',
      [{ ...create, dependencies: ['x', 'y'] }],
      { why: 'unknown', subtasks: ['x', 'y'] },
    ],
    [
      'the neighbour is not there',
      [{ op: 'move', task_id: 'c', position: { after: 'x' } }],
      { why: 'unknown', subtasks: ['x'] },
    ],
    ['there would be too many', [create, create], { why: 'too_many', most: 7 }],
    ['it goes in a circle', [{ op: 'update', task_id: 'c', dependencies: ['c'] }], { why: 'inconsistent' }],
  ])('GH-3: says that %s', (_, operations, expected) => {
    const patch = PlanPatchSchema.parse({ understanding: '', operations });
    const context = { doneIds: new Set(['a', 'b1']), maxSubtasks: 7 };
    expect(applyPatch(TREE, patch, context).problems).not.toEqual([]);
    expect(whyRefused(TREE, patch, context)).toEqual(expected);
  });

  it('GH-3: says that nothing would be left to carry out', () => {
    const operations = TREE.task_decomposition.subtasks
      .filter(({ parent_id: parent }) => (parent ?? null) === null)
      .map(({ id }) => ({ op: 'delete', task_id: id, cascade: true }));
    const patch = PlanPatchSchema.parse({ understanding: '', operations });
    expect(applyPatch(TREE, patch, { doneIds: new Set() }).problems).toEqual([
      expect.stringContaining('no subtask at all'),
    ]);
    expect(whyRefused(TREE, patch, { doneIds: new Set() })).toEqual({ why: 'nothing_left' });
  });

  it('GH-3: counts what is removed, and what a temporary name stands for', () => {
    const patch = PlanPatchSchema.parse({
      understanding: '',
      operations: [
        { ...create, temp_id: 't' },
        { ...create, dependencies: ['t'] },
        { op: 'delete', task_id: 'b2', cascade: true },
        { op: 'update', task_id: 'c', dependencies: ['c'] },
      ],
    });
    expect(whyRefused(TREE, patch, { doneIds: new Set(), maxSubtasks: 6 })).toEqual({ why: 'inconsistent' });
  });
});
