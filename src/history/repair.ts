/**
 * Takes the torn end off a history. The file is replaced, not truncated: a driver that was overtaken may just be
 * writing that end, and truncating could destroy what it has been told is safe. It finds its file without a name
 * after its write and stops; what it wrote before the replacement is carried over.
 */
import { type FileHandle, open, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { RetryLater } from '../errors.ts';
import { isCode, openTaskFile, PRIVATE_FILE, readFrom, scanWhole, syncFolder } from './task-file.ts';

const ABANDONED_AFTER_MS = 10_000;

/** Returns how many bytes were dropped; 0 when another driver was quicker. */
export async function cutTornEnd(file: string): Promise<number> {
  const temporary = `${file}.tmp`;
  let claim = await claimRepair(temporary);
  const torn = await openTaskFile(file);
  try {
    let bytes = torn === null ? Buffer.alloc(0) : await readFrom(torn, 0);
    let whole = scanWhole(file, bytes).wholeBytes;
    if (torn === null || whole === bytes.length) {
      await unlink(temporary);
      return 0;
    }
    for (;;) {
      await claim.writeFile(bytes.subarray(0, whole));
      await claim.sync();
      await rename(temporary, file);
      await syncFolder(path.dirname(file));
      const seen = bytes.length;
      bytes = await readFrom(torn, 0);
      if (bytes.length === seen) return seen - whole;
      whole = scanWhole(file, bytes).wholeBytes;
      await claim.close();
      claim = await claimRepair(temporary);
    }
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  } finally {
    await claim.close();
    await torn?.close();
  }
}

/** The temporary file doubles as the lock among those who would repair. */
async function claimRepair(temporary: string): Promise<FileHandle> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await open(temporary, 'wx', PRIVATE_FILE);
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
      const ageMs = await stat(temporary).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (attempt > 1 || Math.abs(ageMs) < ABANDONED_AFTER_MS) {
        throw new RetryLater('Another process is repairing this history.', {
          of: 'history',
          afterMs: ABANDONED_AFTER_MS,
          cause: error,
        });
      }
      await unlink(temporary).catch(() => undefined);
    }
  }
}
