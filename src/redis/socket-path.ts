import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../errors.ts';

/** `sun_path` has 108 bytes on Linux, one of them for the end of the text. */
export const MAX_SOCKET_PATH_BYTES = 107;

/**
 * Where the Redis of this folder listens: inside the folder, or, when that path is too long for a socket, in a
 * folder that only this user can enter. The same folder always gives the same path, so that it can be found again.
 */
export function redisSocketPath(directory: string): string {
  const inside = join(directory, 'redis.sock');
  if (Buffer.byteLength(inside) <= MAX_SOCKET_PATH_BYTES) return inside;
  const name = `planwright-${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`;
  const usual = join(tmpdir(), name, 'redis.sock');
  const short = Buffer.byteLength(usual) <= MAX_SOCKET_PATH_BYTES ? usual : join('/tmp', name, 'redis.sock');
  ownFolder(join(short, '..'));
  return short;
}

/** Others may write to the temporary folder: a link, or a folder of somebody else, would hand them our Redis. */
function ownFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const isOurs = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  if (!isOurs)
    throw new Fault(
      'redis',
      `The folder ${folder} for the socket of Redis belongs to somebody else or is open to others.`,
      'Remove it, or choose a shorter DATA_DIR.',
    );
}
