/**
 * A lock, so that one process at a time works on a request on this machine. The lock of a dead process is taken over.
 */
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, Fault } from '../errors.ts';
import { isAlive, readOwner, thisProcess } from '../redis/redis-place.ts';

/** The process that works on it, or null. */
export function driverOfLocalIssue(dataDir: string, number: number): number | null {
  const owner = readOwner(join(dataDir, 'held', `${number}.json`));
  return owner !== null && isAlive(owner) ? owner.pid : null;
}

/** Throws a `Fault` if another process has it; otherwise returns a function that releases it. */
export function holdLocalIssue(dataDir: string, number: number): () => void {
  const folder = join(dataDir, 'held');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${number}.json`);
  const draft = join(folder, `.${number}-${process.pid}`);
  writeFileSync(draft, JSON.stringify(thisProcess()), { mode: 0o600 });
  try {
    for (;;) {
      try {
        linkSync(draft, file);
        return () => rmSync(file, { force: true });
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      const owner = readOwner(file);
      if (owner !== null && isAlive(owner))
        throw new Fault(
          'configuration',
          `Another planwright (process ${owner.pid}) is working on this.`,
          'Wait until it is done, or end it with Ctrl-C: its work is kept, and the same command continues.',
        );
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(draft, { force: true });
  }
}
