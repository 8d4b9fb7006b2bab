/** Finds tasks that started and did not end, or that hold an issue, and that have no job, and wakes them. */
import { activeTasks, claimIssue, issueRefOf } from './active-issues.ts';
import { endedUnrecorded } from './end-task.ts';
import { readFirst } from '../state/stored.ts';
import type { Redis } from 'ioredis';
import { standingOf, type TaskJobs } from './task-jobs.ts';
import type { Logger } from 'pino';
import type { HistoryStore } from '../ports/history.ts';

export interface Sweeper {
  stop(): void;
}

export interface SweeperParts {
  readonly history: Pick<HistoryStore, 'unfinished' | 'readUndamaged'>;
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

/**
 * A Redis that lost its data has forgotten who holds which issue (R4): until the claims are restored, messages reach no
 * task, and a second task would start. So this runs before the first delivery is handled, and at every sweep.
 */
export async function claimAgain({ history, redis, log }: Omit<SweeperParts, 'jobs'>): Promise<void> {
  const holding = new Set(await activeTasks(redis));
  const over = await endedUnrecorded(redis);
  for (const taskId of await history.unfinished()) {
    if (holding.has(taskId) || over.has(taskId)) continue;
    const request = readFirst((await history.readUndamaged(taskId))[0]);
    if (request === null) continue;
    const holder = await claimIssue(redis, issueRefOf(request), taskId);
    if (holder === taskId) log.info({ task: taskId }, 'unfinished task holds its issue again');
  }
}

async function wakeForgotten({ history, redis, jobs, log }: SweeperParts): Promise<void> {
  await claimAgain({ history, redis, log });
  const over = await endedUnrecorded(redis);
  for (const taskId of new Set([...(await history.unfinished()), ...(await activeTasks(redis))])) {
    if (over.has(taskId) || (await jobs.queue.isAwake(taskId)) || (await jobs.isParked(taskId, Date.now()))) continue;
    log.info({ task: taskId }, 'unfinished task woken');
    // A Redis that lost its data has also forgotten where it queues.
    const request = (await jobs.queue.isKnown(taskId)) ? null : readFirst((await history.readUndamaged(taskId))[0]);
    await jobs.wake(taskId, request === null ? undefined : standingOf(request));
  }
}
