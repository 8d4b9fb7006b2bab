import { describe, expect, it } from '@jest/globals';
import { checkTexts } from '../../src/plan/check-texts.ts';
import { toldFaults } from '../../src/plan/faults.ts';
import { subtask } from '../task/task-world.ts';

const criterion = (id: string, description = 'It works') => ({ id, description });
const check = (ids: readonly string[], criteria = [criterion('AC-1')]) =>
  toldFaults(
    checkTexts({
      task_decomposition: { reasoning: '', subtasks: ids.map((id) => subtask(id)) },
      acceptance_criteria: criteria,
    }),
  );

describe('what a division says (PLAN-1)', () => {
  it.each(['task_1', 'Task 1', '手順1', 'é', '__proto__', 'constructor', '1.2-a', 'x'.repeat(100)])(
    'may have the id %j',
    (id) => {
      expect(check([id, 'other'])).toEqual([]);
    },
  );

  it.each(['a\nb', ' a', 'a ', 'a\u0000', 'a\u202Eb', 'a\u200Bb', 'a\u2028b', '\uD800', '\u00AD', 'x'.repeat(101)])(
    'does not have the id %j, which people cannot read',
    (id) => {
      expect(check([id])).toEqual([
        expect.stringMatching(/^The subtask id "[^]+" cannot be read well\. Use short ids such as task_1/),
      ]);
    },
  );

  it('has no ids that differ in case or normal form alone', () => {
    expect(check(['task_1', 'TASK_1', 'Task_1', 'é', 'e\u0301', 'b'])).toEqual([
      'The subtask ids "task_1", "TASK_1" and "Task_1" are easily taken for each other. Give them different ones.',
      'The subtask ids "é" and "e\u0301" are easily taken for each other. Give them different ones.',
    ]);
  });

  it('has criteria and descriptions that somebody can read', () => {
    const criteria = (count: number) => Array.from({ length: count }, (_, index) => criterion(`AC-${index + 1}`));
    expect(check(['a'], criteria(200))).toEqual([]);
    expect(check(['a'], criteria(10_000))).toEqual([
      'There are 10000 entries in acceptance_criteria; at most 200 are allowed. Keep those that tell most.',
    ]);
    expect(check(['a'], [criterion('AC-1', 'x'.repeat(4_000)), criterion('AC-2', 'x'.repeat(4_001))])).toEqual([
      'The acceptance criterion "AC-2" is described in 4001 characters; at most 4000 are allowed. Say it more briefly.',
    ]);
    expect(check(['a'], [criterion('AC-1'), criterion('AC-2'), criterion('AC-1'), criterion('AC-1')])).toEqual([
      'The id "AC-1" is used by more than one of acceptance_criteria. Give each an id of its own.',
    ]);
    const long = { ...subtask('a'), description: 'x'.repeat(4_001) };
    expect(
      toldFaults(checkTexts({ task_decomposition: { reasoning: '', subtasks: [long] }, acceptance_criteria: [] })),
    ).toEqual([expect.stringMatching(/^Subtask "a" is described in 4001/)]);
  });
});
