import { describe, expect, it } from '@jest/globals';
import { countMisfit } from '../../src/plan/misfits.ts';
import { answerGiven, beginWork, toolDone } from '../../src/state/work-moves.ts';
import { planOf, subtask } from '../task/task-world.ts';
import type { AnswerBlock } from '../../src/ports/model.ts';
import type { Judging, Work } from '../../src/state/work.ts';

const PLAN = planOf([subtask('a'), subtask('b')]);
const JUDGING: Judging = { reflect: true, decide: true, reflection: null, revision: null };
let used = 0;

/** One answer of the model that uses a tool per entry: `true` for one that works, null for one that does not, `false` for one that is not understood. */
function answered(work: Work, tools: readonly (boolean | null)[], judging: Judging | null = null): Work {
  const blocks = tools.map((): AnswerBlock => ({ type: 'tool_use', id: `t${(used += 1)}`, name: 'run_command', input: {} }));
  const given = answerGiven(work, blocks);
  return blocks.reduce((before, block, at) => {
    const id = block.type === 'tool_use' ? block.id : '';
    const end = { isMisfit: tools[at] === false, worked: tools[at] === true };
    return countMisfit(toolDone(before, { type: 'tool_result', tool_use_id: id, content: '' }, []), end, judging);
  }, given);
}
const times = (count: number, work: Work, tools: readonly (boolean | null)[]) =>
  Array.from({ length: count }).reduce<Work>((before) => answered(before, tools), work);

describe('answers whose tools cannot be understood (MODEL-3)', () => {
  it('go back to the model three times; after the fourth the action is left behind', () => {
    const begun = beginWork(PLAN);
    expect(times(3, begun, [false]).current).toBe(0);
    const left = times(4, begun, [false]);
    expect([left.current, left.actions[0]?.status, left.actions[0]?.evaluation]).toEqual([
      1,
      'partial',
      'The model kept using tools in ways that could not be understood.',
    ]);
  });

  it('are judged like any action that did not succeed', () => {
    const left = answered(times(3, beginWork(PLAN), [false]), [false], JUDGING);
    expect([left.current, left.judging, left.misfits]).toEqual([0, JUDGING, null]);
  });

  it.each([[[true]], [[true, false, false]], [[false, true]], [[false, false, true]]])(
    'count anew after an answer with one that is understood: %j',
    (tools) => {
      const begun = times(3, beginWork(PLAN), [false]);
      expect(times(3, answered(begun, tools), [false]).current).toBe(0);
      expect(times(4, answered(begun, tools), [false]).current).toBe(1);
    },
  );

  it('count by answers, not by tools, and anew with the next action', () => {
    expect(
      answered(
        beginWork(PLAN),
        Array.from({ length: 20 }, () => false),
      ).current,
    ).toBe(0);
    const second = times(4, beginWork(PLAN), [false]);
    expect(times(3, second, [false]).current).toBe(1);
  });

  it.each([[[null]], [[null, null]], [[null, false]]])(
    'MODEL-3: that are understood and never work are 16 in a row at most: %j',
    (tools) => {
      expect(times(15, beginWork(PLAN), tools).current).toBe(0);
      const left = times(16, beginWork(PLAN), tools);
      expect([left.current, left.actions[0]?.evaluation]).toEqual([1, 'None of the tools that the model used worked.']);
    },
  );

  it.each([[[true]], [[true, null]], [[null, true]]])('MODEL-3: that do not work count anew after one that does: %j', (tools) => {
    const begun = answered(times(15, beginWork(PLAN), [null]), tools);
    expect(times(15, begun, [null]).current).toBe(0);
    expect(times(16, begun, [null]).current).toBe(1);
  });

  it('leave no trace in work where all is understood', () => {
    expect(times(5, beginWork(PLAN), [true])).not.toHaveProperty('misfits');
  });
});
