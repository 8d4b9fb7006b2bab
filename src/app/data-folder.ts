/** The folder that all is kept in: there and writable before anything else begins, and with a name of its own. */
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Fault } from '../errors.ts';

/** Level by level: where a folder takes none, as /proc does, Node's own `recursive` tries for ever. */
export function makeDataFolder(dataDir: string): void {
  const folder = resolve(dataDir);
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    for (const level of levelsOf(folder)) makeOne(level);
    writeFileSync(probe, '', { mode: 0o600 });
    rmSync(probe, { force: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Fault(
      'configuration',
      `The data folder ${folder} cannot be used (${code ?? String(error)}).`,
      'Set DATA_DIR to a folder that this user may write to.',
    );
  }
}

/** From the top. */
function levelsOf(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [...levelsOf(parent), folder];
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Above a folder that is there, others are often not ours: whether that matters is seen when the next one is made.
    if (code !== 'EEXIST' && code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error;
  }
}

/** The name of this installation on its Docker engine: made once, kept in the data folder, shared by its processes. */
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
