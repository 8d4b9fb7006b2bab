/**
 * Waiting for people (EXEC-1, REPLAN-5, 6): due times are set when the waiting begins, and recorded. A pause
 * (GH-5) waits for a person, too: nothing is done until somebody says to go on, and then it goes on exactly where
 * it was, a question that was open included.
 */
import { CALLS_OF_MODEL } from '../state/effect.ts';
import type { Fact, Facts, FactNamed, FactOf } from '../state/facts.ts';
import { endOfDay } from '../state/day-spending.ts';
import type { DueTimes, Question, Then } from '../state/question.ts';
import type { Task } from '../state/task.ts';
import { blockingIn, questionOf, reportOf } from '../state/select.ts';

const DAY_MS = 24 * 3_600_000;
/** A question that only a person can settle, or a pause, is brought back to mind once … */
export const REMIND_AFTER_MS = 7 * DAY_MS;
/** … and ends the task when nobody does. */
export const GIVE_UP_AFTER_MS = 30 * DAY_MS;

/** Where the time for an answer is over sooner than a container is stopped, it stays for what follows. */
export function dueTimes(
  { updatedAt: now, settings }: Task,
  { needsPerson }: Pick<Question, 'needsPerson'>,
  then?: Then,
): DueTimes {
  const waitMs = needsPerson ? GIVE_UP_AFTER_MS : settings.planning.assumeAfterMs;
  return {
    overAt: then?.is === 'spend_more_today' ? endOfDay(then.day) : now + waitMs,
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
  const { overAt, lookAt } = asked.due;
  const { remindAt, releaseAt } = dueTimes(task, question);
  return [
    waitingFor(question, {
      overAt: overAt === null || asked.then.is === 'spend_more_today' ? overAt : task.updatedAt + overAt - asked.since,
      remindAt: asked.isReminded ? null : remindAt,
      releaseAt,
      ...(lookAt === undefined ? {} : { lookAt }),
    }),
  ];
}

/** What is waited for is due as whoever is there now would have it, or nobody. */
export function afterAttendance(task: Task, before: Task): Facts {
  const asked = blockingIn(task);
  if (asked === null) return [];
  const question = questionOf(task, asked.questionId);
  const staysWithPerson = question.needsPerson && questionOf(before, question.id).needsPerson;
  if (question.commentId === null || staysWithPerson || question.kind === 'daily_budget') return [];
  return [waitingFor(question, dueTimes(task, question))];
}

/**
 * The provider of the model named the time until which nothing is answered: that is no outage, and is waited for as an
 * answer is. It ends where limit follows limit for as long as people would be waited for.
 */
export function whileLimited(task: Task, { due_at: overAt }: FactNamed<'retry_later'>): Facts {
  const { updatedAt: now, limited, settings } = task;
  if (limited !== null && now - limited.first > GIVE_UP_AFTER_MS) return [];
  return [
    { type: 'control', name: 'limited', due: { overAt, remindAt: null, releaseAt: now + settings.keepSandboxMs } },
  ];
}

/** Nothing is asked of GitHub or of the model until it is lifted; what only GitHub's answer showed is the same. */
export function whenSuspended(task: Task): Facts {
  if (task.suspended !== null || (reportOf(task)?.resultComment ?? null) !== null) return [];
  const { inFlight, updatedAt: now, settings } = task;
  const due = { overAt: now + settings.keepStoppedMs, remindAt: null, releaseAt: now };
  const suspended: Fact = { type: 'control', name: 'suspended', due };
  // A command that was begun ends by itself, a question to the model is asked anew.
  if (inFlight === null || !CALLS_OF_MODEL.has(inFlight.effect.kind)) return [suspended];
  return [{ type: 'effect', name: 'superseded', key: inFlight.key }, suspended];
}
