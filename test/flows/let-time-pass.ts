/** Simulates passing days for a stopped service: everything recorded is moved into the past. */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { historyFolder } from './stories.ts';
import type { World } from './world.ts';

export const DAY_MS = 24 * 3_600_000;

/** What would be due by then is due now. */
export async function letTimePass(world: World, ms: number): Promise<void> {
  const folder = historyFolder(world);
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.jsonl'))) {
    const text = await readFile(join(folder, name), 'utf8');
    const earlier = (_: string, at: string) => `"timestamp":"${new Date(Date.parse(at) - ms).toISOString()}"`;
    const due = (_: string, field: string, at: string) => `"${field}":${Number(at) - ms}`;
    const shifted = text
      .replace(/"timestamp":"([^"]+)"/g, earlier)
      .replace(/"(overAt|remindAt|releaseAt)":(\d+)/g, due);
    await writeFile(join(folder, name), shifted);
  }
  // Redis would wake the task at its stored time.
  await rm(join(world.dataDir, 'redis'), { recursive: true, force: true });
}
