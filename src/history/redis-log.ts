/**
 * One driver's hold on one stream. After any failure the log is finished: what Redis holds is known only to whoever
 * opens it anew.
 */
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { Fault, Fenced } from '../errors.ts';
import type { HistoryEntry, HistoryLog, NewEntry, TaskIdentity } from '../ports/history.ts';
import { entriesIn, entryTexts } from './entry-texts.ts';
import { historyKeys } from './redis-keys.ts';
import { appendBatch, type Batch } from './redis-scripts.ts';
import type { StreamReading } from './redis-stream.ts';
import { asRedisHistoryError, isRefusal } from './redis-trouble.ts';

export interface RedisLogParts {
  readonly redis: Redis;
  readonly identity: TaskIdentity;
  readonly found: StreamReading;
}

export function createRedisLog({ redis, identity, found }: RedisLogParts): HistoryLog {
  const { taskId, issue } = identity;
  const driver = randomBytes(9).toString('base64url');
  const entries: HistoryEntry[] = [...found.entries];
  let lastWriter = found.writer;
  let stopped: Error | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  return {
    entries,
    append(newEntries, at) {
      const mine = turn.then(() => takeTurn(newEntries, at));
      turn = mine.catch(() => undefined);
      return mine;
    },
    async isCurrent() {
      await turn;
      if (stopped !== null) return false;
      return redis.xlen(historyKeys.task(taskId)).then(
        (length) => length === entries.length,
        () => false,
      );
    },
    async close() {
      await turn;
      stopped ??= new Fault(
        'internal',
        'A history was written to after it was closed.',
        'Please report this with the log around it.',
      );
    },
  };

  async function takeTurn(newEntries: readonly NewEntry[], at: number): Promise<readonly HistoryEntry[]> {
    if (stopped !== null) throw stopped;
    if (newEntries.length === 0) return [];
    const texts = entryTexts(newEntries, identity, { first: entries.length + 1, at });
    const stored = entriesIn(texts);
    const writer = `${driver}:${entries.length + 1}-${entries.length + stored.length}`;
    try {
      const outcome = await certainly({ taskId, issue, writer, before: lastWriter, stored, texts });
      if (outcome === 'overtaken') throw new Fenced('Another driver has written to the history of this task.');
    } catch (error) {
      stopped = asRedisHistoryError(error, `The history of the task ${taskId}`);
      throw stopped;
    }
    lastWriter = writer;
    entries.push(...stored);
    return stored;
  }

  /** Where the answer was lost on its way, Redis is asked again: it knows the batch if it has taken it. */
  async function certainly(batch: Batch): Promise<'stored' | 'overtaken'> {
    return appendBatch(redis, batch).catch((error: unknown) => {
      if (isRefusal(error)) throw error;
      return appendBatch(redis, batch);
    });
  }
}
