/**
 * Removes the torn end of a history. The file is replaced, not truncated: an overtaken driver may be writing that end
 * at this moment, and truncating could destroy what it was told is safe. After its write it finds that its file has no
 * name any more and stops; what it wrote before the replacement is carried over. Meanwhile nobody else may write: a
 * mark beside the file says so, and everybody who opens the file checks for it afterwards.
 */
import { open, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { RetryLater } from '../errors.ts';
import { ifThere, isCode, openTaskFile, PRIVATE_FILE, readFrom, scanWhole, syncFolder } from './task-file.ts';

const ABANDONED_AFTER_MS = 10_000;

/** Anybody who opened the file before this returned false is fenced by a later repair. */
export async function isInRepair(file: string): Promise<boolean> {
  return (await ageOf(markOf(file))) !== null;
}

/** Returns the number of removed bytes; 0 if there was nothing to remove. */
export async function cutTornEnd(file: string): Promise<number> {
  await claimRepair(markOf(file));
  let torn: FileHandle | null = null;
  try {
    torn = await openTaskFile(file);
    return torn === null ? 0 : await replaceTorn(file, torn);
  } finally {
    await torn?.close();
    await unlink(markOf(file)).catch(() => undefined);
  }
}

async function replaceTorn(file: string, torn: FileHandle): Promise<number> {
  let isReplaced = false;
  for (;;) {
    const bytes = await readFrom(torn, 0);
    const { wholeBytes } = scanWhole(file, bytes);
    if (wholeBytes === bytes.length && !isReplaced) return 0;
    await replace(file, bytes.subarray(0, wholeBytes));
    isReplaced = true;
    const { size } = await torn.stat();
    if (size === bytes.length) return size - wholeBytes;
  }
}

async function replace(file: string, content: Buffer): Promise<void> {
  const temporary = `${file}.tmp`;
  const fresh = await open(temporary, 'w', PRIVATE_FILE);
  try {
    await fresh.writeFile(content);
    await fresh.sync();
  } finally {
    await fresh.close();
  }
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}

/** The mark is also the lock among repairing processes. */
async function claimRepair(mark: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const claim = await open(mark, 'wx', PRIVATE_FILE);
      await claim.close();
      return;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
      if (attempt > 1 || ((await ageOf(mark)) ?? 0) < ABANDONED_AFTER_MS) {
        throw new RetryLater('Another process is repairing this history.', {
          of: 'history',
          afterMs: ABANDONED_AFTER_MS,
          cause: error,
        });
      }
      await unlink(mark).catch(() => undefined);
    }
  }
}

function markOf(file: string): string {
  return `${file}.repair`;
}

/** Null if there is no such file. */
async function ageOf(mark: string): Promise<number | null> {
  const found = await ifThere(stat(mark), null);
  return found && Math.abs(Date.now() - found.mtimeMs);
}
