import { describe, expect, it } from '@jest/globals';
import { amendsWithFinalIds, withFinalIds } from '../../../src/plan/patch/final-ids.ts';
import { one, patched, planOf, subtask } from './plans.ts';

const IDS = new Map([
  ['temp-1', 'task_4'],
  ['temp-10', 'task_5'],
  ['docs', 'task_6'],
]);

describe('temporary ids', () => {
  it('PLAN-9: are the final ones wherever they stand, and no other word is taken for one', () => {
    expect(withFinalIds('Do temp-1, then temp-10 (temp-1).', IDS)).toBe('Do task_4, then task_5 (task_4).');
    expect(withFinalIds('temp-1を追加し、temp-10。', IDS)).toBe('task_4を追加し、task_5。');
    const other = 'Write docs; my-temp-1, temp-1x, temp-1-2 and temp-11 are others.';
    expect(withFinalIds(other, IDS)).toBe(other);
  });

  it('PLAN-9: stand nowhere in the plan that comes of a patch', () => {
    const { plan, changes } = patched(planOf([subtask('task_1'), subtask('task_2')]), [
      { op: 'create', temp_id: 'temp-1', title: 'Write docs', acceptance_criteria: ['temp-2 links to it'] },
      { op: 'create', temp_id: 'temp-2', title: 'Link temp-1', description: 'After temp-1', dependencies: ['temp-1'] },
      { op: 'update', task_id: 'task_2', title: 'Check temp-2', description: 'See temp-1' },
    ]);
    expect(JSON.stringify([plan, changes])).not.toContain('temp-');
    expect(one(plan, 'task_4')).toMatchObject({
      title: 'Link task_3',
      description: 'After task_3',
      dependencies: ['task_3'],
    });
    expect(one(plan, 'task_2')).toMatchObject({ title: 'Check task_4', description: 'See task_3' });
  });

  it('PLAN-9: stand in nothing that is amended', () => {
    expect(
      amendsWithFinalIds(
        {
          goal: 'Do temp-1',
          constraints: ['temp-1 first'],
          acceptance_criteria: ['temp-1', { id: 'AC-1', description: 'temp-1' }],
        },
        IDS,
      ),
    ).toEqual({
      goal: 'Do task_4',
      constraints: ['task_4 first'],
      acceptance_criteria: ['task_4', { id: 'AC-1', description: 'task_4' }],
    });
  });
});
