import { describe, expect, it } from '@jest/globals';
import { activityOf, blockingIn } from '../../src/state/select.ts';
import { actionDone, after, asking, kindOf, prepared, planOf, subtask, taskAfter, usage } from '../task/task-world.ts';
import { WORKING } from './stories.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const by = { id: 8, login: 'mika' };
const spends = (tokens: number): Fact => usage({ input_tokens: tokens, output_tokens: 0 });
const budget = (limits: Partial<{ tokens: number; modelCalls: number }>, budgetExtensions = 3) => ({
  settings: { budgetExtensions, budget: { tokens: 1e9, usd: 1e9, minutes: 1e9, modelCalls: 1e9, ...limits } },
});
function extended(task: Task): Task {
  const question_id = blockingIn(task)?.questionId ?? 0;
  return after(
    task,
    { type: 'question', name: 'posted', question_id, comment_id: 5, url: 'u', texts: [] },
    { type: 'answer', name: 'given', question_id, by, text: 'yes', settles: {}, verdict: 'yes' },
  );
}
const notices = ({ work }: Task) =>
  (work?.conversation ?? []).flatMap((turn) => (turn.kind === 'budget_low' ? [turn] : []));

describe('a budget that comes to its end (EXEC-1, MODEL-6)', () => {
  it('given a budget that was extended, when most of it is spent again, then the model is told again', () => {
    const used = after(taskAfter(WORKING, budget({ tokens: 1_000 })), spends(850), spends(200));
    expect(notices(used)).toMatchObject([{ percent: 80, extension: 0 }]);
    const more = extended(used);
    expect([activityOf(more), notices(more)]).toMatchObject(['execute', [{ extension: 0 }]]);
    expect(notices(after(more, spends(600)))).toMatchObject([
      { percent: 80, extension: 0 },
      { percent: 80, extension: 1 },
    ]);
  });

  it('given a task without work, when its budget is used up, then people are asked at once: there is nothing to save', () => {
    const planning = after(taskAfter(prepared(PLAN).slice(0, 3), budget({ modelCalls: 1 })), usage());
    expect([activityOf(planning), kindOf(planning)]).toEqual(['wait', 'post_question']);
    const begun = after(taskAfter(WORKING, budget({ modelCalls: 1 })), usage());
    expect(kindOf(begun)).toBe('post_question');
    const unsaved = after(taskAfter([...WORKING, ...actionDone(0).slice(0, 2)], budget({ modelCalls: 1 })), usage());
    expect(kindOf(unsaved)).toBe('checkpoint');
  });

  it('given work that touches protected paths, when it is saved before people are asked, then it is known not to be on the branch (GH-7)', () => {
    const unsaved = after(taskAfter([...WORKING, ...actionDone(0).slice(0, 2)], budget({ modelCalls: 1 })), usage());
    const held = { digest: 'one', paths: ['CODEOWNERS'], pathCount: 1, diff: '+* @mika' };
    const task = after(unsaved, { type: 'effect', name: 'push_held', subtask: 'unfinished', held });
    expect([kindOf(task), blockingIn(task)?.isSaved, blockingIn(task)?.isHeldBack]).toEqual([
      'post_question',
      true,
      true,
    ]);
    const pushed = after(unsaved, { type: 'effect', name: 'checkpoint', subtask: 'unfinished', change: null });
    expect([blockingIn(pushed)?.isSaved, blockingIn(pushed)?.isHeldBack]).toEqual([true, undefined]);
  });

  it('given a budget that is used up, when people are being asked something already, then that is not asked before they answered', () => {
    const asked = after(taskAfter([...WORKING, ...asking(0)], budget({ modelCalls: 1 })), usage());
    expect([blockingIn(asked)?.then.is, asked.questions.length]).toEqual(['tool_result', 1]);
    const answered = after(
      asked,
      { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] },
      { type: 'answer', name: 'given', question_id: 1, by, text: 'Net.', settles: { 0: 'Net.' }, verdict: null },
    );
    expect(blockingIn(answered)?.then.is).toBe('spend_more');
  });
});
