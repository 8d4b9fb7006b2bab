/**
 * Takes the torn end off a history. The file is replaced, not truncated: a driver that was overtaken may just be
 * writing that end, and truncating could destroy what it has been told is safe. It finds its file without a name
 * after its write and stops; what it wrote before the replacement is carried over. Until that is done nobody else may
 * write: a mark beside the file says so, and whoever opens the file looks for it afterwards.
 */
import { open, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { RetryLater } from '../errors.ts';
import { ifThere, isCode, openTaskFile, PRIVATE_FILE, readFrom, scanWhole, syncFolder } from './task-file.ts';

const ABANDONED_AFTER_MS = 10_000;

/** Whoever opened the file before this was said to be false is fenced by a repair that begins later. */
export async function isInRepair(file: string): Promise<boolean> {
  return (await ageOf(markOf(file))) !== null;
}

/** Returns how many bytes were dropped; 0 when there was nothing to drop. */
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

/** The mark doubles as the lock among those who would repair. */
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

/** Null when there is no such file. */
async function ageOf(mark: string): Promise<number | null> {
  const found = await ifThere(stat(mark), null);
  return found && Math.abs(Date.now() - found.mtimeMs);
}
