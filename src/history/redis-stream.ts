/** Reads the stream of one task as history: each entry has its own number as its id and stands there as JSON. */
import type { Redis } from 'ioredis';
import { Fault } from '../errors.ts';
import type { HistoryEntry } from '../ports/history.ts';
import { parseEntry } from './scan.ts';

export interface StreamReading {
  readonly entries: readonly HistoryEntry[];
  /** Who wrote the last of them; '' where there is none. */
  readonly writer: string;
}

/** An entry is some kilobytes as a rule and a few hundred at most: Redis answers others in between. */
const PAGE = 200;
const NOTHING: StreamReading & { readonly damage: null } = { entries: [], writer: '', damage: null };

/** Nothing where there is no such stream; throws `Fault('history_damaged')` that names key and id. */
export async function readStream(redis: Redis, key: string): Promise<StreamReading> {
  const { entries, writer, damage } = await scanStream(redis, key);
  if (damage !== null) throw damage;
  return { entries, writer };
}

/** What stands before the first damage, or all of it. */
export async function readUndamaged(redis: Redis, key: string): Promise<readonly HistoryEntry[]> {
  return (await scanStream(redis, key)).entries;
}

async function scanStream(redis: Redis, key: string): Promise<StreamReading & { readonly damage: Fault | null }> {
  const entries: HistoryEntry[] = [];
  let writer = '';
  const broken = (damage: Fault) => ({ entries, writer, damage });
  for (;;) {
    const seen = entries.length;
    const page = await redis.xrange(key, seen === 0 ? '-' : idOf(seen), '+', 'COUNT', PAGE + 1);
    // The last of the page before comes once more: if it does not, the record was set aside in between.
    if (seen > 0 && page.shift()?.[0] !== idOf(seen)) return NOTHING;
    for (const [id, fields] of page) {
      const seq = entries.length + 1;
      if (id !== idOf(seq)) return broken(damaged(key, id, `it stands where ${idOf(seq)} should follow`));
      const entry = parseEntry(fieldOf(fields, 'e') ?? '');
      if (entry === null) return broken(damaged(key, id, 'it is not a history entry'));
      if (entry.seq !== seq) return broken(damaged(key, id, `it has the number ${entry.seq} inside`));
      entries.push(entry);
      writer = fieldOf(fields, 'w') ?? '';
    }
    if (page.length < PAGE) return { entries, writer, damage: null };
  }
}

function idOf(seq: number): string {
  return `${seq}-0`;
}

/** Fields and values in turn. */
function fieldOf(fields: readonly string[], name: string): string | null {
  const at = fields.findIndex((field, index) => index % 2 === 0 && field === name);
  return at === -1 ? null : (fields[at + 1] ?? null);
}

function damaged(key: string, id: string, reason: string): Fault {
  return new Fault(
    'history_damaged',
    `Entry ${id} of ${key} in Redis is damaged: ${reason}.`,
    'Nothing was changed. What is asked of the task anew begins another; the key can be renamed out of the way.',
  );
}
