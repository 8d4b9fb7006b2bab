/**
 * Turns the items in a task's inbox into facts. An item that was copied before a crash is recognised and not copied
 * twice.
 */
import { takesComments } from '../flow/standing-rules.ts';
import { follow, followAll, type Moment } from '../flow/follow.ts';
import { plannedEffect } from '../flow/next.ts';
import { CALLS_OF_MODEL } from '../state/effect.ts';
import { issueKey } from '../state/request.ts';
import { blockingQuestion, questionToPost, isHalted, isOver as isTaskOver, isWorking } from '../state/select.ts';
import { unlessBroken } from './attempt.ts';
import { commentToFacts, copied, correctionToFacts, reflectionBy, type Hearing } from './comment-to-facts.ts';
import type { Toolbox } from '../effects/performer.ts';
import type { Fact, Facts, Recorded } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import type { HistoryStore, TaskIdentity } from '../ports/history.ts';
import type { InboxItem, TaskInbox } from '../state/inbox-item.ts';

type Start = Extract<InboxItem, { readonly kind: 'start' }>;

/** The task's identity, from its history or from the request in its inbox; null if there is neither. */
export async function identityOf(
  history: HistoryStore,
  inbox: TaskInbox,
  taskId: string,
): Promise<TaskIdentity | null> {
  const [first] = await history.read(taskId);
  if (first) return { taskId, issue: first.issue, traceId: first.trace_id };
  const begins = startIn(await inbox.read(taskId));
  return begins && identityIn(taskId, begins);
}

/** The request for a task that exists only in its inbox; null if there is none. */
export function startIn(items: readonly InboxItem[]): Start | null {
  return items.find((item): item is Start => item.kind === 'start') ?? null;
}

export function identityIn(taskId: string, { request, traceId }: Start): TaskIdentity {
  return { taskId, issue: issueKey(request), traceId };
}

/**
 * The items that the task accepts now. After a stop, and once people may see a result, comments and starts stay in the
 * inbox for the following task. Starts stay from the verification on, comments while tests run. While a question is
 * being posted, comments wait because they may answer it.
 */
export function dueItems(items: readonly InboxItem[], task: Task | null): readonly InboxItem[] {
  const lastStop = items.findLastIndex((item) => item.kind === 'control' && item.word === 'stop');
  const isLate = task !== null && !isHalted(task) && (task.stage.is === 'verify' || task.stage.is === 'report');
  const isOver = lastStop >= 0 || (task !== null && !takesComments(task));
  const begins = (item: InboxItem) => task === null && item.kind === 'start';
  const isSaid = (item: InboxItem) => item.kind === 'comment' || item.kind === 'correction';
  const isSteering = ({ kind }: InboxItem) =>
    (kind === 'control' || kind === 'around' || kind === 'attended') && lastStop < 0;
  const isForQuestion = (item: InboxItem) => isSaid(item) || item.kind === 'blockers_changed';
  const isReadNow = (item: InboxItem) => (isForQuestion(item) ? !isPosting(task) : !isLate);
  const taken = items.filter(
    (item, index) => begins(item) || isSteering(item) || (isOver ? index <= lastStop : isReadNow(item)),
  );
  // A message that joined the task may have arrived before its start.
  return [...taken.filter(begins), ...taken.filter((item) => !begins(item))];
}

/**
 * Whether the effect in flight is aborted for these items: a stop or the App's removal aborts any effect, the App's
 * suspension only a model call.
 */
export function isUrgent(items: readonly InboxItem[], task: Task | null): boolean {
  const calls = CALLS_OF_MODEL.has(task?.inFlight?.effect.kind ?? 'complete');
  return items.some((item) =>
    item.kind === 'around'
      ? item.what.is === 'removed' || (item.what.is === 'suspended' && calls)
      : item.kind === 'control' && item.word === 'stop',
  );
}

/**
 * A question beside the work counts only if no blocking question is open: that one comes first, and its answers must be
 * read.
 */
function isPosting(task: Task | null): boolean {
  if (task === null || task.paused !== null) return false;
  const blocking = blockingQuestion(task);
  if (blocking !== null) return blocking.commentId === null;
  return isWorking(task) && questionToPost(task) !== null;
}

interface Arrival {
  /** The facts copied from an inbox, the answers, and the start. */
  readonly history: readonly Recorded[];
  readonly task: Task | null;
  readonly moment: Moment;
}

interface Heard {
  readonly facts: Facts;
  readonly read: readonly InboxItem[];
}

/**
 * If a rule throws while items are copied, the task ends. The items and all later ones stay in the inbox for the
 * following task.
 */
export function heardOrEnded(items: readonly InboxItem[], arrival: Arrival, tools: Toolbox): Heard {
  const { task, moment } = arrival;
  const heard = (): Heard => ({ facts: inboxToFacts(items, arrival).facts, read: items });
  if (task === null || isTaskOver(task)) return heard();
  const troubled = { task, effect: task.inFlight?.effect ?? plannedEffect(task), tools };
  return unlessBroken(troubled, [], (trouble) =>
    trouble.length === 0 ? heard() : { facts: followAll(task, trouble, moment).facts, read: [] },
  );
}

/**
 * Each item is judged by the state that the items before it lead to, so a second answer to the same question is
 * ignored.
 */
export function inboxToFacts(
  items: readonly InboxItem[],
  { history, task, moment }: Arrival,
): { readonly facts: Facts; readonly task: Task | null } {
  const seen = new Set(history.map(({ inbox_id: id }) => id));
  const fresh = items.filter((item) => !seen.has(item.id));
  const copied: Fact[] = [];
  let state = task;
  for (const item of fresh) {
    for (const fact of factsOf(item, { task: state, before: [...history, ...copied], waiting: fresh })) {
      if (state === null && fact.type !== 'task') continue;
      const followed = follow(state, fact, moment);
      state = followed.task;
      copied.push(...followed.facts);
    }
  }
  return { facts: copied, task: state };
}

function factsOf(item: InboxItem, hearing: Hearing): Facts {
  switch (item.kind) {
    case 'start':
      return hearing.before.some((fact) => fact.type === 'task') ? [] : startToFacts(item);
    case 'comment':
      return commentToFacts(item, hearing);
    case 'correction':
      return correctionToFacts(item, hearing);
    case 'around':
      return [copied(item.id, { type: 'control', name: 'around', what: item.what })];
    case 'blockers_changed':
      return [copied(item.id, { type: 'control', name: 'blockers_changed' })];
    case 'attended': {
      const { assumes, assumeAfterMs: assume_after_ms } = item;
      return [copied(item.id, { type: 'control', name: 'attended', assumes, assume_after_ms })];
    }
    case 'control':
      if (item.word !== 'stop')
        return [copied(item.id, { type: 'control', name: item.word, by: item.by?.login ?? '' })];
      return [copied(item.id, { type: 'control', name: 'stop', by: item.by?.login ?? null, reason: item.reason })];
  }
}

export function startToFacts(item: Start): Facts {
  const { request, settings } = item;
  const { trigger, pullRequest, instruction, requester } = request;
  const task = copied(item.id, { type: 'task', request, settings });
  if (pullRequest === undefined || instruction === null) return [task];
  const on = { pullRequest, isReview: trigger === 'review' };
  return [task, reflectionBy({ id: item.id, by: requester, text: instruction, on })];
}
