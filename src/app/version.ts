/** The version of Planwright, from the package.json that it came with. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const Package = z.object({ version: z.string() });

export function versionHere(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return Package.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).version;
}
