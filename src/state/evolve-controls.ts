/** Control words and what was said: pausing and going on, comments that were weighed, a budget that was extended. */
import { blockingIn } from './select.ts';
import type { Recorded } from './facts.ts';
import type { Asked } from './question.ts';
import type { Task } from './task.ts';

type Control = Extract<Recorded, { readonly type: 'control' }>;
type Weighed = Extract<Recorded, { readonly name: 'comment_weighed' }>;

export function evolveControls(task: Task, fact: Control): Task {
  switch (fact.name) {
    case 'pause':
      return task.paused !== null || task.stage.is === 'report' ? task : { ...task, pausing: { by: fact.by } };
    case 'paused':
      return paused(task, fact.by);
    case 'resting': {
      const { over_at: overAt, remind_at: remindAt, release_at: releaseAt } = fact;
      return task.paused === null
        ? task
        : { ...task, paused: { ...task.paused, due: { overAt, remindAt, releaseAt } } };
    }
    case 'resume':
      return resumed({ ...task, pausing: null });
    case 'budget_extended':
      return extended(task);
    case 'comment_weighed':
      return weighed(task, fact);
    case 'stop':
    case 'comment':
      return task;
  }
}

function paused(task: Task, by: string): Task {
  if (task.paused !== null || task.stage.is === 'report') return task;
  const blocking = blockingIn(task);
  const counted = blocking === null ? task : waitedFor(task, blocking.questionId);
  const due = { overAt: null, remindAt: null, releaseAt: null };
  return {
    ...counted,
    pausing: null,
    paused: { pause: task.version, by, since: task.updatedAt, isReminded: false, isSaved: false, due },
  };
}

function resumed(task: Task): Task {
  if (task.paused === null) return task;
  const since = task.updatedAt;
  const counted = withWaited(task, since - task.paused.since);
  return { ...counted, paused: null, asked: task.asked.map((one): Asked => (one.blocks ? { ...one, since } : one)) };
}

/** Waiting for an answer, up to now; a pause counts by itself. */
export function waitedFor(task: Task, questionId: number): Task {
  const asked = task.asked.find((one) => one.questionId === questionId);
  return asked?.blocks === true && task.paused === null ? withWaited(task, task.updatedAt - asked.since) : task;
}

/** Nothing is waited for any more, whatever it was. */
export function waitedInAll(task: Task): Task {
  if (task.paused !== null) return withWaited(task, task.updatedAt - task.paused.since);
  const blocking = blockingIn(task);
  return blocking === null ? task : waitedFor(task, blocking.questionId);
}

function withWaited(task: Task, ms: number): Task {
  return { ...task, usage: { ...task.usage, waitedMs: task.usage.waitedMs + ms } };
}

/** The same amount once more. What the end of the minutes cut short is no result: tests are run again. */
function extended(task: Task): Task {
  const { stage } = task;
  return {
    ...task,
    extensions: task.extensions + 1,
    ...(stage.is === 'verify' ? { stage: { ...stage, tests: null } } : {}),
  };
}

function weighed(task: Task, { understanding, refused, questions }: Weighed): Task {
  const { work, stage, comments, refusedChanges } = task;
  if (work === null) return task;
  const comment = work.commentsWeighed;
  const approval = stage.is === 'work' ? stage.approval : null;
  // An answer that was waited for asks for no change by itself.
  const isRefused = refused !== undefined && (approval !== null || comments[comment]?.wasAsked !== true);
  return {
    ...task,
    work: { ...work, commentsWeighed: comment + 1 },
    ...(isRefused ? { refusedChanges: [...refusedChanges, { comment, understanding, refused, told: false }] } : {}),
    ...(stage.is === 'work' && approval !== null
      ? {
          stage: {
            ...stage,
            approval: {
              ...approval,
              open: [...approval.open, ...questions.map(({ text }) => text)],
              isExplained: approval.isExplained || refused !== undefined,
            },
          },
        }
      : {}),
  };
}
