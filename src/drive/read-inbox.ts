/** What waits in a task's inbox, as facts. An item copied before a crash is recognised and not copied twice. */
import type { Fact, Recorded } from '../state/facts.ts';
import { issueKey } from '../state/request.ts';
import { hearsComments } from '../phases/between/back-to-work.ts';
import { corrected, reflectionBy, said } from './comment-to-facts.ts';
import { settle } from '../task/settle.ts';
import { asideToPost } from '../questions/aside.ts';
import { questionOf } from '../questions/ask.ts';
import type { Hearing } from './comment-to-facts.ts';
import type { TaskRequest, TaskSettings } from '../state/request.ts';
import type { Task } from '../state/task.ts';
import type { HistoryStore, TaskIdentity } from '../ports/history.ts';
import type { Inbox, InboxItem } from '../ports/inbox.ts';

export const arrivals = { identity, begun: begunBy, due, facts };

/** Who the task is: from its history, or from the request that waits to begin it; null when there is neither. */
async function identity(history: HistoryStore, inbox: Inbox, taskId: string): Promise<TaskIdentity | null> {
  const [first] = await history.read(taskId);
  if (first) return { taskId, issue: first.issue, traceId: first.trace_id };
  const begins = begunBy(await inbox.read(taskId));
  return begins && { taskId, ...begins.identity };
}

/** A task that is nowhere but in what asks for it; null when nothing does. */
function begunBy(items: readonly InboxItem[]): { readonly identity: Omit<TaskIdentity, 'taskId'>; readonly facts: readonly Fact[] } | null {
  const start = items.find((item) => item.kind === 'start');
  return start ? { identity: { issue: issueKey(startOf(start).request), traceId: start.traceId }, facts: begun(start) } : null;
}

/**
 * The items this task takes in now. After a stop, and when people may see a result, comments and starts stay: they are
 * for the task that follows; starts stay from the verification on, comments while the tests run. What is said while a
 * question is being posted may be its answer, and waits until it is known.
 */
function due(items: readonly InboxItem[], task: Task | null): readonly InboxItem[] {
  const lastStop = items.findLastIndex((item) => item.kind === 'control' && item.word === 'stop');
  const isLate = task?.phase === 'verify' || task?.phase === 'report';
  const isOver = lastStop >= 0 || (task !== null && !hearsComments(task));
  const begins = (item: InboxItem) => task === null && item.kind === 'start';
  const isSaid = (item: InboxItem) => item.kind === 'comment' || item.kind === 'correction';
  const isSteering = (item: InboxItem) => item.kind === 'control' && lastStop < 0;
  const isHeard = (item: InboxItem) => (isSaid(item) ? !isPosting(task) : !isLate);
  const taken = items.filter((item, index) => begins(item) || isSteering(item) || (isOver ? index <= lastStop : isHeard(item)));
  // The start may have been overtaken by what joined its task.
  return [...taken.filter(begins), ...taken.filter((item) => !begins(item))];
}

/** Beside the work only while nothing else is waited for: that question comes first, and its answers must be heard. */
function isPosting(task: Task | null): boolean {
  if (task?.phase === 'wait') return questionOf(task).commentId === null;
  return task?.phase === 'execute' && asideToPost(task) !== null;
}

/** Each item is judged by the task as the items before it leave it: the second answer to a question is none. */
function facts(items: readonly InboxItem[], history: readonly Recorded[], task: Task | null = null): readonly Fact[] {
  const seen = new Set(history.map((fact) => ('inbox_id' in fact ? fact.inbox_id : undefined)));
  const fresh = items.filter((item) => !seen.has(item.id));
  const copied: Fact[] = [];
  let state = task;
  for (const item of fresh) {
    const added = factsOf(item, { task: state, before: [...history, ...copied], waiting: fresh });
    copied.push(...added);
    if (item !== fresh.at(-1)) state = added.reduce(after, state);
  }
  return copied;
}

function factsOf(item: InboxItem, hearing: Hearing): readonly Fact[] {
  switch (item.kind) {
    case 'start':
      return hearing.before.some((fact) => fact.type === 'task') ? [] : begun(item);
    case 'comment':
      return said(item, hearing);
    case 'correction':
      return corrected(item, hearing);
    case 'control':
      if (item.word !== 'stop') return [{ type: 'control', name: item.word, by: item.by?.login ?? '', inbox_id: item.id } as Fact];
      return [{ type: 'control', name: 'stop', by: item.by?.login ?? null, reason: item.reason, inbox_id: item.id } as Fact];
  }
}

function begun(item: Extract<InboxItem, { readonly kind: 'start' }>): readonly Fact[] {
  const start = startOf(item);
  const { trigger, pullRequest, instruction, requester } = start.request;
  const task = { type: 'task', ...start, inbox_id: item.id } as Fact;
  if (pullRequest === undefined || instruction === null) return [task];
  const isReview = trigger === 'review';
  return [task, reflectionBy({ id: item.id, by: requester, text: instruction, on: { pullRequest, isReview } })];
}

/** The task one fact later, before it is stored. */
function after(task: Task | null, fact: Fact): Task | null {
  if (task === null && fact.type !== 'task') return null;
  const timestamp = new Date(task?.updatedAt ?? 0).toISOString();
  const seq: number = (task?.version ?? 0) + 1;
  return settle(task, { ...fact, seq, timestamp, task_uuid: task?.id ?? '', issue: null, trace_id: task?.traceId ?? '' });
}

function startOf(item: Extract<InboxItem, { readonly kind: 'start' }>): { request: TaskRequest; settings: TaskSettings } {
  return { request: item.request as unknown as TaskRequest, settings: item.settings as unknown as TaskSettings };
}
