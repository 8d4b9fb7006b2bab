/** The name of this installation on its Docker engine: made once, kept in the data folder, shared by its processes. */
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function instanceId(dataDir: string): string {
  const file = join(dataDir, 'instance');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    // Linked when it is whole: a process that starts at the same moment reads all of it or makes the same attempt.
    const id = randomUUID();
    const draft = `${file}-${id}`;
    writeFileSync(draft, id, { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readFileSync(file, 'utf8').trim();
}
