import { describe, expect, it } from '@jest/globals';
import { next } from '../../src/flow/next.ts';
import { blockingIn, blockingQuestion } from '../../src/state/select.ts';
import { after, asking, PAUSED, taskAfter } from '../task/task-world.ts';
import { WORKING } from './stories.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const POSTED: Fact = { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] };
const attended = (assumes: boolean, assume_after_ms: number): Fact => ({
  type: 'control',
  name: 'attended',
  assumes,
  assume_after_ms,
});
const DAY_MS = 24 * 3_600_000;
/** It was started where nothing may be assumed. */
const asked = () => after(taskAfter([...WORKING, ...asking(0)]), POSTED);
const dueIn = (task: Task) => {
  const todo = next(task);
  return todo.kind === 'perform' ? [todo.effect.kind, (todo.notBefore ?? 0) - task.updatedAt] : [];
};

describe('who is there when a task goes on (OPS-3, REPLAN-6)', () => {
  it('given a question that waits for a person, when nobody is there who could answer, then what it states holds at once', () => {
    expect(blockingQuestion(asked())?.needsPerson).toBe(true);
    const alone = after(asked(), attended(true, 0));
    expect(alone.settings.planning).toMatchObject({ assumes: true, assumeAfterMs: 0 });
    expect([blockingQuestion(alone)?.needsPerson, dueIn(alone)]).toEqual([false, ['note_time_over', 0]]);
  });

  it('given a question, when somebody is there, then it waits for them as long as is set, and no longer than that', () => {
    const there = after(asked(), attended(true, 120_000));
    expect(blockingIn(there)?.due).toMatchObject({ overAt: there.updatedAt + 120_000, remindAt: null });
    const never = after(there, attended(false, 120_000));
    expect(blockingQuestion(never)?.needsPerson).toBe(true);
    expect(blockingIn(never)?.due.overAt).toBe(never.updatedAt + 30 * DAY_MS);
  });

  it('given a question that only a person can settle, then nothing of that changes', () => {
    const task = asked();
    const questions = task.questions.map((one) => ({ ...one, neverAssumed: true as const }));
    const still = after({ ...task, questions }, attended(true, 0));
    expect([blockingQuestion(still)?.needsPerson, blockingIn(still)?.due]).toEqual([true, blockingIn(task)?.due]);
    const other = task.questions.map((one) => ({ ...one, kind: 'approval' as const }));
    expect(blockingQuestion(after({ ...task, questions: other }, attended(true, 0)))?.needsPerson).toBe(true);
  });

  it('given a pause, or a question that is not posted yet, then nothing is due by it', () => {
    const paused = after(asked(), ...PAUSED, attended(true, 0));
    expect(dueIn(paused)[0]).not.toBe('note_time_over');
    const unposted = after(taskAfter([...WORKING, ...asking(0)]), attended(true, 0));
    expect(dueIn(unposted)[0]).toBe('post_question');
    expect(blockingIn(after(unposted, POSTED))?.due.overAt).toBe(after(unposted, POSTED).updatedAt);
  });
});
