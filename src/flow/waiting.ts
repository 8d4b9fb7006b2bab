/**
 * Waiting for people (EXEC-1, REPLAN-5, 6): due times are set when the waiting begins, and recorded. A pause
 * (GH-5) waits for a person, too: nothing is done until somebody says to go on, and then it goes on exactly where
 * it was, a question that was open included.
 */
import type { Facts, FactNamed, FactOf } from '../state/facts.ts';
import type { DueTimes, Question } from '../state/question.ts';
import type { Task } from '../state/task.ts';
import { blockingIn, questionOf } from '../state/select.ts';

const DAY_MS = 24 * 3_600_000;
/** A question that only a person can settle, or a pause, is brought back to mind once … */
export const REMIND_AFTER_MS = 7 * DAY_MS;
/** … and ends the task when nobody does. */
export const GIVE_UP_AFTER_MS = 30 * DAY_MS;

/** Where the time for an answer is over sooner than a container is stopped, it stays for what follows. */
export function dueTimes({ updatedAt: now, settings }: Task, { needsPerson }: Pick<Question, 'needsPerson'>): DueTimes {
  return {
    overAt: now + (needsPerson ? GIVE_UP_AFTER_MS : settings.planning.assumeAfterMs),
    remindAt: needsPerson ? now + REMIND_AFTER_MS : null,
    releaseAt: now + settings.keepSandboxMs,
  };
}

/** From now on it is waited for. */
export function waitingFor({ id: question_id }: Pick<Question, 'id'>, due: DueTimes): FactNamed<'waiting'> {
  return { type: 'question', name: 'waiting', question_id, due };
}

/**
 * A pause waits for a person, as a question that only a person can settle; after it the time for an answer begins
 * anew.
 */
export function afterPause(task: Task, fact: FactOf<'control'>, before: Task): Facts {
  if (fact.name === 'paused' && task.paused !== null && before.paused === null)
    return [{ type: 'control', name: 'pause_due', due: dueTimes(task, { needsPerson: true }) }];
  const asked = blockingIn(before);
  if (fact.name !== 'resume' || before.paused === null || asked === null) return [];
  const question = questionOf(task, asked.questionId);
  if (question.commentId === null) return [];
  const { overAt } = asked.due;
  const { remindAt, releaseAt } = dueTimes(task, question);
  return [
    waitingFor(question, {
      overAt: overAt === null ? null : task.updatedAt + overAt - asked.since,
      remindAt: asked.isReminded ? null : remindAt,
      releaseAt,
    }),
  ];
}
