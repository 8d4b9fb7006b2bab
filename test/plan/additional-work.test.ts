import { describe, expect, it } from '@jest/globals';
import { checkActionPlan } from '../../src/plan/check-action-plan.ts';
import { toldFaults } from '../../src/plan/faults.ts';
import { withAdditionalWork } from '../../src/plan/additional-work.ts';
import { planOf, subtask } from '../task/task-world.ts';

const { task_decomposition: DIVIDED } = planOf([subtask('a'), subtask('extra_1')]);

describe('work that verification asks for (REPLAN-7)', () => {
  it('becomes subtasks of its own, behind those there are, with ids nobody has', () => {
    const { subtasks } = withAdditionalWork(DIVIDED, ['Say more', ' ', 'Test it']);
    expect(subtasks.slice(0, 2)).toEqual(DIVIDED.subtasks);
    expect(subtasks.slice(2)).toMatchObject([
      { id: 'extra_2', description: 'Say more', from_verification: true },
      { id: 'extra_3', description: 'Test it', from_verification: true },
    ]);
  });

  it('is nothing when nothing is wanted, and never more than ten subtasks at once', () => {
    expect(withAdditionalWork(DIVIDED, ['', '  '])).toBe(DIVIDED);
    expect(
      withAdditionalWork(
        DIVIDED,
        Array.from({ length: 30 }, (_, at) => `Step ${at}`),
      ).subtasks,
    ).toHaveLength(12);
  });
});

describe('a later plan (REPLAN-3)', () => {
  const plan = planOf([subtask('a'), subtask('b', ['a'])]);
  const later = { execution_order: ['b'], actions: plan.action_plan.actions.slice(1) };
  const available = { tools: ['run_command'], environments: ['node'] };

  it('need not name what is finished, although others depend on it', () => {
    expect(toldFaults(checkActionPlan(later, plan.task_decomposition, { name: 'node' }, { ...available, done: new Set(['a']) }))).toEqual(
      [],
    );
    expect(toldFaults(checkActionPlan(later, plan.task_decomposition, { name: 'node' }, available))).toEqual([
      'execution_order puts "b" before "a", on which it depends. Put it behind.',
    ]);
  });
});
