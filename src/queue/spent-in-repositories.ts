/**
 * The daily spending of each repository's tasks (MODEL-6): in Redis, one field per task with its total rather than
 * increments. So repeated reports do no harm, and a Redis that lost its data is refilled from the histories before it
 * is used.
 */
import type { z } from 'zod';
import { addedUp, DayOfOthers, dayOf, highest, NOTHING_SPENT, ownOf } from '../state/day-spending.ts';
import { replay } from '../state/evolve.ts';
import { readBeforeDamage } from '../state/stored.ts';
import { keys, REMEMBER_SPENDING_SECONDS } from './names.ts';
import type { Logger } from 'pino';
import type { Redis } from 'ioredis';
import type { HistoryStore } from '../ports/history.ts';
import type { RepositorySpending } from '../state/day-spending.ts';
import type { Task } from '../state/task.ts';

/** Running tasks are always read; of finished ones, this many of the newest. */
const MAX_OVER_READ = 500;

const Part = DayOfOthers.omit({ day: true });
const NO_PART = { spent: NOTHING_SPENT, raised: {} };

interface SpendingParts {
  readonly redis: Redis;
  readonly history: Pick<HistoryStore, 'unfinished' | 'recent' | 'readUndamaged'>;
  readonly log: Logger;
  readonly now?: () => number;
}

type Noted = Parameters<RepositorySpending['note']>[0];

export function createRepositorySpending(parts: SpendingParts): RepositorySpending {
  const { redis } = parts;
  return {
    note: (task) => noted(redis, task),
    async spentOn(day, repositoryId, except) {
      if ((await redis.exists(keys.spendingKnown)) === 0) await noteAgain(parts);
      const fields = await redis.hgetall(keys.spent(repositoryId, day));
      const others = Object.entries(fields).filter(([taskId]) => taskId !== except);
      return { day, ...others.map(([, field]) => partIn(field)).reduce(together, NO_PART) };
    },
  };
}

async function noted(redis: Redis, task: Noted): Promise<void> {
  const { day, raised } = task.today;
  const key = keys.spent(task.request.repo.repositoryId, day);
  const part = JSON.stringify({ spent: ownOf(day, task), raised });
  await redis.multi().hset(key, task.id, part).expire(key, REMEMBER_SPENDING_SECONDS).exec();
}

function together(sum: z.infer<typeof Part>, one: z.infer<typeof Part>): z.infer<typeof Part> {
  return { spent: addedUp(sum.spent, one.spent), raised: highest(sum.raised, one.raised) };
}

function partIn(field: string): z.infer<typeof Part> {
  return Part.parse(JSON.parse(field));
}

/** A running task reports its own total again with its next paid call. */
async function noteAgain({ redis, history, log, now = Date.now }: SpendingParts): Promise<void> {
  const today = dayOf(now());
  const ids = new Set([...(await history.unfinished()), ...(await history.recent(MAX_OVER_READ))]);
  // One by one: a history may have megabytes.
  for (const id of ids) {
    const task = await taskOf(id, history, log);
    if (task === null || task.today.day !== today) continue;
    const key = keys.spent(task.request.repo.repositoryId, today);
    const part = JSON.stringify({ spent: ownOf(today, task), raised: task.today.raised });
    await redis.multi().hsetnx(key, id, part).expire(key, REMEMBER_SPENDING_SECONDS).exec();
  }
  await redis.set(keys.spendingKnown, today);
  log.info({ tasks: ids.size }, 'spending of today read from the histories');
}

async function taskOf(id: string, history: SpendingParts['history'], log: Logger): Promise<Task | null> {
  try {
    return replay(readBeforeDamage(await history.readUndamaged(id)));
  } catch (error) {
    log.warn({ task: id, err: error }, 'what a task spent today cannot be read from its history');
    return null;
  }
}
