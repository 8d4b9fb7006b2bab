/** Control words and comments: pausing and resuming, considered comments, extended budgets. */
import { blockingIn, approvalIn, isLimited } from './select.ts';
import type { FactOf, FactNamed } from './facts.ts';
import type { Task } from './task.ts';
import { addedUp, highest } from './day-spending.ts';
import { budgetOf } from './spending.ts';
import { NEVER, type Asked } from './question.ts';
import type { Approval } from './stage.ts';

type Control = FactOf<'control'>;
type Weighed = FactNamed<'comment_weighed'>;

export function evolveControls(task: Task, fact: Control): Task {
  switch (fact.name) {
    case 'pause':
      return task.paused !== null || task.stage.is === 'report' ? task : { ...task, pausing: { by: fact.by } };
    case 'paused':
      return paused(task, fact.by);
    case 'pause_due':
      return task.paused === null ? task : { ...task, paused: { ...task.paused, due: fact.due } };
    case 'resume':
      return resumed({ ...task, pausing: null });
    case 'budget_extended':
      return extended(task, fact.to);
    case 'daily_budget_raised':
      return raisedToday(task, fact);
    case 'let_through':
      return { ...task, letThrough: [...task.letThrough, { digest: fact.digest, by: fact.by }] };
    case 'comment_weighed':
      return weighed(task, fact);
    case 'suspended':
      return { ...waitedInAll(task), suspended: { since: task.updatedAt, due: fact.due } };
    case 'limited':
      return limited(task, fact);
    case 'limit_over':
      return { ...waitedInAll(task), limited: task.limited && { ...task.limited, due: null } };
    case 'around':
      return fact.what.is === 'restored' ? restored(task) : task;
    case 'attended':
      return attended(task, fact);
    case 'stop':
    case 'blockers_changed':
    case 'comment':
    case 'comment_edited':
      return task;
  }
}

/** A rate limit replaces an outage. */
function limited(task: Task, { due }: FactNamed<'limited'>): Task {
  const { updatedAt: since, limited: before } = task;
  const [first, attempt] = before === null ? [since, 1] : [before.first, before.attempt + 1];
  return { ...task, retry: null, limited: { since, first, attempt, due } };
}

function paused(task: Task, by: string): Task {
  if (task.paused !== null || task.stage.is === 'report') return task;
  const counted = waitedInAll(task);
  const { version: pause, updatedAt: since } = task;
  return {
    ...counted,
    pausing: null,
    paused: { pause, by, since, isReminded: false, isSaved: false, due: NEVER },
  };
}

function resumed(task: Task): Task {
  if (task.paused === null) return task;
  const since = task.updatedAt;
  const counted = withWaited(task, since - task.paused.since);
  return {
    ...counted,
    paused: null,
    limited: limitedAnew(task),
    asked: task.asked.map((one): Asked => (one.blocks ? { ...one, since } : one)),
  };
}

/** The wait counts from now, after a pause or suspension that is counted separately. */
function limitedAnew({ limited: before, updatedAt: since }: Task): Task['limited'] {
  return before && { ...before, since };
}

/** Whether nothing may be assumed any more decides which clarifications need a person. */
function attended(task: Task, { assumes, assume_after_ms: assumeAfterMs }: FactNamed<'attended'>): Task {
  const { settings, questions } = task;
  return {
    ...task,
    settings: { ...settings, planning: { ...settings.planning, assumes, assumeAfterMs } },
    questions: questions.map((one) =>
      one.state === 'open' && one.kind === 'clarification' && one.neverAssumed !== true
        ? { ...one, needsPerson: !assumes }
        : one,
    ),
  };
}

/** The suspension counts as waiting, and what people are asked or paused for counts from now. */
function restored(task: Task): Task {
  if (task.suspended === null) return task;
  const since = task.updatedAt;
  const counted = withWaited(task, since - task.suspended.since);
  const paused = task.paused === null ? null : { ...task.paused, since };
  const asked = task.asked.map((one): Asked => (one.blocks ? { ...one, since } : one));
  return { ...counted, suspended: null, limited: limitedAnew(task), paused, asked };
}

/** Adds the wait for an answer up to now; a pause is counted separately. */
export function waitedFor(task: Task, questionId: number): Task {
  const asked = task.asked.find((one) => one.questionId === questionId);
  return asked?.blocks === true && task.paused === null ? withWaited(task, task.updatedAt - asked.since) : task;
}

/** Ends all waiting, of any kind. */
export function waitedInAll(task: Task): Task {
  if (task.suspended !== null) return withWaited(task, task.updatedAt - task.suspended.since);
  if (task.paused !== null) return withWaited(task, task.updatedAt - task.paused.since);
  if (task.limited !== null && isLimited(task)) return withWaited(task, task.updatedAt - task.limited.since);
  const blocking = blockingIn(task);
  return blocking === null ? task : waitedFor(task, blocking.questionId);
}

function withWaited(task: Task, ms: number): Task {
  return { ...task, usage: { ...task.usage, waitedMs: task.usage.waitedMs + ms } };
}

/** The same amount again. A run that the end of the time budget interrupted is repeated. */
function extended(task: Task, to: FactNamed<'budget_extended'>['to']): Task {
  const { stage, settings } = task;
  const granted =
    to === undefined
      ? task.granted && addedUp(task.granted, settings.budget)
      : { ...budgetOf(task), [to.limit]: to.amount };
  return {
    ...task,
    extensions: task.extensions + 1,
    ...(granted === undefined ? {} : { granted }),
    ...(stage.is === 'verify' ? { stage: { ...stage, checks: [] } } : {}),
  };
}

/** The budget of a day that is over can no longer be raised. */
function raisedToday(task: Task, { day, limit, amount }: FactNamed<'daily_budget_raised'>): Task {
  const { today } = task;
  return today.day === day
    ? { ...task, today: { ...today, raised: highest(today.raised, { [limit]: amount }) } }
    : task;
}

function weighed(task: Task, { understanding, refused, questions, reply }: Weighed): Task {
  const { work, comments, refusedChanges, replies } = task;
  if (work === null) return task;
  const comment = work.commentsWeighed;
  const approval = approvalIn(task);
  // An answer that was waited for asks for no change by itself.
  const isRefused = refused !== undefined && (approval !== null || comments[comment]?.wasAsked !== true);
  const after = {
    ...task,
    work: { ...work, commentsWeighed: comment + 1 },
    ...(reply === undefined ? {} : { replies: [...replies, { comment, text: reply, isPosted: false }] }),
    ...(isRefused ? { refusedChanges: [...refusedChanges, { comment, understanding, refused, told: false }] } : {}),
  };
  if (approval === null) return after;
  return withApproval(after, {
    open: [...approval.open, ...questions.map(({ text }) => text)],
    isExplained: approval.isExplained || refused !== undefined || reply !== undefined,
  });
}

/** While people decide whether the plan may be carried out. */
export function withApproval(task: Task, change: Partial<Approval>): Task {
  const { stage } = task;
  if (stage.is !== 'work' || stage.approval === null) return task;
  return { ...task, stage: { ...stage, approval: { ...stage.approval, ...change } } };
}
