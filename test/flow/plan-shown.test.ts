import { describe, expect, it } from '@jest/globals';
import { activityOf, blockingIn, questionsTakingAnswers, shownWork } from '../../src/state/select.ts';
import {
  after,
  decidedAfter,
  kindOf,
  PAUSED,
  planOf,
  prepared,
  subtask,
  taskAfter,
  usage,
} from '../task/task-world.ts';
import { conversation } from '../questions/hearing.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const OTHER = planOf([subtask('a')]);
const PLANNED = prepared(PLAN).slice(0, 5);
const by = { id: 8, login: 'mika' };
const SAID: Fact = { type: 'control', name: 'comment', by, text: 'Leave out b.' };
const RESUME: Fact = { type: 'control', name: 'resume', by: 'mika' };
const WEIGHED: Fact = {
  type: 'control',
  name: 'comment_weighed',
  understanding: 'As they say.',
  problems: [],
  questions: [],
};
const REVISED: Fact = {
  type: 'revision',
  reason: 'b is not wanted',
  source: 'comment',
  changes: [],
  updated_plan: OTHER,
  again: [],
};
const posted = (question_id: number): Fact => ({
  type: 'question',
  name: 'posted',
  question_id,
  comment_id: 4 + question_id,
  url: 'u',
  texts: [],
});
function said(question_id: number, verdict: 'yes' | 'no' | 'unclear'): Fact {
  return { type: 'answer', name: 'given', question_id, by, text: verdict, settles: {}, verdict };
}

/** Its question is posted, and waited for. */
function shown(settings: Parameters<typeof taskAfter>[1] = {}): Task {
  return after(taskAfter(PLANNED, { request: { plansFirst: true }, ...settings }), posted(1));
}
const asked = ({ asked: all }: Task) => all.map(({ questionId, blocks }) => [questionId, blocks]);

describe('a plan that is shown before it is carried out (GH-2, PLAN-9)', () => {
  it('given a plan that somebody wants changed, when it is, then only the new question is left, and the old one is closed as replaced', () => {
    const heard = after(shown(), SAID);
    expect(asked(heard)).toEqual([[1, false]]);
    expect(decidedAfter(heard, REVISED, WEIGHED)).toContainEqual({
      type: 'question',
      name: 'closed',
      question_id: 1,
      because: 'replaced',
    });
    const changed = after(heard, REVISED, WEIGHED);
    expect(asked(changed)).toEqual([[2, true]]);
    expect(questionsTakingAnswers(after(changed, posted(2))).map(({ id }) => id)).toEqual([2]);
  });

  it('given a changed plan that takes the place of what somebody approves of, when theirs was written first, then it is explained, and nothing is approved (P11)', () => {
    const held = conversation([...PLANNED, posted(1)], { request: { plansFirst: true } });
    held.record(SAID, REVISED, WEIGHED);
    const approve = (commentId: number, text = 'approve'): InboxItem => ({
      kind: 'comment',
      id: `c${commentId}`,
      addressed: false,
      commentId,
      by,
      text,
    });
    // Until its comment id is known, nobody can tell which was written first.
    expect(held.hear(approve(5))).toEqual([]);
    held.record(posted(2));
    // Conversations among people are ignored.
    expect(held.hear(approve(4, 'I like that'))).toEqual([]);
    expect(held.hear(approve(5))).toMatchObject([{ type: 'question', name: 'unclear', question_id: 2 }]);
    expect([activityOf(held.task), kindOf(held.task)]).toEqual(['wait', 'explain_question']);
    // Explained only once.
    held.record({ type: 'effect', name: 'explained', question_id: 2 } as Fact);
    expect(held.hear(approve(3))).toEqual([]);
    expect(held.hear(approve(7))).toMatchObject([{ type: 'answer', name: 'given', question_id: 2, verdict: 'yes' }]);
    expect(activityOf(held.task)).not.toBe('wait');
  });

  it('given a plan that nothing was done of, when it is changed, then the work is begun as if the new one were the first', () => {
    const changed = after(shown(), SAID, REVISED, WEIGHED);
    expect(changed.work?.conversation).toMatchObject([
      { kind: 'begin', brief: { whole: OTHER, number: 1, of: 1, isRetry: false } },
    ]);
    expect(changed.work?.commentsWeighed).toBe(1);
  });

  it('given what people say while a plan is weighed, when they approve of it, then that counts where nothing else changes it', () => {
    const heard = after(shown(), SAID);
    expect(decidedAfter(heard, said(1, 'yes'))).toEqual([]);
    expect(activityOf(after(heard, said(1, 'yes'), WEIGHED))).toBe('prepare');
    expect(activityOf(after(heard, said(1, 'no'), WEIGHED))).toBe('wait');
    expect(activityOf(after(heard, said(1, 'yes'), said(1, 'no'), WEIGHED))).toBe('wait');
  });

  it('given a plan that was changed and shown anew, when nothing more is wanted, then it is asked about on, not anew', () => {
    const changed = after(shown(), SAID, REVISED, WEIGHED, posted(2), { ...SAID, text: 'How nice.' }, WEIGHED);
    expect(asked(changed)).toEqual([[2, true]]);
    const which: Fact = { ...WEIGHED, questions: [{ text: 'Which year?', blocking: true }] };
    const open = after(shown(), SAID, which, posted(2), { ...SAID, text: 'How nice.' }, WEIGHED);
    expect(asked(open)).toEqual([[2, true]]);
  });

  it('given a plan that people were reminded of, when it is asked about on, then they are reminded anew, also after a pause (EXEC-1)', () => {
    const reminded: Fact = { type: 'effect', name: 'reminded', question_id: 1, comment_id: 6, url: 'u' };
    const still = after(shown(), reminded, SAID, WEIGHED);
    expect(blockingIn(still)).toMatchObject({ isReminded: false, due: { remindAt: still.updatedAt + 7 * 86_400_000 } });
    expect(blockingIn(after(still, ...PAUSED, RESUME))?.due.remindAt).not.toBeNull();
  });

  it('given a plan that is approved, when it is begun, then people see the work on it', () => {
    expect(shownWork(shown())).toBeNull();
    expect(shownWork(after(shown(), said(1, 'yes')))?.actions).toHaveLength(2);
  });

  it('given a plan that nobody decides on, when the time is over, then the task ends, and not sooner than a person has to', () => {
    const over = after(shown(), { type: 'effect', name: 'time_over' });
    expect(over.stage).toMatchObject({
      is: 'report',
      ending: { status: 'stopped', reason: 'withdrawn', detail: 'unanswered' },
    });
  });
});

describe('a plan that is shown, while the task is paused (GH-5)', () => {
  it('given something that should be different, when it is said in a pause, then the plan is asked about until the task goes on', () => {
    const paused = after(shown(), ...PAUSED, SAID);
    expect([activityOf(paused), asked(paused)]).toEqual(['pause', [[1, true]]]);
    expect(questionsTakingAnswers(paused).map(({ id }) => id)).toEqual([1]);
    const goneOn = after(paused, RESUME);
    expect([activityOf(goneOn), asked(goneOn), kindOf(goneOn)]).toEqual(['approve', [[1, false]], 'ask_patch']);
  });

  it('given a question about the budget, when the task is asked about its plan as well, then the budget comes first', () => {
    const settings = { budget: { tokens: 1e9, usd: 1e9, minutes: 1e9, modelCalls: 1 }, budgetExtensions: 1 };
    const spent = after(shown({ settings }), SAID, REVISED, WEIGHED, usage());
    const question = blockingIn(spent);
    expect(question?.then.is).toBe('carry_out_plan');
    const again = after(spent, posted(2), SAID);
    expect(blockingIn(again)?.then).toEqual({ is: 'spend_more', limit: 'modelCalls' });
    const more = after(again, posted(3), { ...SAID, text: 'And mind the tests.' });
    expect(blockingIn(more)?.then.is).toBe('spend_more');
  });
});
