/**
 * Histories in Redis, for several machines: one stream per task, with entry numbers as ids, and sets that answer
 * queries without opening each stream. An append is one script, so sets and streams always agree. It is as durable as
 * Redis: fully with `appendfsync always`.
 */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { randomBytes } from 'node:crypto';
import { Fault, Fenced, messageOf } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import {
  type HistoryEntry,
  type HistoryLog,
  type HistoryStore,
  isTaskId,
  type SummaryReader,
  type TaskIdentity,
} from '../ports/history.ts';
import { createHistoryLog } from './history-log.ts';
import {
  appendBatch,
  archiveStream,
  historyKeys,
  keepSummary,
  readStream,
  readSummaries,
  undamagedIn,
  type RedisBatch,
  type StreamReading,
} from './redis-records.ts';
import { archiveEnded, type Retention } from './retention.ts';
import { assertTaskId, WHEN_MENDED } from './task-file.ts';

interface RedisStoreOptions {
  readonly redis: Redis;
}

export function createRedisStore({ redis }: RedisStoreOptions): HistoryStore {
  return {
    open: (identity) =>
      named(`The history of the task ${identity.taskId}`, async () => {
        const { taskId } = identity;
        assertTaskId(taskId);
        return createRedisLog(redis, identity, await readStream(redis, historyKeys.task(taskId)));
      }),
    read: (taskId) =>
      named(`The history of the task ${taskId.slice(0, 64)}`, async () =>
        isTaskId(taskId) ? (await readStream(redis, historyKeys.task(taskId))).entries : [],
      ),
    readUndamaged: (taskId) =>
      named(`The history of the task ${taskId.slice(0, 64)}`, async () =>
        isTaskId(taskId) ? undamagedIn(redis, historyKeys.task(taskId)) : [],
      ),
    unfinished: () => named('The list of unfinished tasks', () => redis.smembers(historyKeys.open)),
    ofIssue: (issue) =>
      named('The list of the tasks of an issue', () => redis.zrange(historyKeys.issue(issue), '0', '-1')),
    touching: (repository, paths) =>
      named('The list of the tasks that changed a file', async () => {
        const sets = [...new Set(paths)].map((path) => historyKeys.file(repository, path));
        return sets.length === 0 ? [] : redis.zunion(sets.length, ...sets, 'AGGREGATE', 'MIN');
      }),
    recent: (limit) =>
      named('The list of tasks', async () =>
        limit < 1 ? [] : redis.zrange(historyKeys.recent, '0', String(limit - 1), 'REV'),
      ),
    summaries: (taskIds, reader) => named('The list of tasks', () => summariesIn(redis, taskIds, reader)),
  };
}

async function summariesIn<Summary>(
  redis: Redis,
  taskIds: readonly string[],
  reader: SummaryReader<Summary>,
): Promise<readonly (Summary | null)[]> {
  const kept = await readSummaries(redis, taskIds);
  const found = kept.map((one) => (one === null ? null : reader.read(one)));
  // One by one: a long history takes time on the event loop, which others need too.
  for (const [at, taskId] of taskIds.entries()) {
    if (found[at] !== null) continue;
    const { entries } = await readStream(redis, historyKeys.task(taskId)).catch((error: unknown) => {
      if (error instanceof Fault && error.code === 'history_damaged') return { entries: [] };
      throw error;
    });
    const made = entries.length === 0 ? null : reader.make(entries);
    found[at] = made?.summary ?? null;
    if (made !== null) await keepSummary(redis, taskId, { entries, kept: made.kept });
  }
  return found;
}

async function named<Result>(what: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw asRedisHistoryError(error, what);
  }
}

function createRedisLog(redis: Redis, identity: TaskIdentity, found: StreamReading): HistoryLog {
  const { taskId, issue } = identity;
  const driver = randomBytes(9).toString('base64url');
  let lastWriter = found.writer;

  /** If the answer was lost, Redis is asked again; it recognises a batch that it has stored. */
  async function appendOrAskAgain(batch: RedisBatch): Promise<'stored' | 'overtaken'> {
    return appendBatch(redis, batch).catch((error: unknown) => {
      if (isRefusal(error)) throw error;
      return appendBatch(redis, batch);
    });
  }

  return createHistoryLog(identity, found.entries, {
    async write(batch, { count, landmarks }) {
      const writer = `${driver}:${count + 1}-${count + batch.stored.length}`;
      const outcome = await appendOrAskAgain({ ...batch, taskId, issue, writer, before: lastWriter, landmarks });
      if (outcome === 'overtaken') throw new Fenced('Another driver has written to the history of this task.');
      lastWriter = writer;
    },
    isCurrent: (count) =>
      redis.xlen(historyKeys.task(taskId)).then(
        (length) => length === count,
        () => false,
      ),
    release: async () => {},
    asError: (error) => asRedisHistoryError(error, `The history of the task ${taskId}`),
  });
}

/** Redis itself refused, so nothing was written. With any other error this is unknown. */
function isRefusal(error: unknown): boolean {
  return nameOf(error) === 'ReplyError' && !isPassing(error);
}

/** A replica after a failover, or a server that is still loading; the connection is made again. */
function isPassing(error: unknown): boolean {
  return /^(READONLY|LOADING|MASTERDOWN)/.test(messageOf(error));
}

/**
 * Passes our own errors through. The original error is dropped, since it contains the whole command with the recorded
 * data.
 */
function asRedisHistoryError(error: unknown, what: string): Error {
  if (error instanceof Fault || error instanceof Fenced) return error;
  const reason = messageOf(error);
  return new Fault('history_failed', `${what} in Redis could not be read or written: ${reason}.`, adviceOn(reason));
}

function adviceOn(reason: string): string {
  if (reason.startsWith('OOM'))
    return `Give Redis more memory (maxmemory), or lower planning.history.retention_days. ${WHEN_MENDED}`;
  if (reason.startsWith('MISCONF')) return 'Redis cannot write to its disk: see its log, and free some space there.';
  if (reason.startsWith('NOPERM'))
    return 'The user in REDIS_URL must be allowed streams, sets, sorted sets and EVAL on planwright:*.';
  return `See that Redis runs, is at least version 6.2 (or Valkey), and that its log says nothing of trouble. ${WHEN_MENDED}`;
}

function nameOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'name' in error ? error.name : null;
}

interface RedisRetentionOptions {
  readonly redis: Redis;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

/**
 * Like createRetention for files: what ended long ago is renamed to `…:archive:<task>`, where only an operator finds
 * it, and deleted a day later.
 */
export function createRedisRetention({ redis, clock, log }: RedisRetentionOptions): Retention {
  const records = {
    clock,
    log,
    startedBefore: (ms: number) => redis.zrange(historyKeys.recent, '-inf', `(${ms}`, 'BYSCORE'),
    read: async (taskId: string) => (await readStream(redis, historyKeys.task(taskId))).entries,
    archiveRecord: (taskId: string, entries: readonly HistoryEntry[]) =>
      archiveStream(redis, taskId, { entries, now: clock.now() }),
  };

  return {
    archive: (olderThanMs) => archiveEnded(records, olderThanMs),

    async deleteArchived(olderThanMs) {
      const archivedBefore = clock.now() - olderThanMs;
      const old = await redis.zrange(historyKeys.archived, '-inf', `(${archivedBefore}`, 'BYSCORE');
      for (const taskId of old) {
        // In this order, so that leftovers of a crash are deleted next time.
        await redis.unlink(historyKeys.archive(taskId));
        await redis.zrem(historyKeys.archived, taskId);
      }
      return old.length;
    },
  };
}
