/** Where the Redis of a folder is, and which process started it. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf, Fault } from '../errors.ts';

export interface RedisPlace {
  readonly directory: string;
  readonly socketPath: string;
  readonly lockFile: string;
  readonly ownerFile: string;
}

/** Written into the folder by the process that has just taken its lock. */
const Owner = z.object({
  pid: z.int().min(1),
  /** Start time from /proc, since process ids are reused; null without /proc. */
  startedTicks: z.string().nullable(),
  /** Process ids mean nothing in another container; null if there are no namespaces. */
  namespace: z.string().nullable(),
});
export type Owner = z.infer<typeof Owner>;

/** `sun_path` has 108 bytes on Linux, including the terminator. */
const MAX_SOCKET_PATH_BYTES = 107;

export function placeIn(directory: string): RedisPlace {
  return {
    directory,
    socketPath: redisSocketPath(directory),
    lockFile: join(directory, 'redis.lock'),
    ownerFile: join(directory, 'redis.owner'),
  };
}

/**
 * The socket of this folder's Redis: inside the folder or, if that path is too long for a socket, in a folder that only
 * this user can enter. The same folder always gives the same path, so that it can be found again.
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

/** Others may write to the temporary folder: a link, or somebody else's folder, would give them access to our Redis. */
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

export function thisProcess(): Owner {
  return { pid: process.pid, startedTicks: startedTicks(process.pid), namespace: pidNamespace() };
}

export function readOwner(file: string): Owner | null {
  try {
    return Owner.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** An owner that cannot be examined from here counts as alive; its Redis must not be ended. */
export function isAlive(owner: Owner): boolean {
  if (owner.namespace !== pidNamespace()) return true;
  if (owner.startedTicks !== null) return startedTicks(owner.pid) === owner.startedTicks;
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (cause) {
    return codeOf(cause) === 'EPERM';
  }
}

/** Null also for a process that has ended but was not reaped by its parent yet. */
function startedTicks(pid: number): string | null {
  try {
    // The name in parentheses may contain anything; the numbered fields begin after its last parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function pidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}
