import { describe, expect, it } from '@jest/globals';
import { judgement, limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  decidedAfter,
  planOf,
  prepared,
  subtask,
  TASK_ID,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import { follow } from '../../src/flow/follow.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const RETRY = { replan_type: 'retry', replan_level: 1 } as const;

function tryingAgain(): Task {
  const task = taskAfter(prepared(PLAN));
  const planning = { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning: limitsOf() };
  const failed = after(
    { ...task, settings: { ...task.settings, planning } },
    ...actionDone(0, 'failure', ['It broke']),
  );
  return after(failed, judgement(failed, 'execution', RETRY));
}

describe('what follows from one happening (EXEC-1, PLAN-5)', () => {
  it('given something that leads to ever more, when it is recorded, then that is a fault that names what came last', () => {
    const task = tryingAgain();
    const [record] = task.replanning.records;
    const records = Array.from({ length: 70 }, (_, index) => ({
      ...record,
      id: `d${index}`,
    })) as Task['replanning']['records'];
    const [, , answer, finished] = actionDone(0) as readonly [Fact, Fact, Fact, Fact];
    const moment = { task_uuid: TASK_ID, issue: 'octo/shop#12', trace_id: 'trace-1', now: task.updatedAt + 1_000 };
    const many = after({ ...task, replanning: { ...task.replanning, records } }, answer);
    expect(() => follow(many, finished, moment)).toThrow(
      'The consequences of one fact did not end: replan_decision/completed, replan_decision/completed',
    );
  });

  it('given the end of an action, when it is recorded, then what it led to stands behind it, in order, at the same time', () => {
    const task = tryingAgain();
    const facts = decidedAfter(task, ...actionDone(0).slice(2)).map((fact) => ('name' in fact ? fact.name : fact.type));
    expect(facts).toEqual(['completed', 'decided', 'next']);
    expect(after(task, ...actionDone(0).slice(2)).updatedAt).toBe(task.updatedAt + 2_000);
  });
});
