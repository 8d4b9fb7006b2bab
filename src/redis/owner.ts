/** Which process started the Redis of a folder. Written by whoever has just taken the folder's lock. */
import { readFileSync, readlinkSync } from 'node:fs';
import { z } from 'zod';

const Owner = z.object({
  pid: z.int().min(1),
  /** Start time from /proc, since a process id is used again; null where there is no /proc. */
  startedTicks: z.string().nullable(),
  /** Process ids mean nothing in another container; null where there are none. */
  namespace: z.string().nullable(),
});
export type Owner = z.infer<typeof Owner>;

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

/** An owner that cannot be looked at from here counts as alive: its Redis is not ours to end. */
export function isAlive(owner: Owner): boolean {
  if (owner.namespace !== pidNamespace()) return true;
  if (owner.startedTicks !== null) return startedTicks(owner.pid) === owner.startedTicks;
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (cause) {
    return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'EPERM';
  }
}

/** Null as well for a process that has ended and only waits for its parent to notice. */
function startedTicks(pid: number): string | null {
  try {
    // The name in parentheses may contain anything; the numbered fields begin behind its last one.
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
