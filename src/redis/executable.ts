import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The first of these names that PATH leads to. */
export function findExecutable(names: readonly string[], path = process.env['PATH'] ?? ''): string | null {
  const folders = path.split(delimiter).filter(isAbsolute);
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found !== undefined) return found;
  }
  return null;
}

/** True when the command exists and ends well: the way to learn whether a tool knows an option. */
export function succeeds(command: string, argv: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(command, [...argv], { timeout: 5_000 }, (error) => resolve(error === null));
  });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
