import { describe, expect, it } from '@jest/globals';
import { dueItems, inboxToFacts } from '../../src/drive/read-inbox.ts';
import { blockingQuestion } from '../../src/state/select.ts';
import {
  actionDone,
  after,
  asking as asked,
  planOf,
  prepared,
  saved,
  subtask,
  TASK_ID,
  taskAfter,
} from './task-world.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { Task } from '../../src/state/task.ts';

function asking(commentId: number | null): Task {
  const task = taskAfter([...prepared(planOf([subtask('a')])), ...asked(0)]);
  if (commentId === null) return task;
  return after(task, { type: 'question', name: 'posted', question_id: 1, comment_id: commentId, url: 'u', texts: [] });
}
const ANSWER: InboxItem = {
  kind: 'comment',
  id: 'comment-1',
  addressed: false,
  by: { id: 7, login: 'mika' },
  text: '42',
};
const STOP: InboxItem = { kind: 'control', id: 'stop-1', word: 'stop', by: { id: 7, login: 'mika' }, reason: 'Stop.' };
const MOMENT = { task_uuid: TASK_ID, issue: 'octo/shop#12', trace_id: 'trace-1', now: 0 };

describe('what is said while a question is being posted', () => {
  it('stays in the inbox until the question is known, and is its answer then: a crash in between loses nothing (GH-6, PLAN-5)', () => {
    expect(blockingQuestion(asking(null))).toMatchObject({ id: 1, commentId: null });
    expect(dueItems([ANSWER], asking(null))).toEqual([]);
    expect(dueItems([ANSWER], asking(9))).toEqual([ANSWER]);
    const { facts, task } = inboxToFacts([ANSWER], { history: [], task: asking(9), moment: MOMENT });
    expect(facts.filter((fact) => 'inbox_id' in fact)).toMatchObject([
      { type: 'answer', name: 'given', question_id: 1, settles: { 0: '42' } },
    ]);
    expect(facts.slice(1)).toContainEqual({ type: 'question', name: 'closed', question_id: 1, because: 'answered' });
    expect(task?.questions).toMatchObject([{ state: 'answered', answers: { 0: { text: '42' } } }]);
  });

  it('does not hold up a stop (GH-5)', () => {
    expect(dueItems([ANSWER, STOP], asking(null))).toContainEqual(STOP);
  });

  it('does not hold up a pause, nor does anything else, until somebody says to stop (GH-5)', () => {
    const pause = { ...STOP, id: 'pause-1', word: 'pause' } as const;
    const plan = planOf([subtask('a')]);
    const verifying = taskAfter([...prepared(plan), ...actionDone(0), saved('a')]);
    for (const task of [asking(null), asking(9), verifying, taskAfter(prepared(plan))])
      expect(dueItems([pause], task)).toEqual([pause]);
    expect(dueItems([STOP, pause], verifying)).toEqual([STOP]);
  });
});
