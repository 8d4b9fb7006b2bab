/**
 * Waiting for people (EXEC-1, REPLAN-5, 6): due times are set and recorded when the wait begins. A pause (GH-5) also
 * waits for a person: nothing is done until somebody resumes, and then the task continues exactly where it was,
 * including an open question.
 */
import { CALLS_OF_MODEL } from '../state/effect.ts';
import type { Fact, Facts, FactNamed, FactOf } from '../state/facts.ts';
import { endOfDay } from '../state/day-spending.ts';
import type { DueTimes, Question, Then } from '../state/question.ts';
import type { Task } from '../state/task.ts';
import { blockingIn, questionOf, reportOf } from '../state/select.ts';

const DAY_MS = 24 * 3_600_000;
/** For a question that only a person may settle, and for a pause: people are reminded after this time … */
export const REMIND_AFTER_MS = 7 * DAY_MS;
/** … and the task ends after this time. */
export const GIVE_UP_AFTER_MS = 30 * DAY_MS;

/** If the time for an answer ends before the container would be stopped, the container stays for what follows. */
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

/** The wait for the question starts now. */
export function waitingFor({ id: question_id }: Pick<Question, 'id'>, due: DueTimes): FactNamed<'waiting'> {
  return { type: 'question', name: 'waiting', question_id, due };
}

/**
 * A pause waits for a person, like a question that only a person may settle. Afterwards the time for an answer starts
 * again.
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

/** Due times change with whether somebody attends the task. */
export function afterAttendance(task: Task, before: Task): Facts {
  const asked = blockingIn(task);
  if (asked === null) return [];
  const question = questionOf(task, asked.questionId);
  const staysWithPerson = question.needsPerson && questionOf(before, question.id).needsPerson;
  if (question.commentId === null || staysWithPerson || question.kind === 'daily_budget') return [];
  return [waitingFor(question, dueTimes(task, question))];
}

/**
 * The model's provider named the end of a rate limit. That is no outage; the task waits as it would for an answer. If
 * limits follow one another for as long as people would be waited for, the task ends.
 */
export function whileLimited(task: Task, { due_at: overAt }: FactNamed<'retry_later'>): Facts {
  const { updatedAt: now, limited, settings } = task;
  if (limited !== null && now - limited.first > GIVE_UP_AFTER_MS) return [];
  return [
    { type: 'control', name: 'limited', due: { overAt, remindAt: null, releaseAt: now + settings.keepSandboxMs } },
  ];
}

/**
 * Nothing is asked of GitHub or the model until the suspension is lifted. An answer of GitHub that shows the suspension
 * counts like the event.
 */
export function whenSuspended(task: Task): Facts {
  if (task.suspended !== null || (reportOf(task)?.resultComment ?? null) !== null) return [];
  const { inFlight, updatedAt: now, settings } = task;
  const due = { overAt: now + settings.keepStoppedMs, remindAt: null, releaseAt: now };
  const suspended: Fact = { type: 'control', name: 'suspended', due };
  // A running command ends by itself; a model call is repeated later.
  if (inFlight === null || !CALLS_OF_MODEL.has(inFlight.effect.kind)) return [suspended];
  return [{ type: 'effect', name: 'superseded', key: inFlight.key }, suspended];
}
