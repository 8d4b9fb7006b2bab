/** Finds tasks that began and did not end, or hold an issue, and that no job speaks for, and wakes them. */
import { activeTasks } from './active-issues.ts';
import type { Redis } from 'ioredis';
import type { TaskJobs } from './task-jobs.ts';
import type { Logger } from '../log.ts';
import type { HistoryStore } from '../ports/history.ts';

export interface Sweeper {
  stop(): void;
}

export interface SweeperParts {
  readonly history: Pick<HistoryStore, 'unfinished'>;
  readonly redis: Redis;
  readonly jobs: TaskJobs;
  readonly log: Logger;
}

export function startSweeper(parts: SweeperParts, everyMs: number): Sweeper {
  const { log } = parts;
  const sweep = () => void wakeForgotten(parts).catch((error: unknown) => log.warn({ err: error }, 'sweep failed'));
  sweep();
  const timer = setInterval(sweep, everyMs);
  return { stop: () => clearInterval(timer) };
}

async function wakeForgotten({ history, redis, jobs, log }: SweeperParts): Promise<void> {
  for (const taskId of new Set([...(await history.unfinished()), ...(await activeTasks(redis))])) {
    if ((await jobs.isAwake(taskId)) || (await jobs.isParked(taskId, Date.now()))) continue;
    log.info({ task: taskId }, 'unfinished task woken');
    await jobs.wake(taskId);
  }
}
