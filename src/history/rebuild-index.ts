/** Makes the index anew from the histories: into a folder of its own, which then takes the index's name. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../ports/log.ts';
import { inGroups } from './in-groups.ts';
import { createHistoryIndex, type HistoryIndex } from './history-index.ts';
import { hasEnded, isCode, isTaskId, PRIVATE_FOLDER, readEntries, syncFolder } from './task-file.ts';

export async function rebuildIndex(directory: string, log: Logger): Promise<void> {
  const temporary = path.join(directory, `index.tmp-${randomBytes(6).toString('hex')}`);
  await mkdir(path.join(temporary, 'open'), { recursive: true, mode: PRIVATE_FOLDER });
  const index = createHistoryIndex(temporary);
  const files = (await readdir(directory)).filter((name) => name.endsWith('.jsonl') && isTaskId(name.slice(0, -6)));
  await inGroups(files, (name) => enter(path.join(directory, name), name.slice(0, -6), { index, log }));
  await replaceIndex(temporary, path.join(directory, 'index'));
  await syncFolder(directory);
  if (files.length > 0) log.info({ histories: files.length }, 'History index rebuilt');
}

async function enter(
  file: string,
  taskId: string,
  { index, log }: { readonly index: HistoryIndex; readonly log: Logger },
): Promise<void> {
  try {
    const entries = await readEntries(file);
    const first = entries?.[0];
    if (entries === null || first === undefined) return;
    await index.addTask({ ...first, task_uuid: taskId });
    if (!hasEnded(entries)) await index.markOpen(taskId);
  } catch (error) {
    // Whoever continues the task meets the damage and reports it on the task itself.
    log.warn({ err: error, task: taskId, file }, 'History could not be indexed');
    await index.markOpen(taskId);
  }
}

/** Another process may have been quicker, with the same result. */
async function replaceIndex(temporary: string, target: string): Promise<void> {
  try {
    await rename(temporary, target);
  } catch (error) {
    if (!isCode(error, 'ENOTEMPTY') && !isCode(error, 'EEXIST')) throw error;
    await rm(temporary, { recursive: true, force: true });
  }
}
