/**
 * One driver's hold on one file. An append is one O_APPEND write and fdatasync; if the file has then grown by more
 * than that write, somebody else writes too, and what stands in the file decides who was first. After any failure
 * the log is finished: what the disk holds is known only to whoever opens it anew.
 */
import { randomBytes } from 'node:crypto';
import { fstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Fault, Fenced } from '../errors.ts';
import type { HistoryEntry, HistoryLog, NewEntry, TaskIdentity } from '../ports/history.ts';
import { entriesIn, entryTexts } from './entry-texts.ts';
import type { HistoryIndex } from './history-index.ts';
import { scan } from './scan.ts';
import { asHistoryError, createTaskFile, hasEnded, readFrom, scanWhole } from './task-file.ts';

export interface LogParts {
  readonly file: string;
  readonly identity: TaskIdentity;
  /** Null until the first append. */
  readonly handle: FileHandle | null;
  readonly size: number;
  readonly entries: readonly HistoryEntry[];
  readonly index: HistoryIndex;
}

export function createJsonlLog({ file, identity, index, ...found }: LogParts): HistoryLog {
  const writer = randomBytes(6).toString('base64url');
  const entries: HistoryEntry[] = [...found.entries];
  let handle = found.handle;
  let size = found.size;
  let stopped: Error | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  return {
    entries,
    append(newEntries, at) {
      const mine = turn.then(() => takeTurn(newEntries, at));
      turn = mine.catch(() => undefined);
      return mine;
    },
    async isCurrent() {
      await turn;
      if (stopped !== null) return false;
      if (handle === null) return true;
      const now = fstatSync(handle.fd);
      return now.nlink > 0 && now.size === size;
    },
    async close() {
      await turn;
      stopped ??= new Fault(
        'internal',
        'A history was written to after it was closed.',
        'Please report this with the log around it.',
      );
      await release();
    },
  };

  async function release(): Promise<void> {
    const open = handle;
    handle = null;
    await open?.close();
  }

  async function takeTurn(newEntries: readonly NewEntry[], at: number): Promise<readonly HistoryEntry[]> {
    if (stopped !== null) throw stopped;
    if (newEntries.length === 0) return [];
    const lines = serialize(newEntries, at);
    try {
      return await write(lines);
    } catch (error) {
      stopped = asHistoryError(error, file);
      await release().catch(() => undefined);
      throw stopped;
    }
  }

  function serialize(newEntries: readonly NewEntry[], at: number): readonly string[] {
    const first = entries.length + 1;
    const last = entries.length + newEntries.length;
    return entryTexts(newEntries, identity, { first, at, w: first === last ? writer : `${writer}:${first}-${last}` });
  }

  async function write(lines: readonly string[]): Promise<readonly HistoryEntry[]> {
    const stored = entriesIn(lines);
    const [first] = stored;
    const begins = entries.length === 0;
    const goesOn = hasEnded(entries) && !hasEnded(stored);
    if (begins || goesOn) await index.markOpen(identity.taskId);
    await appendDurably(Buffer.from(`${lines.join('\n')}\n`), stored);
    entries.push(...stored);

    if (begins && first) await index.addTask(first);
    // Once more: a reader that saw the earlier end may have taken the mark away in between.
    if (goesOn) await index.markOpen(identity.taskId);
    if (hasEnded(entries)) await index.markEnded(identity.taskId);
    return stored;
  }

  async function appendDurably(bytes: Buffer, stored: readonly HistoryEntry[]): Promise<void> {
    const open = handle ?? (await createTaskFile(file));
    handle = open;
    const { bytesWritten } = await open.write(bytes, 0, bytes.length, null);
    if (bytesWritten < bytes.length) throw new Error(`only ${bytesWritten} of ${bytes.length} bytes were written`);
    await open.datasync();
    // Not awaited: it never touches the disk, and a turn of the thread pool would cost more than the call.
    const now = fstatSync(open.fd);
    if (now.nlink === 0) throw new Fenced('The history of this task was replaced or removed by another process.');
    if (now.size === size + bytes.length) {
      size = now.size;
    } else {
      size += await confirmFirst(open, stored);
    }
  }

  /** Reads back what was written since our last entry; returns how many bytes of it are whole. */
  async function confirmFirst(open: FileHandle, stored: readonly HistoryEntry[]): Promise<number> {
    const since = scan(await readFrom(open, size), entries.length + 1);
    if (since.damage !== null) scanWhole(file, await readFrom(open, 0));
    const areOurs =
      since.entries.length === stored.length && since.entries.every((entry) => entry['w'] === stored[0]?.['w']);
    if (!areOurs) throw new Fenced('Another driver has written to the history of this task.');
    return since.wholeBytes;
  }
}
