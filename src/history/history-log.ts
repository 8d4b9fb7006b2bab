/**
 * A driver's handle on one task's record, in any store. Appends take turns. After any failure the log is unusable,
 * since only reopening shows what was stored. Every store keeps an entry as one line of JSON, whose number and identity
 * no field of a fact can replace.
 */
import { Fault } from '../errors.ts';
import type { HistoryEntry, HistoryLog, NewEntry, Summarise, TaskIdentity } from '../ports/history.ts';
import { isChange } from './changed-files.ts';
import { parseEntry } from './scan.ts';

export interface Batch {
  readonly stored: readonly HistoryEntry[];
  /** The same, as stored text. */
  readonly texts: readonly string[];
  /** Makes the task's list entry; null if none is stored. */
  readonly summary: (() => unknown) | null;
}

/** What is kept in memory of the entries before a write, however many there are. */
export interface Before {
  readonly count: number;
  /** The first entry, those about changes, and the last one. */
  readonly landmarks: readonly HistoryEntry[];
}

/** Where the record is stored. */
interface LogPlace {
  /** Names the writer of these numbers, if the line itself has to. */
  readonly writerOf?: (first: number, last: number) => string;
  /** Durable when it resolves; throws `Fenced` if somebody else has written since `before`. */
  write(batch: Batch, before: Before): Promise<void>;
  isCurrent(count: number): Promise<boolean>;
  release(): Promise<void>;
  /** Turns an error into one that an operator can act on. */
  asError(error: unknown): Error;
}

export function createHistoryLog(identity: TaskIdentity, found: readonly HistoryEntry[], place: LogPlace): HistoryLog {
  let untaken = found;
  let before: Before = { count: found.length, landmarks: landmarksIn(found) };
  let stopped: Error | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  async function takeTurn(
    newEntries: readonly NewEntry[],
    at: number,
    summarise: Summarise | undefined,
  ): Promise<readonly HistoryEntry[]> {
    if (stopped !== null) throw stopped;
    if (newEntries.length === 0) return [];
    const first = before.count + 1;
    const last = before.count + newEntries.length;
    const texts = entryTexts(newEntries, identity, { first, at, w: place.writerOf?.(first, last) });
    try {
      const stored = entriesIn(texts);
      await written(stored, texts, summarise);
      before = { count: last, landmarks: landmarksIn([...before.landmarks, ...stored]) };
      return stored;
    } catch (error) {
      stopped = place.asError(error);
      await place.release().catch(() => undefined);
      throw stopped;
    }
  }

  /** What follows from the entries is worked out while they are being written. */
  async function written(
    stored: readonly HistoryEntry[],
    texts: readonly string[],
    summarise: Summarise | undefined,
  ): Promise<void> {
    if (summarise === undefined) return place.write({ stored, texts, summary: null }, before);
    let made: (() => unknown) | null = null;
    const summary = (): unknown => (made ??= summarise(stored))();
    const writing = place.write({ stored, texts, summary }, before);
    try {
      made ??= summarise(stored);
    } finally {
      await writing;
    }
  }

  return {
    takeFound() {
      const taken = untaken;
      untaken = [];
      return taken;
    },
    append(newEntries, at, summarise) {
      const mine = turn.then(() => takeTurn(newEntries, at, summarise));
      turn = mine.catch(() => undefined);
      return mine;
    },
    async isCurrent() {
      await turn;
      return stopped === null && (await place.isCurrent(before.count));
    },
    async close() {
      await turn;
      stopped ??= new Fault(
        'internal',
        'A history was written to after it was closed.',
        'Please report this with the log around it.',
      );
      await place.release();
    },
  };
}

function landmarksIn(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const last = entries.at(-1);
  return entries.filter((entry) => entry.seq === 1 || entry === last || isChange(entry));
}

interface Numbering {
  /** The number of the first of them. */
  readonly first: number;
  /** The time of the whole write, in milliseconds. */
  readonly at: number;
  readonly w: string | undefined;
}

function entryTexts(
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

/** As a restart would read them; the driver continues with exactly these. */
function entriesIn(texts: readonly string[]): readonly HistoryEntry[] {
  return texts.map((text) => {
    const entry = parseEntry(text);
    if (entry === null) throw new TypeError('An entry is no line that a store could read again.');
    return entry;
  });
}
