/**
 * The end of a task whose record can be read or written no more (PLAN-6, level 4). It cannot go on, since nobody would
 * know what it did; but people are told, and its sandbox goes. It is ended from what can still be read, and only in
 * memory: every step looks for what an earlier try left behind, so that the whole may be cut short and done again.
 */
import { drive } from './drive.ts';
import { replay } from './settle.ts';
import type { DriveOptions } from './drive.ts';
import type { Fact, Recorded } from './fact.ts';
import type { Task } from './task.ts';
import type { Fault } from '../errors.ts';
import type { HistoryEntry, HistoryStore, NewEntry } from '../ports/history.ts';
import type { Inbox } from '../ports/inbox.ts';

/** Keys of effects follow from the number of an entry; one that the record had given before may not be used again. */
const BEYOND_THE_RECORD = 1_000_000;

/** Without a fault people know already. Null when it has to be tried again later, or when not even the beginning can be read. */
export async function endUnrecorded(options: DriveOptions, fault: Fault | null): Promise<Task | null> {
  const left = (await options.history.readUndamaged(options.taskId)) as readonly Recorded[];
  const task = replay(left);
  if (task === null || task.phase === 'ended' || fault === null) return task;
  const record = inMemory(left, options.tools.clock.now);
  if (task.phase !== 'report') record.append([faultFact(task, fault, options.tools.redact)]);
  for (;;) {
    const end = await drive({ ...options, history: record.store, inbox: NOBODY });
    if (end.kind === 'ended') return end.task;
    if (end.kind !== 'again' || options.shutdown.aborted) return null;
  }
}

function faultFact(
  task: Exclude<Task, { readonly phase: 'ended' }>,
  { code, message, advice }: Fault,
  redact: (text: string) => string,
): Fact {
  const effect = task.inFlight?.effect ?? 'complete';
  return { type: 'error', name: 'fault', effect, code, message: redact(message), advice: redact(advice) };
}

/** What people say from now on is for the task that follows. */
const NOBODY: Inbox = { read: async () => [], acknowledge: async () => undefined, listen: () => () => undefined };

interface InMemory {
  readonly store: HistoryStore;
  append(entries: readonly NewEntry[]): readonly HistoryEntry[];
}

/** A record of one task that is lost with the process. */
function inMemory(before: readonly HistoryEntry[], now: () => number): InMemory {
  const entries = [...before];
  const [first] = before;
  const append = (added: readonly NewEntry[]): readonly HistoryEntry[] =>
    added.map((entry) => {
      const seq = Math.max(BEYOND_THE_RECORD, entries.at(-1)?.seq ?? 0) + 1;
      const { task_uuid = '', issue = null, trace_id = '' } = first ?? {};
      const stored = { ...entry, seq, timestamp: new Date(now()).toISOString(), task_uuid, issue, trace_id };
      entries.push(stored);
      return stored;
    });
  const log = {
    entries,
    append: async (added: readonly NewEntry[]) => append(added),
    isCurrent: async () => true,
    close: async () => undefined,
  };
  const read = async () => entries;
  return {
    append,
    store: {
      open: async () => log,
      read,
      readUndamaged: read,
      unfinished: async () => [],
      ofIssue: async () => [],
      recent: async () => [],
    },
  };
}
