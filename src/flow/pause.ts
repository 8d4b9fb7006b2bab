/**
 * Held on by a person (GH-5, EXEC-1): nothing is done until somebody says to go on, and then it goes on exactly where it was, a question that
 * was open included. What people say meanwhile is kept; what answers that question is read at once.
 */
import { blockingIn, questionOf } from '../state/select.ts';
import { dueTimes, waitingAgain } from './waiting.ts';
import type { Fact } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

type Control = Extract<Fact, { readonly type: 'control' }>;

/** A pause waits for a person, as a question that only a person can settle. */
export function afterControl(task: Task, fact: Control, before: Task): readonly Fact[] {
  if (fact.name === 'paused' && task.paused !== null && before.paused === null) {
    const { overAt, remindAt, releaseAt } = dueTimes(task, { needsPerson: true });
    return [{ type: 'control', name: 'resting', over_at: overAt, remind_at: remindAt, release_at: releaseAt }];
  }
  const asked = blockingIn(before);
  if (fact.name !== 'resume' || before.paused === null || asked === null) return [];
  return waitingAgain(task, asked, questionOf(task, asked.questionId));
}
