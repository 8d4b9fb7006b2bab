/**
 * Ends a task whose record can no longer be read or written (PLAN-6, level 4). It cannot continue, because nobody would
 * know what it did; but people are told and its sandbox is removed. The end is computed from the readable part of the
 * record, in memory only. Every effect looks for results of an earlier try, so this can be interrupted and repeated.
 */
import { follow } from '../flow/follow.ts';
import { replay } from '../state/evolve.ts';
import { readHistory, readBeforeDamage } from '../state/stored.ts';
import { drive, type DriveOptions } from './drive.ts';
import { identityIn, startIn, startToFacts } from './read-inbox.ts';
import type { Fault } from '../errors.ts';
import type { HistoryEntry, HistoryStore, NewEntry, TaskIdentity } from '../ports/history.ts';
import type { TaskInbox } from '../state/inbox-item.ts';
import type { Fact } from '../state/facts.ts';
import type { UnrecordedEnd, Task } from '../state/task.ts';

/** Effect keys derive from entry numbers. Keys that the damaged record may have used must not be reused. */
const BEYOND_THE_RECORD = 1_000_000;

/** Without a fault, people have been told already. */
export async function endUnrecorded(options: DriveOptions, fault: Fault | null): Promise<UnrecordedEnd> {
  const left = readBeforeDamage(await options.history.readUndamaged(options.taskId));
  const record = await recordOf(left, options);
  const task = record && replay(readHistory(record.entries));
  if (record === null || task === null) return forgotten(options);
  if (task.stage.is === 'ended' || fault === null) return task;
  if (task.stage.is !== 'report') record.add(faultFact(task, fault, options.tools.redact));
  for (;;) {
    const end = await drive({ ...options, history: record.store, inbox: NOBODY });
    if (end.kind === 'ended') return end.task;
    if (end.kind !== 'again' || options.shutdown.aborted) return null;
  }
}

/** If not a single line could be written, the request is still in the inbox. */
async function recordOf(
  left: readonly HistoryEntry[],
  { taskId, inbox, tools }: DriveOptions,
): Promise<InMemory | null> {
  const [first] = left;
  if (first) return inMemory(left, { taskId, issue: first.issue, traceId: first.trace_id }, tools.clock.now);
  const start = startIn(await inbox.read(taskId));
  if (start === null) return null;
  const record = inMemory([], identityIn(taskId, start), tools.clock.now);
  for (const fact of startToFacts(start)) record.add(fact);
  return record;
}

async function forgotten({ taskId, tools, shutdown }: DriveOptions): Promise<'unknown'> {
  await tools.sandboxes.remove(taskId, shutdown);
  await tools.repositories.remove(taskId);
  await tools.images.remove(taskId);
  return 'unknown';
}

function faultFact(task: Task, { code, message, advice }: Fault, redact: (text: string) => string): Fact {
  const effect = task.inFlight?.effect.kind ?? 'complete';
  return { type: 'error', name: 'fault', effect, code, message: redact(message), advice: redact(advice) };
}

/** New messages stay in the inbox for the next task. */
const NOBODY: TaskInbox = { read: async () => [], acknowledge: async () => undefined, listen: () => () => undefined };

interface InMemory {
  readonly entries: readonly HistoryEntry[];
  readonly store: HistoryStore;
  /** Adds a fact with everything that follows from it. */
  add(fact: Fact): void;
}

/** The record of one task, kept in memory only. */
function inMemory(
  before: readonly HistoryEntry[],
  { taskId, issue, traceId }: TaskIdentity,
  clock: () => number,
): InMemory {
  const entries = [...before];
  const identity = { task_uuid: taskId, issue, trace_id: traceId };
  const append = (added: readonly NewEntry[], at: number): readonly HistoryEntry[] =>
    added.map((entry) => {
      const seq = Math.max(BEYOND_THE_RECORD, entries.at(-1)?.seq ?? 0) + 1;
      const stored = { ...entry, ...identity, seq, timestamp: new Date(at).toISOString() };
      entries.push(stored);
      return stored;
    });
  const log = {
    takeFound: () => entries,
    append: async (added: readonly NewEntry[], at: number) => append(added, at),
    isCurrent: async () => true,
    close: async () => undefined,
  };
  const read = async () => entries;
  return {
    entries,
    add(fact) {
      const now = clock();
      append(follow(replay(readHistory(entries)), fact, { ...identity, now }).facts, now);
    },
    store: {
      open: async () => log,
      read,
      readUndamaged: read,
      unfinished: async () => [],
      ofIssue: async () => [],
      touching: async () => [],
      recent: async () => [],
      summaries: async (taskIds) => taskIds.map(() => null),
    },
  };
}
