/**
 * Reads JSON lines as a history. Every line names its writer in `w`; a batch, written at once, also has its first and
 * last number (`w: "k3F9x:5-7"`). A line counts if its number is the next one: if two drivers wrote the same number the
 * first one wins, and the other's whole batch is skipped. A batch counts as a whole or not at all.
 */
import { isUtf8 } from 'node:buffer';
import type { HistoryEntry } from '../ports/history.ts';

export interface Scan {
  readonly entries: readonly HistoryEntry[];
  /** Everything after this many bytes is an unfinished write. */
  readonly wholeBytes: number;
  readonly damage: { readonly line: number; readonly reason: string } | null;
}

export function scan(bytes: Buffer, firstSeq: number): Scan {
  const lastNewline = bytes.lastIndexOf(10);
  const body = bytes.subarray(0, lastNewline + 1);
  const text = body.toString('utf8');
  const notText = isUtf8(body) ? 0 : firstLineThatIsNotText(body);
  const isTorn = bytes.length > body.length;

  const entries: HistoryEntry[] = [];
  let nextSeq = firstSeq;
  let batch: Batch | null = null;
  let line = 0;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    line += 1;
    const entry = line === notText ? null : parseEntry(text.slice(start, end));
    if (entry === null) {
      if (end + 1 < text.length || isTorn) return damaged(entries, line, 'it is not a history entry');
      return { entries, wholeBytes: bytesBefore(text, batch?.start ?? start), damage: null };
    }
    const { first, last } = rangeOf(entry);
    if (entry.seq === first) {
      if (first > nextSeq) return damaged(entries, line, `it has the number ${first} where ${nextSeq} should follow`);
      batch = { writer: entry['w'], start, won: first === nextSeq, entries: [] };
    } else if (batch === null || batch.writer !== entry['w'] || entry.seq !== first + batch.entries.length) {
      return damaged(entries, line, 'it goes on with a batch that did not begin before it');
    }
    batch.entries.push(entry);
    if (entry.seq < last) continue;
    if (batch.won) {
      entries.push(...batch.entries);
      nextSeq = last + 1;
    }
    batch = null;
  }
  return { entries, wholeBytes: batch === null ? body.length : bytesBefore(text, batch.start), damage: null };
}

interface Batch {
  readonly writer: unknown;
  readonly start: number;
  readonly won: boolean;
  readonly entries: HistoryEntry[];
}

/** Entries before the damage stay readable. */
function damaged(entries: readonly HistoryEntry[], line: number, reason: string): Scan {
  return { entries, wholeBytes: 0, damage: { line, reason } };
}

export function parseEntry(line: string): HistoryEntry | null {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : null;
  } catch {
    return null;
  }
}

function isEntry(value: unknown): value is HistoryEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { seq, type, timestamp } = value as Record<string, unknown>;
  return Number.isSafeInteger(seq) && (seq as number) > 0 && typeof type === 'string' && typeof timestamp === 'string';
}

/** The numbers of the batch that contains this entry. */
function rangeOf(entry: HistoryEntry): { readonly first: number; readonly last: number } {
  const writer = entry['w'];
  const at = typeof writer === 'string' ? writer.indexOf(':') : -1;
  if (at === -1) return { first: entry.seq, last: entry.seq };
  const [first, last] = (writer as string)
    .slice(at + 1)
    .split('-')
    .map(Number);
  return { first: first ?? entry.seq, last: last ?? entry.seq };
}

function bytesBefore(text: string, index: number): number {
  return Buffer.byteLength(text.slice(0, index));
}

function firstLineThatIsNotText(body: Buffer): number {
  let line = 1;
  for (let start = 0; start < body.length; line += 1) {
    const end = body.indexOf(10, start) + 1;
    if (!isUtf8(body.subarray(start, end))) return line;
    start = end;
  }
  return 0;
}
