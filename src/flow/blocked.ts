/**
 * An issue that is blocked by others waits (GH-2). It starts by itself when they are closed, which is checked
 * repeatedly, or when somebody says so.
 */
import { inOwnWords } from '../plan/own-words.ts';
import { blockingIn, mayBeBlocked, questionOf } from '../state/select.ts';
import { askPeople } from './questions.ts';
import { waitingFor } from './waiting.ts';
import type { FactNamed, Facts } from '../state/facts.ts';
import type { DueTimes } from '../state/question.ts';
import type { Task } from '../state/task.ts';

const MINUTE_MS = 60_000;
/** The next check is due after an eighth of the time waited so far, within these bounds. */
const SOONEST_MS = 5 * MINUTE_MS;
const LATEST_MS = 60 * MINUTE_MS;

export function afterBlocked(task: Task, { blockers }: FactNamed<'blocked'>): Facts {
  const asked = blockingIn(task);
  if (asked?.then.is === 'begin')
    return [waitingFor(questionOf(task, asked.questionId), lookingAgain(task, asked.due, asked.since))];
  // Somebody said to start during the check.
  if (asked !== null || !mayBeBlocked(task)) return [];
  return askPeople(task, {
    kind: 'dependency',
    then: { is: 'begin' },
    ...inOwnWords(task, ({ shallIBeginBlocked }) => ({ texts: [shallIBeginBlocked], assumptions: [] })),
    context: '',
    blockers,
  });
}

/** GitHub reported a change: check at once, if this is what the task waits for. */
export function afterBlockersChanged(task: Task): Facts {
  const asked = blockingIn(task);
  if (asked?.then.is !== 'begin') return [];
  const question = questionOf(task, asked.questionId);
  if (question.commentId === null) return [];
  return [waitingFor(question, { ...asked.due, lookAt: task.updatedAt })];
}

export function lookingAgain({ updatedAt: now }: Task, due: DueTimes, since: number): DueTimes {
  return { ...due, lookAt: now + Math.min(LATEST_MS, Math.max(SOONEST_MS, (now - since) / 8)) };
}

/** Nothing blocks the issue any more. */
export function unblocked(task: Task): Facts {
  const asked = blockingIn(task);
  return asked?.then.is === 'begin'
    ? [{ type: 'question', name: 'closed', question_id: asked.questionId, because: 'answered' }]
    : [];
}
