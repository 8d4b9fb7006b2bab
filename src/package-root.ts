/**
 * The package's folder and version. Prompts and the agent's code are read from there, by the sources and by the bundle.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const Package = z.object({ version: z.string() });

export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

export function versionHere(): string {
  return Package.parse(JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'))).version;
}
