import { describe, expect, it } from '@jest/globals';
import { limitsOf } from '../replan/situations.ts';
import { after, planOf, prepared, subtask, taskAfter, UNDISTURBED } from '../task/task-world.ts';
import type { AnswerBlock } from '../../src/ports/model.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { TaskSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';
import type { Work } from '../../src/state/work.ts';

const PLAN = planOf([subtask('a'), subtask('b')]);
/** Failures are reflected on, then judged. */
const JUDGED: Partial<TaskSettings> = {
  planning: {
    ...UNDISTURBED,
    reflection: { ...UNDISTURBED.reflection, enabled: true, onError: true },
    replanning: limitsOf(),
  },
};
let used = 0;

interface Working {
  readonly task: Task;
  readonly work: Work;
}

function beginWork(): Working {
  return workingOn(taskAfter(prepared(PLAN)));
}

function workingOn(task: Task): Working {
  if (task.work === null) throw new Error('There is no work.');
  return { task, work: task.work };
}

/**
 * One answer of the model with a tool per entry: `true` for one that works, null for one that does not, `false` for one
 * that is not understood.
 */
function answered({ task }: Pick<Working, 'task'>, tools: readonly (boolean | null)[]): Working {
  const ids = tools.map(() => `t${(used += 1)}`);
  const content = ids.map((id): AnswerBlock => ({ type: 'tool_use', id, name: 'run_command', input: {} }));
  const ends = ids.map((id, at): Fact => {
    const worked = tools[at] === true;
    const misfit = tools[at] === false ? { not_understood: true as const } : {};
    return {
      type: 'tool',
      tool_use_id: id,
      tool: 'run_command',
      ok: worked,
      text: '',
      exit_code: worked ? 0 : null,
      duration_ms: 0,
      ...misfit,
    };
  });
  return workingOn(
    after(task, { type: 'action', name: 'answer', action: 0, content, stop_reason: 'tool_use' }, ...ends),
  );
}
const times = (count: number, begun: Working, tools: readonly (boolean | null)[]) =>
  Array.from({ length: count }).reduce<Working>((before) => answered(before, tools), begun);

describe('answers whose tools cannot be understood (MODEL-3)', () => {
  it('go back to the model three times; after the fourth the action is left behind', () => {
    const begun = beginWork();
    expect(times(3, begun, [false]).work.current).toBe(0);
    const { work: left } = times(4, begun, [false]);
    expect([left.current, left.actions[0]?.status, left.actions[0]?.evaluation]).toEqual([
      1,
      'partial',
      'The model kept using tools in ways that could not be understood.',
    ]);
  });

  it('are judged like any action that did not succeed', () => {
    const { task } = times(3, beginWork(), [false]);
    const { work: left } = answered({ task: { ...task, settings: { ...task.settings, ...JUDGED } } }, [false]);
    expect([left.current, left.judging, left.misfits]).toEqual([
      0,
      { reflect: true, decide: true, reflection: null, revision: null },
      null,
    ]);
    expect(left.actions[0]?.status).toBe('partial');
  });

  it.each([[[true]], [[true, false, false]], [[false, true]], [[false, false, true]]])(
    'count anew after an answer with one that is understood: %j',
    (tools) => {
      const begun = times(3, beginWork(), [false]);
      expect(times(3, answered(begun, tools), [false]).work.current).toBe(0);
      expect(times(4, answered(begun, tools), [false]).work.current).toBe(1);
    },
  );

  it('count by answers, not by tools, and anew with the next action', () => {
    expect(
      answered(
        beginWork(),
        Array.from({ length: 20 }, () => false),
      ).work.current,
    ).toBe(0);
    const second = times(4, beginWork(), [false]);
    expect(times(3, second, [false]).work.current).toBe(1);
  });

  it.each([[[null]], [[null, null]], [[null, false]]])(
    'MODEL-3: that are understood and never work are 16 in a row at most: %j',
    (tools) => {
      expect(times(15, beginWork(), tools).work.current).toBe(0);
      const { work: left } = times(16, beginWork(), tools);
      expect([left.current, left.actions[0]?.evaluation]).toEqual([1, 'None of the tools that the model used worked.']);
    },
  );

  it.each([[[true]], [[true, null]], [[null, true]]])(
    'MODEL-3: that do not work count anew after one that does: %j',
    (tools) => {
      const begun = answered(times(15, beginWork(), [null]), tools);
      expect(times(15, begun, [null]).work.current).toBe(0);
      expect(times(16, begun, [null]).work.current).toBe(1);
    },
  );

  it('leave no trace in work where all is understood', () => {
    expect(times(5, beginWork(), [true]).work.misfits).toBeNull();
  });
});
