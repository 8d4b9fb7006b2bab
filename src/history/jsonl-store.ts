/** Histories as files: `<directory>/<task>.jsonl`, with an index of empty files beside them. For one machine. */
import { randomBytes } from 'node:crypto';
import { fstatSync } from 'node:fs';
import { access, mkdir, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { Fenced } from '../errors.ts';
import {
  type HistoryEntry,
  type HistoryLog,
  type HistoryStore,
  isTaskId,
  type TaskIdentity,
} from '../ports/history.ts';
import { createHistoryIndex, rebuildIndex, type HistoryIndex } from './history-index.ts';
import { createHistoryLog, type Batch, type Before } from './history-log.ts';
import { createKeptSummaries, type HistoryState, type SummaryFile } from './kept-summaries.ts';
import { cutTornEnd, isInRepair } from './repair.ts';
import { scan } from './scan.ts';
import {
  asHistoryError,
  createTaskFile,
  hasEnded,
  inGroups,
  isCode,
  openTaskFile,
  PRIVATE_FOLDER,
  readEntries,
  readUndamaged,
  readFrom,
  readLastLine,
  scanWhole,
  taskFile,
} from './task-file.ts';

interface JsonlStoreOptions {
  readonly directory: string;
  readonly log: Logger;
}

export function createJsonlStore({ directory, log }: JsonlStoreOptions): HistoryStore {
  const index = createHistoryIndex(path.join(directory, 'index'));
  const kept = createKeptSummaries(directory);
  let readiness: Promise<void> | null = null;

  return {
    open: (identity) => guarded(() => openLog(identity)),
    read: (taskId) =>
      guarded(async () => (isTaskId(taskId) ? ((await readEntries(taskFile(directory, taskId))) ?? []) : [])),
    readUndamaged: (taskId) =>
      guarded(async () => (isTaskId(taskId) ? readUndamaged(taskFile(directory, taskId)) : [])),
    unfinished: () =>
      guarded(async () => {
        const marked = await index.markedOpen();
        const checked = await inGroups(marked, isUnfinished);
        return marked.filter((_, position) => checked[position]);
      }),
    ofIssue: (issue) => guarded(() => index.ofIssue(issue)),
    touching: (repository, paths) => guarded(() => index.touching(repository, paths)),
    recent: (limit) => guarded(() => index.recent(limit)),
    summaries: (taskIds, reader) => guarded(() => kept.read(taskIds, reader, readable)),
  };

  async function readable(taskId: string): Promise<readonly HistoryEntry[]> {
    try {
      return (await readEntries(taskFile(directory, taskId))) ?? [];
    } catch (error) {
      log.warn({ err: error, task: taskId }, 'History could not be read');
      return [];
    }
  }

  async function guarded<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      readiness ??= prepare();
      await readiness;
    } catch (error) {
      readiness = null;
      throw asHistoryError(error, directory);
    }
    try {
      return await act();
    } catch (error) {
      throw asHistoryError(error, directory);
    }
  }

  async function prepare(): Promise<void> {
    await mkdir(directory, { recursive: true, mode: PRIVATE_FOLDER });
    try {
      await access(path.join(directory, 'index'));
    } catch (error) {
      if (!isCode(error, 'ENOENT')) throw error;
      await rebuildIndex(directory, log);
    }
  }

  async function openLog(identity: TaskIdentity): Promise<HistoryLog> {
    const file = taskFile(directory, identity.taskId);
    const parts = { file, identity, index, kept: kept.open(identity.taskId) };
    const handle = await openTaskFile(file);
    if (handle === null) return createJsonlLog({ ...parts, handle, size: 0, entries: [] });
    try {
      const bytes = await readFrom(handle, 0);
      const { entries, wholeBytes } = scanWhole(file, bytes);
      if (wholeBytes < bytes.length || (await isInRepair(file))) {
        await handle.close();
        const droppedBytes = await cutTornEnd(file);
        const about = { task: identity.taskId, trace: identity.traceId, file, droppedBytes };
        if (droppedBytes > 0) log.warn(about, 'History ended in an unfinished write, which was dropped');
        return await openLog(identity);
      }
      if (entries[0] !== undefined) await index.addTask({ ...entries[0], task_uuid: identity.taskId });
      if (hasEnded(entries)) await index.addChange(entries);
      if (entries.length > 0)
        await (hasEnded(entries) ? index.markEnded(identity.taskId) : index.markOpen(identity.taskId));
      return createJsonlLog({ ...parts, handle, size: bytes.length, entries });
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * Usually the last line is enough. If it says that the task ended it may be the line of an overtaken driver, so the
   * file is read.
   */
  async function isUnfinished(taskId: string): Promise<boolean> {
    const file = taskFile(directory, taskId);
    const line = await readLastLine(file);
    if (line === null) return false;
    if (!line.includes('"type":"completion"')) return true;
    const entries = await endedEntries(file);
    if (entries === null) return true;
    // A crash may have come between the last line and the index entry.
    await index.addChange(entries);
    await index.markEnded(taskId);
    if ((await endedEntries(file)) !== null) return false;
    await index.markOpen(taskId);
    return true;
  }

  /** Null without an end; the end of a damaged history is not trusted. */
  async function endedEntries(file: string): Promise<readonly HistoryEntry[] | null> {
    try {
      const entries = (await readEntries(file)) ?? [];
      return hasEnded(entries) ? entries : null;
    } catch (error) {
      log.warn({ err: error, file }, 'History could not be read');
      return null;
    }
  }
}

interface LogParts {
  readonly file: string;
  readonly identity: TaskIdentity;
  /** Null until the first append. */
  readonly handle: FileHandle | null;
  readonly size: number;
  readonly entries: readonly HistoryEntry[];
  readonly index: HistoryIndex;
  readonly kept: SummaryFile;
}

/**
 * An append is one write with O_APPEND and O_DSYNC. If the file has grown by more than that write, somebody else writes
 * too, and the file's content decides who was first.
 */
function createJsonlLog({ file, identity, index, kept, ...found }: LogParts): HistoryLog {
  const writer = randomBytes(6).toString('base64url');
  let { handle, size } = found;

  async function write({ stored, texts, summary }: Batch, { count, landmarks }: Before): Promise<void> {
    const [first] = stored;
    const begins = count === 0;
    const goesOn = hasEnded(landmarks) && !hasEnded(stored);
    if (begins || goesOn) await index.markOpen(identity.taskId);
    const state = await appendDurably(Buffer.from(`${texts.join('\n')}\n`), stored, count + 1);
    if (summary !== null) kept.keep(state, summary);

    if (begins && first) await index.addTask(first);
    // Once more, since a reader that saw the earlier end may have removed the mark in between.
    if (goesOn) await index.markOpen(identity.taskId);
    if (!hasEnded(stored)) return;
    await index.addChange([...landmarks, ...stored]);
    await index.markEnded(identity.taskId);
  }

  async function appendDurably(bytes: Buffer, stored: readonly HistoryEntry[], first: number): Promise<HistoryState> {
    const open = (handle ??= await createTaskFile(file));
    const { bytesWritten } = await open.write(bytes, 0, bytes.length, null);
    if (bytesWritten < bytes.length) throw new Error(`only ${bytesWritten} of ${bytes.length} bytes were written`);
    // Synchronous: it never touches the disk, and a round trip to the thread pool would cost more than the call.
    const now = fstatSync(open.fd);
    if (now.nlink === 0) throw new Fenced('The history of this task was replaced or removed by another process.');
    if (now.size === size + bytes.length) {
      size = now.size;
    } else {
      size += await confirmFirst(open, stored, first);
    }
    return now;
  }

  /** Reads back what was written since our last entry; returns how many of its bytes are whole. */
  async function confirmFirst(open: FileHandle, stored: readonly HistoryEntry[], first: number): Promise<number> {
    const since = scan(await readFrom(open, size), first);
    if (since.damage !== null) scanWhole(file, await readFrom(open, 0));
    const areOurs =
      since.entries.length === stored.length && since.entries.every((entry) => entry['w'] === stored[0]?.['w']);
    if (!areOurs) throw new Fenced('Another driver has written to the history of this task.');
    return since.wholeBytes;
  }

  return createHistoryLog(identity, found.entries, {
    writerOf: (first, last) => (first === last ? writer : `${writer}:${first}-${last}`),
    write,
    async isCurrent() {
      if (handle === null) return true;
      const now = fstatSync(handle.fd);
      return now.nlink > 0 && now.size === size;
    },
    async release() {
      const open = handle;
      handle = null;
      kept.close();
      await open?.close();
    },
    asError: (error) => asHistoryError(error, file),
  });
}
