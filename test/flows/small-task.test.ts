import { describe, expect, it } from '@jest/globals';
import { wholeTask } from '../../bench/whole-task.ts';
import { STEPS } from '../../bench/small-repository.ts';

describe('a task of one subtask on a small repository', () => {
  it('REPLAN-2, PLAN-2: makes five calls beside the work and its review, and gathers nothing', async () => {
    const tools = (await wholeTask({ plans: true })).map(({ tool }) => tool);
    const work = [...STEPS, 'finish_action'].map(() => 'work');
    // The last judgement is the assessment.
    const beside = ['submit_goal_understanding', 'submit_task_decomposition', 'submit_action_plan'];
    const after = tools.slice(beside.length + work.length);
    expect(tools.slice(0, beside.length + work.length)).toEqual([...beside, ...work]);
    expect(after).toHaveLength(3);
    expect(after.slice(1)).toEqual(['submit_review', 'submit_summary']);
  }, 120_000);
});
