/**
 * How the record of a task that ended long ago goes (PLAN-4): first out of the index and into `archive/`, where no
 * reader finds it and an operator still does; a day later for good. A record without an end, or one that is
 * damaged, is never touched.
 */
import { mkdir, readdir, rename, stat, unlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../ports/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { HistoryEntry } from '../ports/history.ts';
import { createHistoryIndex } from './history-index.ts';
import { hasEnded, isCode, isTaskId, PRIVATE_FOLDER, readEntries, syncFolder, taskFile } from './task-file.ts';

export interface Retention {
  /** Sets aside what ended that long ago; answers with the tasks. */
  archive(olderThanMs: number): Promise<readonly string[]>;
  /** Deletes what was set aside that long ago; answers with how many. */
  deleteArchived(olderThanMs: number): Promise<number>;
}

export interface RetentionOptions {
  readonly directory: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

export function createRetention({ directory, clock, log }: RetentionOptions): Retention {
  const index = createHistoryIndex(path.join(directory, 'index'));
  const archiveFolder = path.join(directory, 'archive');

  function archived(taskId: string): string {
    return path.join(archiveFolder, `${taskId}.jsonl`);
  }

  async function read(taskId: string): Promise<readonly HistoryEntry[]> {
    try {
      const entries = await readEntries(taskFile(directory, taskId));
      if (entries !== null) return entries;
      // A crash came between the two steps of setting it aside.
      const [first] = (await readEntries(archived(taskId))) ?? [];
      if (first !== undefined) await index.removeTask(first);
    } catch (error) {
      log.warn({ task: taskId, err: error }, 'a record that cannot be read is kept');
    }
    return [];
  }

  async function setAside(taskId: string, first: HistoryEntry): Promise<boolean> {
    await mkdir(archiveFolder, { recursive: true, mode: PRIVATE_FOLDER });
    try {
      await rename(taskFile(directory, taskId), archived(taskId));
    } catch (error) {
      // Another process was quicker.
      if (isCode(error, 'ENOENT')) return false;
      throw error;
    }
    // From when on the day counts.
    const now = new Date(clock.now());
    await utimes(archived(taskId), now, now);
    await syncFolder(directory);
    await index.removeTask(first);
    return true;
  }

  return {
    async archive(olderThanMs) {
      const endedBefore = clock.now() - olderThanMs;
      const gone: string[] = [];
      for (const taskId of await index.startedBefore(endedBefore)) {
        const entries = await read(taskId);
        const [first, last] = [entries[0], entries.at(-1)];
        if (
          first === undefined ||
          last === undefined ||
          !hasEnded(entries) ||
          !(Date.parse(last.timestamp) < endedBefore)
        )
          continue;
        if (await setAside(taskId, first)) gone.push(taskId);
      }
      return gone;
    },

    async deleteArchived(olderThanMs) {
      const archivedBefore = clock.now() - olderThanMs;
      let count = 0;
      for (const name of await readdir(archiveFolder).catch(() => [])) {
        const file = path.join(archiveFolder, name);
        if (!name.endsWith('.jsonl') || !isTaskId(name.slice(0, -6)) || (await stat(file)).mtimeMs >= archivedBefore)
          continue;
        await unlink(file);
        count += 1;
      }
      return count;
    },
  };
}
