/**
 * Empty files whose names answer queries that would otherwise read every history:
 *   index/open/<task>                       tasks without an end
 *   index/issues/<issue>/<start ms>-<task>  tasks of one issue, in order
 *   index/recent/<yyyy-mm-dd>/<start ms>-<task>
 *   index/files/<repository and path, as a hash>/<start ms>-<task>   finished tasks that changed that file
 * and the list entry of each task (`kept-summaries.ts`).
 * All of it follows from the histories and is rebuilt from them if the folder is missing.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { type HistoryEntry, type HistoryStore, isTaskId } from '../ports/history.ts';
import { changedFiles, repositoryOf } from './changed-files.ts';
import { summaryFile } from './kept-summaries.ts';
import {
  hasEnded,
  ifThere,
  inGroups,
  isCode,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  readEntries,
  syncFolder,
} from './task-file.ts';

export interface HistoryIndex extends Pick<HistoryStore, 'ofIssue' | 'touching' | 'recent'> {
  /** Durable when it resolves; harmless if it exists already. */
  markOpen(taskId: string): Promise<void>;
  markEnded(taskId: string): Promise<void>;
  /** Adds a task by its first entry; harmless if it exists already. */
  addTask(first: HistoryEntry): Promise<void>;
  /** Adds the files that a finished task changed; harmless if they exist already. */
  addChange(entries: readonly HistoryEntry[]): Promise<void>;
  /** Tasks marked as open; after a crash the mark may belong to a task that ended or never began. */
  markedOpen(): Promise<readonly string[]>;
  /** Tasks that began before that time; at day precision, so some may have begun slightly later. */
  startedBefore(ms: number): Promise<readonly string[]>;
  /** Removes a task by its entries; harmless if it is missing. */
  removeTask(entries: readonly HistoryEntry[]): Promise<void>;
}

export function createHistoryIndex(root: string): HistoryIndex {
  const openFolder = path.join(root, 'open');
  const recentFolder = path.join(root, 'recent');

  function foldersOf({ timestamp, issue }: HistoryEntry): readonly string[] {
    const day = path.join(recentFolder, new Date(timestamp).toISOString().slice(0, 10));
    return issue === null ? [day] : [day, issueFolder(root, issue)];
  }

  return {
    async markOpen(taskId) {
      if (await touch(openFolder, taskId)) await syncFolder(openFolder);
    },
    async markEnded(taskId) {
      await remove(path.join(openFolder, taskId));
    },
    async addTask(first) {
      for (const folder of foldersOf(first)) await touch(folder, nameOf(first));
    },
    async addChange(entries) {
      const [first] = entries;
      if (first !== undefined) for (const folder of fileFolders(root, entries)) await touch(folder, nameOf(first));
    },
    async removeTask(entries) {
      const [first] = entries;
      if (first === undefined) return;
      for (const folder of [...fileFolders(root, entries), ...foldersOf(first)]) {
        await remove(path.join(folder, nameOf(first)));
        // Succeeds only if it is empty.
        await rmdir(folder).catch(() => undefined);
      }
      await remove(path.join(openFolder, first.task_uuid));
      await remove(summaryFile(root, first.task_uuid));
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
    async touching(repository, paths) {
      const found = await Promise.all([...new Set(paths)].map((file) => names(fileFolder(root, repository, file))));
      return [...new Set(found.flat())].toSorted().map(taskOf).filter(isTaskId);
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

function nameOf({ timestamp, task_uuid: taskId }: HistoryEntry): string {
  return `${String(Date.parse(timestamp)).padStart(13, '0')}-${taskId}`;
}

function taskOf(name: string): string {
  return name.slice(name.indexOf('-') + 1);
}

/** `owner/name#12` as one readable folder name; unusual names as a hash. */
function issueFolder(root: string, issue: string): string {
  const readable = issue.replace('/', '%2F').replace('#', '%23');
  const isPlain = /^[A-Za-z0-9_-][A-Za-z0-9._-]*%2F[A-Za-z0-9._-]+%23\d+$/.test(readable) && readable.length <= 200;
  return path.join(root, 'issues', isPlain ? readable : `sha256-${createHash('sha256').update(issue).digest('hex')}`);
}

function fileFolders(root: string, entries: readonly HistoryEntry[]): readonly string[] {
  const repository = repositoryOf(entries[0]?.issue ?? null);
  return repository === null ? [] : changedFiles(entries).map((file) => fileFolder(root, repository, file));
}

function fileFolder(root: string, repository: string, file: string): string {
  return path.join(root, 'files', createHash('sha256').update(`${repository}\n${file}`).digest('hex'));
}

async function names(folder: string): Promise<readonly string[]> {
  const found: readonly string[] = await ifThere(readdir(folder), []);
  return found.toSorted();
}

async function remove(file: string): Promise<void> {
  await ifThere(unlink(file), null);
}

/** True if it was missing. */
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

/** Rebuilds the index from the histories in a temporary folder, which is then renamed. */
export async function rebuildIndex(directory: string, log: Logger): Promise<void> {
  const temporary = path.join(directory, `index.tmp-${randomBytes(6).toString('hex')}`);
  await mkdir(path.join(temporary, 'open'), { recursive: true, mode: PRIVATE_FOLDER });
  const index = createHistoryIndex(temporary);
  const files = (await readdir(directory)).filter((name) => name.endsWith('.jsonl') && isTaskId(name.slice(0, -6)));
  await inGroups(files, (name) => enter(path.join(directory, name), name.slice(0, -6), { index, log }));
  await replaceIndex(temporary, path.join(directory, 'index'));
  await syncFolder(directory);
  if (files.length > 0) log.info({ histories: files.length }, 'History index rebuilt');
}

async function enter(
  file: string,
  taskId: string,
  { index, log }: { readonly index: HistoryIndex; readonly log: Logger },
): Promise<void> {
  try {
    const entries = await readEntries(file);
    const first = entries?.[0];
    if (entries === null || first === undefined) return;
    await index.addTask({ ...first, task_uuid: taskId });
    await (hasEnded(entries) ? index.addChange(entries) : index.markOpen(taskId));
  } catch (error) {
    // Whoever continues the task meets the damage and reports it on the task itself.
    log.warn({ err: error, task: taskId, file }, 'History could not be indexed');
    await index.markOpen(taskId);
  }
}

/** Another process may have been faster, with the same result. */
async function replaceIndex(temporary: string, target: string): Promise<void> {
  try {
    await rename(temporary, target);
  } catch (error) {
    if (!isCode(error, 'ENOTEMPTY') && !isCode(error, 'EEXIST')) throw error;
    await rm(temporary, { recursive: true, force: true });
  }
}
