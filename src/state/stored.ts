/**
 * The door for what was stored: whatever comes from a history, an inbox or a request is checked here before anything relies on its type, and
 * nowhere else is stored data given a type. Each entry is checked once and handed on as it is, with its keys in the order in which they
 * were written.
 */
import { Fault } from '../errors.ts';
import { mistakeInFact } from './stored-facts.ts';
import type { Recorded } from './facts.ts';
import type { TaskRequest } from './request.ts';
import type { HistoryEntry } from '../ports/history.ts';

/** Throws `Fault('history_damaged')`, which names task and line, for the first entry that is no fact. */
export function readHistory(entries: readonly HistoryEntry[]): readonly Recorded[] {
  return entries.map((entry) => {
    const fact = factOrMistake(entry);
    if (typeof fact === 'string') throw damaged(entry, fact);
    return fact;
  });
}

/** What stands before the first entry that is no fact: to tell people, never to go on from. */
export function readUndamaged(entries: readonly HistoryEntry[]): readonly Recorded[] {
  const facts: Recorded[] = [];
  for (const entry of entries) {
    const fact = factOrMistake(entry);
    if (typeof fact === 'string') break;
    facts.push(fact);
  }
  return facts;
}

/** What a task was asked to do, from the first line of its history; null where that does not say so, or cannot be read. */
export function readFirst(entry: HistoryEntry | undefined): TaskRequest | null {
  if (entry?.type !== 'task') return null;
  const fact = factOrMistake(entry);
  return typeof fact !== 'string' && fact.type === 'task' ? fact.request : null;
}

/** What entries were found to be: drivers and doors read the same ones again and again. */
const known = new WeakMap<HistoryEntry, Recorded>();

function factOrMistake(entry: HistoryEntry): Recorded | string {
  const before = known.get(entry);
  if (before !== undefined) return before;
  const current = upgraded(entry);
  const mistake = mistakeInFact(current) ?? (isMisplaced(current) ? 'a history begins with what was asked for' : null);
  if (mistake !== null) return mistake;
  // The one cast of stored data: every field was checked.
  const fact = current as unknown as Recorded;
  known.set(entry, fact);
  return fact;
}

/** A later version adds here what entries of earlier ones lack. */
function upgraded(entry: HistoryEntry): HistoryEntry {
  return entry;
}

/** Without its request there is no task. */
function isMisplaced({ seq, type }: HistoryEntry): boolean {
  return seq === 1 && type !== 'task';
}

function damaged({ seq, task_uuid: taskId }: HistoryEntry, reason: string): Fault {
  return new Fault(
    'history_damaged',
    `Line ${seq} of the history of the task ${taskId} is damaged: ${reason}.`,
    'The history was not changed. What is asked of the task anew begins another; the record can be mended or moved away.',
  );
}
