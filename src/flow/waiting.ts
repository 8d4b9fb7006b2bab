/** How long is waited for people (EXEC-1, REPLAN-5, 6): due times are set when the waiting begins, and recorded. */
import type { Fact } from '../state/facts.ts';
import type { Asked, Question } from '../state/question.ts';
import type { Task } from '../state/task.ts';
import type { DueTimes } from '../state/question.ts';

const DAY_MS = 24 * 3_600_000;
/** A question that only a person can settle, or a pause, is brought back to mind once … */
export const REMIND_AFTER_MS = 7 * DAY_MS;
/** … and ends the task when nobody does. */
export const GIVE_UP_AFTER_MS = 30 * DAY_MS;

/** Where the time for an answer is over sooner than a container is let go of, it stays for what follows. */
export function dueTimes({ updatedAt: now, settings }: Task, { needsPerson }: Pick<Question, 'needsPerson'>): DueTimes {
  return {
    overAt: now + (needsPerson ? GIVE_UP_AFTER_MS : settings.planning.assumeAfterMs),
    remindAt: needsPerson ? now + REMIND_AFTER_MS : null,
    releaseAt: now + settings.keepSandboxMs,
  };
}

export function askedAgain({ id: question_id }: Pick<Question, 'id'>, { overAt, remindAt, releaseAt }: DueTimes): Fact {
  return {
    type: 'question',
    name: 'waiting',
    question_id,
    over_at: overAt,
    remind_at: remindAt,
    release_at: releaseAt,
  };
}

/** After a pause the time for an answer begins anew. */
export function waitingAgain(task: Task, asked: Asked, question: Question): readonly Fact[] {
  if (question.commentId === null) return [];
  const { overAt } = asked.due;
  const due = dueTimes(task, question);
  return [
    askedAgain(question, {
      overAt: overAt === null ? null : task.updatedAt + overAt - asked.since,
      remindAt: asked.isReminded ? null : due.remindAt,
      releaseAt: due.releaseAt,
    }),
  ];
}
