/** Histories in Redis: key names, reading, and changes, each of which is atomic. */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { Fault } from '../errors.ts';
import type { HistoryEntry } from '../ports/history.ts';
import { changedFiles, repositoryOf } from './changed-files.ts';
import type { Batch, Before } from './history-log.ts';
import { parseEntry } from './scan.ts';
import { hasEnded } from './task-file.ts';

/**
 * Key names. All histories share one hash tag: an append changes the record and its indexes in one script, and in a
 * Cluster a script reaches only one slot. The price is that a Cluster keeps them all on one node.
 */
const ROOT = 'planwright:{history}';

export const historyKeys = {
  /** A stream; the id of an entry is its number, `7-0`. */
  task: (taskId: string) => `${ROOT}:task:${taskId}`,
  /** The same stream after it was archived. */
  archive: (taskId: string) => `${ROOT}:archive:${taskId}`,
  /** A set: tasks without an end. */
  open: `${ROOT}:open`,
  /** Sorted sets of tasks by start time, and of archived ones by archiving time. */
  recent: `${ROOT}:recent`,
  issue: (issue: string) => `${ROOT}:issue:${issue}`,
  /** Finished tasks that changed this file. */
  file: (repository: string, path: string) =>
    `${ROOT}:file:${createHash('sha256').update(`${repository}\n${path}`).digest('hex')}`,
  archived: `${ROOT}:archived`,
  /** A hash: each task's list entry as JSON, with the number of the entry it belongs to. */
  summaries: `${ROOT}:summaries`,
};

export interface RedisBatch extends Batch {
  readonly taskId: string;
  readonly issue: string | null;
  /** A unique name, by which a batch that is sent again is recognised and stored once. */
  readonly writer: string;
  /** The writer of the entry before it; '' for the first. */
  readonly before: string;
  /** Of the entries before it. */
  readonly landmarks: Before['landmarks'];
}

/**
 * Comparing entry numbers is not enough: after a Redis lost its last second, another driver may have written up to the
 * same number.
 */
const APPEND = `
local stream, open, recent, summaries, issue = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local first, writer, before, task, began, ended = tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local function writerOf(seq)
  local id = string.format('%d-0', seq)
  local found = redis.call('xrange', stream, id, id)
  return found[1] and found[1][2][2]
end
if writerOf(first) == writer then return 'stored' end
if redis.call('xlen', stream) ~= first - 1 then return 'overtaken' end
if first > 1 and writerOf(first - 1) ~= before then return 'overtaken' end
for at = 8, #ARGV do
  redis.call('xadd', stream, string.format('%d-0', first + at - 8), 'w', writer, 'e', ARGV[at])
end
if ARGV[7] ~= '' then redis.call('hset', summaries, task, ARGV[7]) end
if first == 1 then
  redis.call('zadd', recent, began, task)
  if issue then redis.call('zadd', issue, began, task) end
end
for at = 6, #KEYS do redis.call('zadd', KEYS[at], began, task) end
redis.call(ended == '1' and 'srem' or 'sadd', open, task)
return 'stored'`;

const ARCHIVE = `
local stream, archive, archived, recent, open, summaries = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local task, now, length = ARGV[1], ARGV[2], tonumber(ARGV[3])
if redis.call('xlen', stream) ~= length then return 0 end
redis.call('rename', stream, archive)
redis.call('zadd', archived, now, task)
redis.call('zrem', recent, task)
for at = 7, #KEYS do redis.call('zrem', KEYS[at], task) end
redis.call('srem', open, task)
redis.call('hdel', summaries, task)
return 1`;

const KEEP = `
if redis.call('xlen', KEYS[1]) == tonumber(ARGV[1]) then redis.call('hset', KEYS[2], ARGV[2], ARGV[3]) end`;

export async function appendBatch(
  redis: Redis,
  { taskId, issue, writer, before, landmarks, stored, texts, summary }: RedisBatch,
): Promise<'stored' | 'overtaken'> {
  const [first] = stored;
  const keys = [
    historyKeys.task(taskId),
    historyKeys.open,
    historyKeys.recent,
    historyKeys.summaries,
    ...(issue === null ? [] : [historyKeys.issue(issue)]),
    ...(hasEnded(stored) ? fileKeys([...landmarks, ...stored]) : []),
  ];
  const began = Date.parse((landmarks[0] ?? first)?.timestamp ?? '');
  const kept = summary === null ? '' : keptText(stored.at(-1)?.seq ?? 0, summary());
  const about = [first?.seq ?? 0, writer, before, taskId, began, hasEnded(stored) ? 1 : 0, kept];
  return (await redis.eval(APPEND, keys.length, ...keys, ...about, ...texts)) as 'stored' | 'overtaken';
}

/** Stored list entries that belong to the current history. */
export async function readSummaries(redis: Redis, taskIds: readonly string[]): Promise<readonly unknown[]> {
  if (taskIds.length === 0) return [];
  const asked = redis.pipeline().hmget(historyKeys.summaries, ...taskIds);
  for (const taskId of taskIds) asked.xlen(historyKeys.task(taskId));
  const [texts, ...lengths] = ((await asked.exec()) ?? []).map(([error, answer]) => {
    if (error !== null) throw error;
    return answer;
  });
  return (texts as readonly (string | null)[]).map((text, at) => {
    const found = text === null ? null : (JSON.parse(text) as { readonly of: number; readonly kept: unknown });
    return found !== null && found.of === lengths[at] ? found.kept : null;
  });
}

/** Unless the history has changed since these entries were read. */
export async function keepSummary(
  redis: Redis,
  taskId: string,
  { entries, kept }: { readonly entries: readonly HistoryEntry[]; readonly kept: unknown },
): Promise<void> {
  const [stream, of] = [historyKeys.task(taskId), entries.length];
  await redis.eval(KEEP, 2, stream, historyKeys.summaries, of, taskId, keptText(of, kept));
}

function keptText(of: number, kept: unknown): string {
  return JSON.stringify({ of, kept });
}

/** False if the history has changed since these entries were read, or is gone. */
export async function archiveStream(
  redis: Redis,
  taskId: string,
  { entries, now }: { readonly entries: readonly HistoryEntry[]; readonly now: number },
): Promise<boolean> {
  const { task, archive, archived, recent, open, summaries, issue } = historyKeys;
  const ofIssue = entries[0]?.issue ?? null;
  const sets = [...(ofIssue === null ? [] : [issue(ofIssue)]), ...fileKeys(entries)];
  const keys = [task(taskId), archive(taskId), archived, recent, open, summaries, ...sets];
  return (await redis.eval(ARCHIVE, keys.length, ...keys, taskId, now, entries.length)) === 1;
}

function fileKeys(entries: readonly HistoryEntry[]): readonly string[] {
  const repository = repositoryOf(entries[0]?.issue ?? null);
  return repository === null ? [] : changedFiles(entries).map((path) => historyKeys.file(repository, path));
}

export interface StreamReading {
  readonly entries: readonly HistoryEntry[];
  /** The writer of the last of them; '' if there is none. */
  readonly writer: string;
}

/** An entry usually has some kilobytes and a few hundred at most; between pages Redis serves others. */
const PAGE = 200;
const NOTHING: StreamReading & { readonly damage: null } = { entries: [], writer: '', damage: null };

/** Empty if there is no such stream; throws `Fault('history_damaged')` with key and id. */
export async function readStream(redis: Redis, key: string): Promise<StreamReading> {
  const { entries, writer, damage } = await scanStream(redis, key);
  if (damage !== null) throw damage;
  return { entries, writer };
}

/** The entries before the first damage, or all. */
export async function undamagedIn(redis: Redis, key: string): Promise<readonly HistoryEntry[]> {
  return (await scanStream(redis, key)).entries;
}

async function scanStream(redis: Redis, key: string): Promise<StreamReading & { readonly damage: Fault | null }> {
  const entries: HistoryEntry[] = [];
  let writer = '';
  const broken = (damage: Fault) => ({ entries, writer, damage });
  for (;;) {
    const seen = entries.length;
    const page = await redis.xrange(key, seen === 0 ? '-' : idOf(seen), '+', 'COUNT', PAGE + 1);
    // The page starts with the last entry of the previous one; if it is missing, the record was archived in between.
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

/** Fields and values alternate. */
function fieldOf(fields: readonly string[], name: string): string | null {
  const at = fields.findIndex((field, index) => index % 2 === 0 && field === name);
  return at === -1 ? null : (fields[at + 1] ?? null);
}

function damaged(key: string, id: string, reason: string): Fault {
  return new Fault(
    'history_damaged',
    `Entry ${id} of ${key} in Redis is damaged: ${reason}.`,
    'Nothing was changed. Asking for the task again starts a new one; the key can be renamed.',
  );
}
