import { describe, expect, it } from '@jest/globals';
import { layoutKeeping, leftBehind } from '../../src/plan/action-order.ts';
import { draftIn } from '../../src/state/select.ts';
import { answered } from '../task/answered.ts';
import { judgement, limitsOf } from '../replan/situations.ts';
import { actionDone, after, planOf, prepared, saved, subtask, taskAfter, UNDISTURBED } from '../task/task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a']), subtask('c', ['b'])]);
const FINE = { replan_needed: false, replan_type: 'none' } as const;
const judged = (task: Task, fields: object, point: 'execution' | 'action_sequence' = 'execution') =>
  after(task, judgement(task, point, fields));

/** `a` failed, and the work continued all the same; `b` failed, too. */
function failedTwice(): Task {
  const begun = taskAfter(prepared(PLAN));
  const planning = { ...UNDISTURBED, replanning: limitsOf() };
  const working = { ...begun, settings: { ...begun.settings, planning } };
  const accepted = judged(after(working, ...actionDone(0, 'failure')), FINE);
  return after(accepted, saved('a'), ...actionDone(1, 'failure'));
}
const partial = () => judged(failedTwice(), { replan_type: 'partial_replan', replan_level: 2 });
const regenerated = () => judged(failedTwice(), { replan_type: 'full_replan', replan_level: 3 });

const answer = (...ids: readonly string[]) => ({
  action_plan: {
    execution_order: ids,
    actions: ids.map((id) => ({ task_id: id, action_type: 'tool_call', tool: 'run_command', purpose: `Anew: ${id}` })),
  },
  selected_environment: { name: 'node' },
});
const actionsOf = ({ work }: Task) => work?.actions.map(({ taskId, status }) => `${taskId} ${status}`);
async function carriedOut(task: Task, ...ids: readonly string[]): Promise<readonly string[] | undefined> {
  const fact = await answered(task, 'action_plan', answer(...ids));
  expect(fact).toMatchObject({ type: 'revision' });
  const made = after(task, fact as Fact);
  expect(draftIn(made, 'actions')?.found).not.toBeNull();
  return actionsOf(judged(made, FINE, 'action_sequence'));
}

describe('a failure that was accepted (REPLAN-3)', () => {
  it('REPLAN-3: is no gap of a partial re-plan, which plans the actions from the failed one on', async () => {
    expect(await carriedOut(partial(), 'b', 'c')).toEqual(['a failure', 'b running', 'c pending']);
  });

  it('REPLAN-3: is told to the model as left so, and is done again where the new plan has an action for it', async () => {
    expect(partial().replanning.notes.join('\n')).toContain('Ended without success, and left so: a.');
    expect(await carriedOut(partial(), 'a', 'b', 'c')).toEqual(['a running', 'b pending', 'c pending']);
  });

  it('REPLAN-3: stays so when a plan of those actions is refused and they are planned once more', async () => {
    const made = after(partial(), (await answered(partial(), 'action_plan', answer('b', 'c'))) as Fact);
    const again = judged(made, { replan_type: 'action_regeneration' }, 'action_sequence');
    expect(await carriedOut(again, 'b', 'c')).toEqual(['a failure', 'b running', 'c pending']);
  });

  it('REPLAN-3: is planned again where all actions are', async () => {
    expect(await answered(regenerated(), 'action_plan', answer('b', 'c'))).toMatchObject({ name: 'invalid_answer' });
    expect(await carriedOut(regenerated(), 'a', 'b', 'c')).toEqual(['a running', 'b pending', 'c pending']);
  });

  it('PLAN-1: is not queued again by a reflection that revises what is still ahead', () => {
    const { execution_order, actions } = PLAN.action_plan;
    const updated_plan = { ...PLAN, action_plan: { execution_order, actions: actions.slice(1) } };
    const revised = after(failedTwice(), {
      type: 'revision',
      reason: 'So.',
      source: 'reflection',
      changes: [],
      updated_plan,
    });
    expect(actionsOf(revised)).toEqual(['a failure', 'b running', 'c pending']);
  });

  it('REPLAN-3: is none as long as its subtask has more actions', () => {
    const { work } = failedTwice();
    if (work === null) throw new Error('There is work.');
    const [first, second] = work.actions;
    if (!first || !second) throw new Error('There are actions.');
    expect(leftBehind(work)).toEqual(['a']);
    expect(leftBehind({ current: 1, actions: [first, { ...second, taskId: 'a' }] })).toEqual([]);
  });

  it('EXEC-5: stands where it was done, so that it is known how much of what is kept is saved', () => {
    const { work } = failedTwice();
    if (work === null) throw new Error('There is work.');
    expect(layoutKeeping(work, PLAN, { done: new Set(['b', 'a']) })).toEqual({ kept: [0, 1], ahead: [2], saved: 1 });
  });
});

describe('what is finished', () => {
  it('PLAN-10: stays in a plan of the rest alone, so that all of it can be carried out again', async () => {
    const begun = taskAfter(prepared(PLAN));
    const planning = { ...UNDISTURBED, replanning: limitsOf() };
    const working = { ...begun, settings: { ...begun.settings, planning } };
    const failed = after(working, ...actionDone(0), saved('a'), ...actionDone(1, 'failure'));
    const task = judged(failed, { replan_type: 'partial_replan', replan_level: 2 });
    const fact = await answered(task, 'action_plan', answer('b', 'c'));
    expect(fact).toMatchObject({
      updated_plan: {
        action_plan: {
          execution_order: ['a', 'b', 'c'],
          actions: [{ purpose: 'Carry out a' }, { purpose: 'Anew: b' }, { purpose: 'Anew: c' }],
        },
      },
    });
    expect(await carriedOut(task, 'b', 'c')).toEqual(['a success', 'b running', 'c pending']);
  });
});
