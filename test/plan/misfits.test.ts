import { describe, expect, it } from '@jest/globals';
import { countMisfit } from '../../src/plan/misfits.ts';
import { answerGiven, beginWork, toolDone } from '../../src/plan/work.ts';
import { planOf, subtask } from '../task/task-world.ts';
import type { AnswerBlock } from '../../src/ports/model.ts';
import type { Judging, Work } from '../../src/task/work-state.ts';

const PLAN = planOf([subtask('a'), subtask('b')]);
const JUDGING: Judging = { reflect: true, decide: true, reflection: null, revision: null };
let used = 0;

/** One answer of the model that uses a tool per entry: `true` for one that is understood. */
function answered(work: Work, tools: readonly boolean[], judging: Judging | null = null): Work {
  const blocks = tools.map((): AnswerBlock => ({ type: 'tool_use', id: `t${(used += 1)}`, name: 'run_command', input: {} }));
  const given = answerGiven(work, blocks);
  return blocks.reduce((before, block, at) => {
    const id = block.type === 'tool_use' ? block.id : '';
    return countMisfit(toolDone(before, { type: 'tool_result', tool_use_id: id, content: '' }, []), tools[at] === false, judging);
  }, given);
}
const times = (count: number, work: Work, tools: readonly boolean[]) =>
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

  it('leave no trace in work where all is understood', () => {
    expect(times(5, beginWork(PLAN), [true])).not.toHaveProperty('misfits');
  });
});
