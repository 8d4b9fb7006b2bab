/** Entries as every store keeps them: one line of JSON each, whose number and identity no field of a fact can replace. */
import { parseEntry } from './scan.ts';
import type { HistoryEntry, NewEntry, TaskIdentity } from '../ports/history.ts';

export interface Numbering {
  /** The number of the first of them. */
  readonly first: number;
  /** The time of the whole write, in milliseconds. */
  readonly at: number;
  /** Who writes, where the line itself has to say so. */
  readonly w?: string;
}

export function entryTexts(
  newEntries: readonly NewEntry[],
  identity: TaskIdentity,
  { first, at, w }: Numbering,
): readonly string[] {
  const timestamp = new Date(at).toISOString();
  return newEntries.map((entry, position) => {
    const given = {
      seq: first + position,
      type: entry.type,
      timestamp,
      task_uuid: identity.taskId,
      issue: identity.issue,
      trace_id: identity.traceId,
      ...(w === undefined ? {} : { w }),
    };
    return JSON.stringify({ ...given, ...entry, ...given });
  });
}

/** As they would be found after a restart: a driver goes on with exactly that. */
export function entriesIn(texts: readonly string[]): readonly HistoryEntry[] {
  return texts.map((text) => {
    const entry = parseEntry(text);
    if (entry === null) throw new TypeError('An entry is no line that a store could read again.');
    return entry;
  });
}
