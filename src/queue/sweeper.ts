/** Finds tasks that began and did not end and that no job speaks for, and wakes them. */
import type { TaskJobs } from './task-jobs.ts';
import type { Logger } from '../log.ts';
import type { HistoryStore } from '../ports/history.ts';

export interface Sweeper {
  stop(): void;
}

export function startSweeper(history: HistoryStore, jobs: TaskJobs, log: Logger, everyMs: number): Sweeper {
  const sweep = () => void wakeForgotten(history, jobs, log).catch((error: unknown) => log.warn({ err: error }, 'sweep failed'));
  sweep();
  const timer = setInterval(sweep, everyMs);
  return { stop: () => clearInterval(timer) };
}

async function wakeForgotten(history: HistoryStore, jobs: TaskJobs, log: Logger): Promise<void> {
  for (const taskId of await history.unfinished()) {
    if ((await jobs.isAwake(taskId)) || (await jobs.isParked(taskId, Date.now()))) continue;
    log.info({ task: taskId }, 'unfinished task woken');
    await jobs.wake(taskId);
  }
}
