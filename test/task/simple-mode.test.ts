import { describe, expect, it } from '@jest/globals';
import { doing, effectOf, planOf, prepared, subtask, taskAfter, UNDISTURBED } from './task-world.ts';
import type { TaskRequest } from '../../src/state/request.ts';

function begun(enabled: boolean, request: Partial<TaskRequest> = {}) {
  return taskAfter(prepared(planOf([subtask('a')])).slice(0, 2), {
    request,
    settings: { planning: { ...UNDISTURBED, enabled } },
  });
}

describe('a task without planning (PLAN-3)', () => {
  it('goes straight to a sandbox, with one action that is the whole request', () => {
    const task = doing(begun(false), 'prepare');
    expect(effectOf(task)).toMatchObject({ kind: 'start_sandbox' });
    expect(task.plan.task_decomposition.subtasks).toEqual([
      {
        id: 'task_1',
        description: 'Prices are rounded the wrong way',
        dependencies: [],
        estimated_complexity: 'medium',
        required_tools: [],
      },
    ]);
    expect(task.plan.action_plan.actions).toHaveLength(1);
    expect(effectOf(begun(true))).toMatchObject({ kind: 'ask_model', call: 'goal_understanding' });
  });

  it('does what a mention asked for, where one did', () => {
    const task = doing(begun(false, { instruction: 'Round half up' }), 'prepare');
    expect(task.plan.task_decomposition.subtasks[0]?.description).toBe('Round half up');
  });
});
