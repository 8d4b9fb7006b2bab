/** Links and pipes in a folder that came with a repository: writing to them would write elsewhere, or block. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export async function isLink(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  return found?.isSymbolicLink() === true;
}

/**
 * The first entry that is neither a file nor a folder, at any depth; null if there is none. Folders in `closed` (paths
 * relative to the folder) are skipped.
 */
export async function oddOneIn(folder: string, closed: readonly string[], inside = ''): Promise<string | null> {
  const entries = await readdir(join(folder, inside), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(inside, entry.name);
    if (!entry.isDirectory() && !entry.isFile()) return join(folder, path);
    if (!entry.isDirectory() || closed.includes(path)) continue;
    const odd = await oddOneIn(folder, closed, path);
    if (odd !== null) return odd;
  }
  return null;
}
