import { describe, expect, it } from '@jest/globals';
import { questionsTakingAnswers } from '../../src/state/select.ts';
import { after, PAUSED, planOf, prepared, subtask, taskAfter } from '../task/task-world.ts';
import type { Asked, Question, Then } from '../../src/state/question.ts';
import type { Task } from '../../src/state/task.ts';

const TASK = taskAfter(prepared(planOf([subtask('a')])));
const TELL = { is: 'tell_work' } as const;
const PLAN_SHOWN = { is: 'carry_out_plan' } as const;
const TOOL = { is: 'tool_result', toolUseId: 'u' } as const;

/** A task with these open questions, each posted by default. */
function asking(
  ...open: readonly { readonly id: number; readonly then: Then; readonly blocks?: boolean; readonly posted?: boolean }[]
): Task {
  const questions = open.map(
    ({ id, posted = true }): Question => ({
      id,
      kind: 'clarification',
      texts: [`Question ${id}?`],
      context: '',
      assumptions: [],
      askedAt: 0,
      commentId: posted ? 100 + id : null,
      url: null,
      answers: {},
      state: 'open',
      needsPerson: false,
    }),
  );
  const asked = open.map(
    ({ id, then, blocks = false }): Asked => ({
      questionId: id,
      then,
      blocks,
      since: 0,
      due: { overAt: null, remindAt: null, releaseAt: null },
      isReminded: false,
      unread: 'no',
      isSaved: false,
    }),
  );
  return { ...TASK, questions, asked };
}
const heard = (task: Task) => questionsTakingAnswers(task).map(({ id }) => id);

describe('which questions an answer may be for, and which first', () => {
  it('given one that is waited for and some beside the work, when they are listed, then it comes first (GH-6)', () => {
    expect(heard(asking({ id: 1, then: TELL }, { id: 2, then: TOOL, blocks: true }, { id: 3, then: TELL }))).toEqual([
      2, 3, 1,
    ]);
  });

  it('given several beside the work, when they are listed, then the newest comes first (PLAN-9)', () => {
    expect(heard(asking({ id: 1, then: TELL }, { id: 3, then: TELL }, { id: 2, then: TELL }))).toEqual([3, 2, 1]);
  });

  it('given a plan that is shown while what was said is weighed, when they are listed, then it comes before what is beside the work (GH-2)', () => {
    expect(heard(asking({ id: 1, then: PLAN_SHOWN }, { id: 2, then: TELL }))).toEqual([1, 2]);
  });

  it('given a plan that is shown, when the budget is asked about or the task is paused, then its question is not heard (OPS-9)', () => {
    const budget = { is: 'spend_more', limit: 'tokens' } as const;
    expect(heard(asking({ id: 1, then: PLAN_SHOWN }, { id: 2, then: budget, blocks: true }))).toEqual([2]);
    expect(heard(after(asking({ id: 1, then: PLAN_SHOWN }), ...PAUSED))).toEqual([]);
  });

  it('given a task that rests, when they are listed, then those beside the work are heard all the same (PLAN-9)', () => {
    expect(heard(after(asking({ id: 1, then: TELL }), ...PAUSED))).toEqual([1]);
  });

  it('given one that is not posted yet, when they are listed, then nobody can have answered it (GH-6, PLAN-9)', () => {
    expect(
      heard(asking({ id: 1, then: TELL, posted: false }, { id: 2, then: TOOL, blocks: true, posted: false })),
    ).toEqual([]);
  });
});
