/** The file of one task, and what every access to it shares. */
import { constants } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, Fault, Fenced, messageOf, RetryLater } from '../errors.ts';
import { type HistoryEntry, isTaskId } from '../ports/history.ts';
import { type Scan, scan } from './scan.ts';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;
/** Maximum number of files open at once. */
const GROUP_SIZE = 32;
const FIRST_READ_BYTES = 8_192;

export function assertTaskId(taskId: string): void {
  if (isTaskId(taskId)) return;
  throw new Fault(
    'internal',
    'A history was requested by an invalid task id.',
    'Please report this with the log around it.',
  );
}

export function taskFile(directory: string, taskId: string): string {
  assertTaskId(taskId);
  return path.join(directory, `${taskId}.jsonl`);
}

/** For reading and for appending; each write is durable when it returns. */
const APPENDING = constants.O_RDWR | constants.O_APPEND | constants.O_DSYNC;

/** Null if there is no such file. */
export async function openTaskFile(file: string): Promise<FileHandle | null> {
  return ifThere(open(file, APPENDING), null);
}

/** Its name is durable when this resolves. */
export async function createTaskFile(file: string): Promise<FileHandle> {
  const handle = await open(file, APPENDING | constants.O_CREAT, PRIVATE_FILE);
  await syncFolder(path.dirname(file));
  return handle;
}

/** Makes created and removed names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function readFrom(handle: FileHandle, offset: number): Promise<Buffer> {
  const { size } = await handle.stat();
  const bytes = Buffer.allocUnsafe(Math.max(0, size - offset));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** Everything in the file except a torn end; throws if it is damaged. */
export function scanWhole(file: string, bytes: Buffer): Scan {
  const found = scan(bytes, 1);
  if (found.damage === null) return found;
  throw new Fault(
    'history_damaged',
    `Line ${found.damage.line} of ${file} is damaged: ${found.damage.reason}.`,
    'The file was not changed. Asking for the task again starts a new one; the record can be repaired or moved away.',
  );
}

/** Null if the file does not exist. */
export async function readEntries(file: string): Promise<readonly HistoryEntry[] | null> {
  const bytes = await ifThere(readFile(file), null);
  return bytes && scanWhole(file, bytes).entries;
}

/** The entries before the first damage, or all; an empty list if there is no such file. */
export async function readUndamaged(file: string): Promise<readonly HistoryEntry[]> {
  const bytes = await ifThere(readFile(file), null);
  return bytes === null ? [] : scan(bytes, 1).entries;
}

/**
 * The last whole line, read from the end, so that a long history costs no more than a short one. Null if the file is
 * missing, empty, or contains no whole line.
 */
export async function readLastLine(file: string): Promise<string | null> {
  const handle = await ifThere(open(file, 'r'), null);
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    for (let length = Math.min(size, FIRST_READ_BYTES); length > 0; length = Math.min(size, length * 8)) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, size - length);
      const end = buffer.lastIndexOf(10, bytesRead - 1);
      const start = end > 0 ? buffer.lastIndexOf(10, end - 1) : -1;
      if (end !== -1 && (start !== -1 || length === size)) return buffer.toString('utf8', start + 1, end);
      if (length === size) return null;
    }
    return null;
  } finally {
    await handle.close();
  }
}

/** Like Promise.all over a map, in the same order, with a bounded number of open files. */
export async function inGroups<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += GROUP_SIZE) {
    results.push(...(await Promise.all(items.slice(start, start + GROUP_SIZE).map(act))));
  }
  return results;
}

/** A completion that asks a person to intervene is no end. */
export function hasEnded(entries: readonly { readonly type: string; readonly status?: unknown }[]): boolean {
  const last = entries.at(-1);
  return last?.type === 'completion' && last.status !== 'requires_human_intervention';
}

export function isCode(error: unknown, code: string): boolean {
  return codeOf(error) === code;
}

/** The replacement value if there is no such file or folder. */
export async function ifThere<Found, Missing>(asked: Promise<Found>, missing: Missing): Promise<Found | Missing> {
  try {
    return await asked;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return missing;
    throw error;
  }
}

/** A failing write is retried for a while; then people are told, and the task is over. */
export const WHEN_MENDED =
  'Within seconds the task goes on from what was recorded; later it has ended, and can be asked for again.';

/** Turns a file system error into one that an operator can act on; passes our own through. */
export function asHistoryError(error: unknown, file: string): Error {
  if (error instanceof Fault || error instanceof Fenced || error instanceof RetryLater) return error;
  const advice =
    isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')
      ? `Free some space on that disk. ${WHEN_MENDED}`
      : 'Check that the folder exists, belongs to the user Planwright runs as, and that the disk is healthy.';
  return new Fault(
    'history_failed',
    `The history at ${file} could not be read or written: ${messageOf(error)}.`,
    advice,
    error,
  );
}
