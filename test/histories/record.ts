/** Keeps the history of a task that has just ended, and the state it leads to, for recorded.test.ts. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../demo/bench.ts';
import { historyFolder } from '../flows/stories.ts';
import type { World } from '../flows/world.ts';
import type { Task } from '../../src/task/task.ts';

/** A folder such as `test/histories/0.2`; without it nothing is recorded. */
const RECORD_TO = process.env['PLANWRIGHT_RECORD_HISTORY'];

export async function record(world: World, task: Task, name: string): Promise<void> {
  if (RECORD_TO === undefined) return;
  const folder = join(packageRoot(), RECORD_TO);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.jsonl`), await readFile(join(historyFolder(world), `${task.id}.jsonl`)));
  await writeFile(join(folder, `${name}.state.json`), `${JSON.stringify(task, null, 1)}\n`);
}
