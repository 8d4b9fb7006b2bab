/** What changes a history in Redis, each in one step: all of it happens, or nothing. */
import type { Redis } from 'ioredis';
import type { HistoryEntry } from '../ports/history.ts';
import { historyKeys } from './redis-keys.ts';
import { hasEnded } from './task-file.ts';

export interface Batch {
  readonly taskId: string;
  readonly issue: string | null;
  /** Named by nobody else: the same batch asked for again is recognised, and stands there once. */
  readonly writer: string;
  /** Who wrote the entry before it; '' for the first. */
  readonly before: string;
  readonly stored: readonly HistoryEntry[];
  /** The same, as they are kept. */
  readonly texts: readonly string[];
}

/**
 * The number of entries alone would not do: a Redis that lost its last second may have been written to by another
 * driver up to the same number.
 */
const APPEND = `
local stream, open, recent, issue = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local first, writer, before, task, began, ended = tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local function writerOf(seq)
  local id = string.format('%d-0', seq)
  local found = redis.call('xrange', stream, id, id)
  return found[1] and found[1][2][2]
end
if writerOf(first) == writer then return 'stored' end
if redis.call('xlen', stream) ~= first - 1 then return 'overtaken' end
if first > 1 and writerOf(first - 1) ~= before then return 'overtaken' end
for at = 7, #ARGV do
  redis.call('xadd', stream, string.format('%d-0', first + at - 7), 'w', writer, 'e', ARGV[at])
end
if first == 1 then
  redis.call('zadd', recent, began, task)
  if issue then redis.call('zadd', issue, began, task) end
end
redis.call(ended == '1' and 'srem' or 'sadd', open, task)
return 'stored'`;

const SET_ASIDE = `
local stream, archive, archived, recent, open, issue = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local task, now, length = ARGV[1], ARGV[2], tonumber(ARGV[3])
if redis.call('xlen', stream) ~= length then return 0 end
redis.call('rename', stream, archive)
redis.call('zadd', archived, now, task)
redis.call('zrem', recent, task)
if issue then redis.call('zrem', issue, task) end
redis.call('srem', open, task)
return 1`;

export async function appendBatch(
  redis: Redis,
  { taskId, issue, writer, before, stored, texts }: Batch,
): Promise<'stored' | 'overtaken'> {
  const [first] = stored;
  const keys = [
    historyKeys.task(taskId),
    historyKeys.open,
    historyKeys.recent,
    ...(issue === null ? [] : [historyKeys.issue(issue)]),
  ];
  const began = Date.parse(first?.timestamp ?? '');
  const about = [first?.seq ?? 0, writer, before, taskId, began, hasEnded(stored) ? 1 : 0];
  return (await redis.eval(APPEND, keys.length, ...keys, ...about, ...texts)) as 'stored' | 'overtaken';
}

/** False when it was written to since, or is gone. */
export async function setAside(
  redis: Redis,
  first: HistoryEntry,
  { length, now }: { readonly length: number; readonly now: number },
) {
  const { task_uuid: taskId, issue } = first;
  const { task, archive, archived, recent, open } = historyKeys;
  const keys = [
    task(taskId),
    archive(taskId),
    archived,
    recent,
    open,
    ...(issue === null ? [] : [historyKeys.issue(issue)]),
  ];
  return (await redis.eval(SET_ASIDE, keys.length, ...keys, taskId, now, length)) === 1;
}
