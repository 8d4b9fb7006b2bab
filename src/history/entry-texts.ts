/** Entries as every store keeps them: one line of JSON each, whose number and identity no field of a fact can replace. */
import type { NewEntry, TaskIdentity } from '../ports/history.ts';

export interface Numbering {
  /** The number of the first of them. */
  readonly first: number;
  /** The time of the whole write, in milliseconds. */
  readonly at: number;
  /** Who writes, where the line itself has to say so. */
  readonly w?: string;
}

export function entryTexts(newEntries: readonly NewEntry[], identity: TaskIdentity, { first, at, w }: Numbering): readonly string[] {
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
