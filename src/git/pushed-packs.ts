/** What pushes leave on the host's disk. */
import { readdirSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The partial data of an interrupted push. */
export function removeLeftovers(gitDirectory: string): void {
  const objects = join(gitDirectory, 'objects');
  try {
    for (const name of readdirSync(objects)) {
      if (/^(?:tmp_objdir-)?incoming-/.test(name)) rmSync(join(objects, name), { recursive: true, force: true });
    }
  } catch {
    // The repository is gone, or its disk has trouble that the next push will report.
  }
}

export async function packedBytes(gitDirectory: string): Promise<number> {
  const folder = join(gitDirectory, 'objects', 'pack');
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (found) => found.size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
