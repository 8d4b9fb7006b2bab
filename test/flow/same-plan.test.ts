import { describe, expect, it } from '@jest/globals';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { begin } from '../../src/flow/plan-steps.ts';
import { adoptSamePlan } from '../../src/flow/same-plan.ts';
import { activityOf, approvalIn } from '../../src/state/select.ts';
import { after, planOf, SETTINGS, SNAPSHOT, subtask, taskAfter } from '../task/task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Plan } from '../../src/state/plan.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const PROGRESS: Fact = { type: 'effect', name: 'progress_comment', comment_id: 1, url: 'u' };
const REPOSITORY = { type: 'environment', name: 'repository', snapshot: SNAPSHOT, earlier_tasks: '' } as const;

describe('a plan that is carried out again (PLAN-10)', () => {
  it('leads straight to the work, with all of it ahead', () => {
    const task = taskAfter([PROGRESS, REPOSITORY], { request: { isRetry: true, plan: PLAN } });
    expect(activityOf(task)).toBe('prepare');
    expect(task.work?.actions.map(({ taskId, status }) => [taskId, status])).toEqual([
      ['a', 'running'],
      ['b', 'pending'],
    ]);
    expect(task.usage.modelCalls).toBe(0);
  });

  it.each([
    ['en', 'I carry out the last plan again, without planning anew', 'I plan this anew.'],
    ['ja', '前回の計画を立て直さず', '計画から作り直します。'],
  ] as const)('is said to be one, and `retry` that it plans anew: %s', (language, same, anew) => {
    const told = (request: { readonly isRetry: true; readonly plan?: Plan }) =>
      progressComment(taskAfter([PROGRESS, REPOSITORY], { request, settings: { language } }), {
        now: 0,
        noteUrl: null,
      });
    expect(told({ isRetry: true, plan: PLAN })).toContain(same);
    expect(told({ isRetry: true, plan: PLAN })).not.toContain(anew);
    expect(told({ isRetry: true })).toContain(anew);
  });

  it('is shown and waits for approval where plans are to be seen first (GH-2)', () => {
    const task = taskAfter([PROGRESS, REPOSITORY], { request: { plan: PLAN, plansFirst: true } });
    expect(approvalIn(task)).not.toBeNull();
  });

  it('counts before the setting that no plan is made, and without one planning begins', () => {
    const simple = { settings: { planning: { ...SETTINGS.planning, enabled: false } } };
    const again = taskAfter([PROGRESS, REPOSITORY], { ...simple, request: { plan: PLAN } });
    expect(again.plan?.goal_understanding).toEqual(PLAN.goal_understanding);
    expect(begin(taskAfter([PROGRESS]), REPOSITORY)).toMatchObject([{ name: 'planning', step: 'goal' }]);
    expect(after(again).plan?.task_decomposition.subtasks).toHaveLength(2);
  });

  it('begins with what a later version of it had left out as finished', () => {
    const later: Plan = {
      ...PLAN,
      action_plan: { execution_order: ['b'], actions: PLAN.action_plan.actions.filter((one) => one.task_id === 'b') },
    };
    expect(adoptSamePlan(later, SNAPSHOT, SETTINGS).action_plan.execution_order).toEqual(['a', 'b']);
  });

  it('keeps the order that it has come to, whatever its priorities say', () => {
    const moved = planOf([subtask('a'), { ...subtask('b'), priority: 'high' }]);
    expect(adoptSamePlan(moved, SNAPSHOT, SETTINGS).action_plan.execution_order).toEqual(['a', 'b']);
  });

  it('has the environment and the commands that are allowed today', () => {
    const gone = { ...PLAN, selected_environment: { ...PLAN.selected_environment, name: 'removed' } };
    const configured = { ...SETTINGS, commands: { test: 'make check', build: 'make', lint: null } };
    expect(adoptSamePlan(gone, SNAPSHOT, configured)).toMatchObject({
      selected_environment: { name: 'node' },
      test_command: 'make check',
      build_command: 'make',
    });
    expect(adoptSamePlan(PLAN, SNAPSHOT, SETTINGS)).toMatchObject({ test_command: 'npm test' });
  });

  it('has work that verification added among all other work', () => {
    const added = planOf([subtask('a'), { ...subtask('b', ['a']), from_verification: true }]);
    const { subtasks } = adoptSamePlan(added, SNAPSHOT, SETTINGS).task_decomposition;
    expect(subtasks.map((one) => one.from_verification)).toEqual([undefined, undefined]);
  });
});
