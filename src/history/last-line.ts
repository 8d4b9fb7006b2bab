/** Reads a file's last whole line from its end, so that a long history costs no more than a short one. */
import { type FileHandle, open } from 'node:fs/promises';
import { isCode } from './task-file.ts';

const FIRST_READ_BYTES = 8_192;

/** Null when the file is missing, empty, or holds no whole line. */
export async function readLastLine(file: string): Promise<string | null> {
  let handle: FileHandle;
  try {
    handle = await open(file, 'r');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
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
