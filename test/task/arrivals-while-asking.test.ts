import { describe, expect, it } from '@jest/globals';
import { arrivals } from '../../src/drive/read-inbox.ts';
import type { InboxItem } from '../../src/state/stored-inbox.ts';
import type { Task } from '../../src/state/task.ts';

const asking = (commentId: number | null) =>
  ({
    phase: 'wait',
    questionId: 1,
    questions: [
      { id: 1, kind: 'clarification', texts: ['Which?'], context: '', assumptions: [], askedAt: 0, commentId, answers: {}, state: 'open' },
    ],
  }) as unknown as Task;
const ANSWER: InboxItem = { kind: 'comment', id: 'comment-1', addressed: false, by: { id: 7, login: 'mika' }, text: '42' };
const STOP: InboxItem = { kind: 'control', id: 'stop-1', word: 'stop', by: { id: 7, login: 'mika' }, reason: 'Stop.' };

describe('what is said while a question is being posted', () => {
  it('stays in the inbox until the question is known, and is its answer then: a crash in between loses nothing (GH-6, PLAN-5)', () => {
    expect(arrivals.due([ANSWER], asking(null))).toEqual([]);
    expect(arrivals.due([ANSWER], asking(9))).toEqual([ANSWER]);
    expect(arrivals.facts([ANSWER], [], asking(9))).toMatchObject([
      { type: 'answer', name: 'given', question_id: 1, settles: { 0: '42' } },
    ]);
  });

  it('does not hold up a stop (GH-5)', () => {
    expect(arrivals.due([ANSWER, STOP], asking(null))).toContainEqual(STOP);
  });
});
