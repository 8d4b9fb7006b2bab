/** Histories as files: `<directory>/<task>.jsonl`, with an index of empty files beside them. For one machine. */
import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../ports/log.ts';
import type { HistoryLog, HistoryStore, TaskIdentity } from '../ports/history.ts';
import { createHistoryIndex } from './history-index.ts';
import { inGroups } from './in-groups.ts';
import { createJsonlLog } from './jsonl-log.ts';
import { readLastLine } from './last-line.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { cutTornEnd } from './repair.ts';
import {
  asHistoryError,
  hasEnded,
  isCode,
  isTaskId,
  openTaskFile,
  PRIVATE_FOLDER,
  readEntries,
  readFrom,
  readUndamaged,
  scanWhole,
  taskFile,
} from './task-file.ts';

export interface JsonlStoreOptions {
  readonly directory: string;
  readonly log: Logger;
}

export function createJsonlStore({ directory, log }: JsonlStoreOptions): HistoryStore {
  const index = createHistoryIndex(path.join(directory, 'index'));
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
    recent: (limit) => guarded(() => index.recent(limit)),
  };

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
    const handle = await openTaskFile(file);
    if (handle === null) return createJsonlLog({ file, identity, handle, size: 0, entries: [], index });
    try {
      const bytes = await readFrom(handle, 0);
      const { entries, wholeBytes } = scanWhole(file, bytes);
      if (wholeBytes < bytes.length) {
        await handle.close();
        const droppedBytes = await cutTornEnd(file);
        const about = { task: identity.taskId, trace: identity.traceId, file, droppedBytes };
        log.warn(about, 'History ended in mid-write; the unfinished end was dropped');
        return await openLog(identity);
      }
      if (entries[0] !== undefined) await index.addTask({ ...entries[0], task_uuid: identity.taskId });
      if (entries.length > 0)
        await (hasEnded(entries) ? index.markEnded(identity.taskId) : index.markOpen(identity.taskId));
      return createJsonlLog({ file, identity, handle, size: bytes.length, entries, index });
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** By the last line alone, except where that says that the task ended: it may be the line of a driver that lost. */
  async function isUnfinished(taskId: string): Promise<boolean> {
    const file = taskFile(directory, taskId);
    const line = await readLastLine(file);
    if (line === null) return false;
    if (!line.includes('"type":"completion"')) return true;
    if (!(await isEnded(file))) return true;
    await index.markEnded(taskId);
    if (await isEnded(file)) return false;
    await index.markOpen(taskId);
    return true;
  }

  /** A damaged history has no end that could be trusted. */
  async function isEnded(file: string): Promise<boolean> {
    try {
      return hasEnded((await readEntries(file)) ?? []);
    } catch (error) {
      log.warn({ err: error, file }, 'History could not be read');
      return false;
    }
  }
}
