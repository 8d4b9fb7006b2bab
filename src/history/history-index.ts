/**
 * Empty files whose names answer what would otherwise mean reading every history:
 *   index/open/<task>                       tasks without an end
 *   index/issues/<issue>/<start ms>-<task>  tasks of one issue, in order
 *   index/recent/<yyyy-mm-dd>/<start ms>-<task>
 * All of it follows from the histories and is made again from them when the folder is missing.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { HistoryEntry } from '../ports/history.ts';
import { isCode, isTaskId, PRIVATE_FILE, PRIVATE_FOLDER, syncFolder } from './task-file.ts';

export interface HistoryIndex {
  /** Durable when it resolves, and harmless when it is there already. */
  markOpen(taskId: string): Promise<void>;
  markEnded(taskId: string): Promise<void>;
  /** Enters a task by its first entry; harmless when it is there already. */
  addTask(first: HistoryEntry): Promise<void>;
  /** Tasks marked as open; a crash may have left the mark of one that ended or never began. */
  markedOpen(): Promise<readonly string[]>;
  ofIssue(issue: string): Promise<readonly string[]>;
  recent(limit: number): Promise<readonly string[]>;
  /** Tasks that began before, to the day: some may have begun a little later. */
  startedBefore(ms: number): Promise<readonly string[]>;
  /** Takes a task out by its first entry; harmless when it is not there. */
  removeTask(first: HistoryEntry): Promise<void>;
}

export function createHistoryIndex(root: string): HistoryIndex {
  const openFolder = path.join(root, 'open');
  const recentFolder = path.join(root, 'recent');

  return {
    async markOpen(taskId) {
      if (await touch(openFolder, taskId)) await syncFolder(openFolder);
    },
    async markEnded(taskId) {
      await remove(path.join(openFolder, taskId));
    },
    async addTask(first) {
      const startMs = Date.parse(first.timestamp);
      const name = `${String(startMs).padStart(13, '0')}-${first.task_uuid}`;
      await touch(path.join(recentFolder, new Date(startMs).toISOString().slice(0, 10)), name);
      if (first.issue !== null) await touch(issueFolder(root, first.issue), name);
    },
    async removeTask(first) {
      const startMs = Date.parse(first.timestamp);
      const name = `${String(startMs).padStart(13, '0')}-${first.task_uuid}`;
      const folders = [
        path.join(recentFolder, new Date(startMs).toISOString().slice(0, 10)),
        ...(first.issue === null ? [] : [issueFolder(root, first.issue)]),
      ];
      for (const folder of folders) {
        await remove(path.join(folder, name));
        // Only when it is empty; otherwise it stays.
        await rmdir(folder).catch(() => undefined);
      }
      await remove(path.join(openFolder, first.task_uuid));
    },
    async startedBefore(ms) {
      const lastDay = new Date(ms).toISOString().slice(0, 10);
      const days = (await names(recentFolder)).filter((day) => day <= lastDay);
      const found = await Promise.all(days.map((day) => names(path.join(recentFolder, day))));
      return found.flat().map(taskOf).filter(isTaskId);
    },
    async markedOpen() {
      return (await names(openFolder)).filter(isTaskId);
    },
    async ofIssue(issue) {
      return (await names(issueFolder(root, issue))).map(taskOf).filter(isTaskId);
    },
    async recent(limit) {
      let tasks: readonly string[] = [];
      for (const day of (await names(recentFolder)).toReversed()) {
        if (tasks.length >= limit) break;
        const newest = (await names(path.join(recentFolder, day))).toReversed();
        tasks = [...tasks, ...newest.map(taskOf).filter(isTaskId)];
      }
      return tasks.slice(0, Math.max(0, limit));
    },
  };
}

function taskOf(name: string): string {
  return name.slice(name.indexOf('-') + 1);
}

/** `owner/name#12` as one readable folder name; anything unusual by its hash. */
function issueFolder(root: string, issue: string): string {
  const readable = issue.replace('/', '%2F').replace('#', '%23');
  const isPlain = /^[A-Za-z0-9_-][A-Za-z0-9._-]*%2F[A-Za-z0-9._-]+%23\d+$/.test(readable) && readable.length <= 200;
  return path.join(root, 'issues', isPlain ? readable : `sha256-${createHash('sha256').update(issue).digest('hex')}`);
}

async function names(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

async function remove(file: string): Promise<void> {
  await unlink(file).catch((error: unknown) => {
    if (!isCode(error, 'ENOENT')) throw error;
  });
}

/** True when it was not there before. */
async function touch(folder: string, name: string): Promise<boolean> {
  const file = path.join(folder, name);
  try {
    await (await open(file, 'wx', PRIVATE_FILE)).close();
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    if (!isCode(error, 'ENOENT')) throw error;
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    return touch(folder, name);
  }
}
