/**
 * Removes records of tasks that ended long ago (PLAN-4): first from the index and into `archive/`, where only an
 * operator finds them; a day later for good. A record without an end, or a damaged one, is never touched.
 */
import { mkdir, readdir, rename, stat, unlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../ports/clock.ts';
import { type HistoryEntry, isTaskId } from '../ports/history.ts';
import { createHistoryIndex } from './history-index.ts';
import { hasEnded, isCode, PRIVATE_FOLDER, readEntries, syncFolder, taskFile } from './task-file.ts';

export interface Retention {
  /** Archives what ended that long ago; returns the tasks. */
  archive(olderThanMs: number): Promise<readonly string[]>;
  /** Deletes what was archived that long ago; returns how many. */
  deleteArchived(olderThanMs: number): Promise<number>;
}

/** What a store has to provide for it. */
interface EndedRecords {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  /** Tasks that began before that time; some may have begun slightly later. */
  startedBefore(ms: number): Promise<readonly string[]>;
  read(taskId: string): Promise<readonly HistoryEntry[]>;
  /** False if somebody else was faster, or has written since these entries were read. */
  archiveRecord(taskId: string, entries: readonly HistoryEntry[]): Promise<boolean>;
}

export async function archiveEnded(records: EndedRecords, olderThanMs: number): Promise<readonly string[]> {
  const endedBefore = records.clock.now() - olderThanMs;
  const gone: string[] = [];
  for (const taskId of await records.startedBefore(endedBefore)) {
    const entries = await records.read(taskId).catch((error: unknown) => {
      records.log.warn({ task: taskId, err: error }, 'an unreadable record is kept');
      return [];
    });
    const isOld = hasEnded(entries) && Date.parse(entries.at(-1)?.timestamp ?? '') < endedBefore;
    if (isOld && (await records.archiveRecord(taskId, entries))) gone.push(taskId);
  }
  return gone;
}

interface RetentionOptions {
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
    const entries = await readEntries(taskFile(directory, taskId));
    if (entries !== null) return entries;
    // A crash came between the two steps of archiving it.
    await index.removeTask((await readEntries(archived(taskId))) ?? []);
    return [];
  }

  async function archiveRecord(taskId: string, entries: readonly HistoryEntry[]): Promise<boolean> {
    await mkdir(archiveFolder, { recursive: true, mode: PRIVATE_FOLDER });
    try {
      await rename(taskFile(directory, taskId), archived(taskId));
    } catch (error) {
      // Another process was faster.
      if (isCode(error, 'ENOENT')) return false;
      throw error;
    }
    // The day counts from now.
    const now = new Date(clock.now());
    await utimes(archived(taskId), now, now);
    await syncFolder(directory);
    await index.removeTask(entries);
    return true;
  }

  return {
    archive: (olderThanMs) =>
      archiveEnded({ clock, log, startedBefore: index.startedBefore, read, archiveRecord }, olderThanMs),

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
