/**
 * List entries of tasks, in `index/summaries/<task>`: JSON with the size and modification time of the history it
 * belongs to. Entries can be made from the history, so they are written after the appends, in place and without a sync:
 * after a crash an entry belongs to another state or is not valid JSON, and the reader makes it again. The process itself
 * uses the newest entry at once and writes it a second later, once for all appends in between: if the disk is just
 * writing a page of the entry's file, a write would block the event loop.
 */
import { closeSync, constants, ftruncateSync, mkdirSync, openSync, writeSync, type Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { ifThere, inGroups, isCode, PRIVATE_FILE, PRIVATE_FOLDER, taskFile } from './task-file.ts';
import { isTaskId, type HistoryEntry, type SummaryReader } from '../ports/history.ts';

export interface KeptSummaries {
  open(taskId: string): SummaryFile;
  /** `entriesOf`: empty if there is no readable history. */
  read<Summary>(
    taskIds: readonly string[],
    reader: SummaryReader<Summary>,
    entriesOf: (taskId: string) => Promise<readonly HistoryEntry[]>,
  ): Promise<readonly (Summary | null)[]>;
}

export interface SummaryFile {
  /** `make` is called when the entry is read or written. */
  keep(of: HistoryState, make: () => unknown): void;
  /** Writes an entry that is not written yet. */
  close(): void;
}

const BEHIND_MS = 1_000;

interface Newest {
  readonly of: string;
  readonly make: () => unknown;
}

/** Every change of a file changes one of them. */
export type HistoryState = Pick<Stats, 'size' | 'mtimeMs'>;

export function summaryFile(root: string, taskId: string): string {
  return path.join(root, 'summaries', taskId);
}

export function createKeptSummaries(directory: string): KeptSummaries {
  const root = path.join(directory, 'index');
  const unwritten = new Map<string, Newest>();

  function open(taskId: string): SummaryFile {
    let file: number | null = null;
    let timer: NodeJS.Timeout | null = null;
    let mine: Newest | null = null;

    function write(): void {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      if (mine === null) return;
      if (unwritten.get(taskId) === mine) unwritten.delete(taskId);
      const { of, make } = mine;
      mine = null;
      const bytes = Buffer.from(JSON.stringify({ of, kept: make() }));
      try {
        file ??= openOrCreate(summaryFile(root, taskId));
        writeSync(file, bytes, 0, bytes.length, 0);
        ftruncateSync(file, bytes.length);
      } catch {
        // The reader makes it again; the next append reports a disk that cannot be written to.
      }
    }

    return {
      keep(of, make) {
        mine = { of: nameOf(of), make };
        unwritten.set(taskId, mine);
        timer ??= setTimeout(write, BEHIND_MS).unref();
      },
      close() {
        write();
        if (file !== null) closeSync(file);
        file = null;
      },
    };
  }

  async function readKept<Summary>(taskId: string, reader: SummaryReader<Summary>): Promise<Summary | null> {
    const [state, text] = await Promise.all([
      ifThere(stat(taskFile(directory, taskId)), null),
      ifThere(readFile(summaryFile(root, taskId), 'utf8'), null),
    ]);
    const is = state && nameOf(state);
    const newest = unwritten.get(taskId);
    if (newest !== undefined && newest.of === is) return reader.read(newest.make());
    const found = text === null ? null : parsed(text);
    return is === null || found?.of !== is ? null : reader.read(found.kept);
  }

  return {
    open,
    async read(taskIds, reader, entriesOf) {
      const ids = taskIds.filter(isTaskId);
      const found = new Map(
        (await inGroups(ids, (taskId) => readKept(taskId, reader))).map((one, at) => [ids[at], one]),
      );
      // One by one: a long history takes time on the event loop, which others need too.
      for (const taskId of ids) {
        if (found.get(taskId) !== null) continue;
        const state = await ifThere(stat(taskFile(directory, taskId)), null);
        const entries = state === null ? [] : await entriesOf(taskId);
        const made = entries.length === 0 ? null : reader.make(entries);
        found.set(taskId, made?.summary ?? null);
        if (state === null || made === null) continue;
        const file = open(taskId);
        file.keep(state, () => made.kept);
        file.close();
      }
      return taskIds.map((taskId) => found.get(taskId) ?? null);
    },
  };
}

function nameOf({ size, mtimeMs }: HistoryState): string {
  return `${size} ${mtimeMs}`;
}

function openOrCreate(file: string): number {
  const how = constants.O_WRONLY | constants.O_CREAT;
  try {
    return openSync(file, how, PRIVATE_FILE);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
    mkdirSync(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    return openSync(file, how, PRIVATE_FILE);
  }
}

function parsed(text: string): { readonly of: string; readonly kept: unknown } | null {
  try {
    return JSON.parse(text) as { readonly of: string; readonly kept: unknown };
  } catch {
    return null;
  }
}
