/** Wakes tasks, now or later. A task that is woken several times is queued once. */
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { deliveryJobId, isStartComing } from './coming.ts';
import { DELIVERIES, DELIVERY_JOB, keys, PREFIX } from './names.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import type { Standing } from './ready-lists.ts';
import type { Delivery, Intent } from '../people/intent.ts';
import type { RepositoryRef } from '../ports/github.ts';
import type { Priority } from '../state/request.ts';

export interface TaskJobs {
  readonly queue: FairQueue;
  /** `begins`: the list for a task whose data Redis has lost. */
  wake(taskId: string, begins?: Standing): Promise<void>;
  /** Wakes the task at that time, or never by itself if it is infinite; an item for it wakes it earlier. */
  park(taskId: string, until: number): Promise<void>;
  unpark(taskId: string): Promise<void>;
  isParked(taskId: string, now: number): Promise<boolean>;
  /** Handles a delivery again that was passed to a task which ended without having read it. */
  actAgain(delivery: Delivery): Promise<void>;
  /** The same after a delay; further deliveries of the same event in the meantime are dropped. */
  actLater(delivery: Delivery, afterMs: number): Promise<void>;
  /** Whether a request to start on that issue was accepted and is not handled yet. */
  isStartComing(of: Pick<Intent, 'repo' | 'issue'>): Promise<boolean>;
  close(): Promise<void>;
}

export interface WakeUp {
  readonly taskId: string;
}

export function createTaskJobs(redis: Redis): TaskJobs {
  const queue = createFairQueue(redis);
  const deliveries = new Queue<WakeUp | Delivery>(DELIVERIES, { connection: redis, prefix: PREFIX });

  return {
    queue,
    async wake(taskId, begins) {
      await queue.join(taskId, begins);
    },
    async park(taskId, until) {
      await redis.zadd(keys.parked, Number.isFinite(until) ? until : '+inf', taskId);
      if (!Number.isFinite(until)) return;
      await deliveries.add(
        'wake',
        { taskId },
        {
          jobId: `wake-${taskId}-${Math.ceil(until)}`,
          delay: Math.max(0, until - Date.now()),
          removeOnComplete: true,
          removeOnFail: true,
        },
      );
    },
    async unpark(taskId) {
      await redis.zrem(keys.parked, taskId);
    },
    async isParked(taskId, now) {
      const until = await redis.zscore(keys.parked, taskId);
      return until !== null && (until === 'inf' || Number(until) > now);
    },
    async actAgain(delivery) {
      await deliveries.add('delivery', delivery, { ...DELIVERY_JOB, jobId: deliveryJobId('again', delivery) });
    },
    async actLater(delivery, afterMs) {
      const turn = Math.ceil((Date.now() + afterMs) / afterMs);
      const jobId = `later-${delivery.intent.occurrence}-${turn}`;
      await deliveries.add('delivery', delivery, { ...DELIVERY_JOB, jobId, delay: afterMs });
    },
    isStartComing: async (of) => isStartComing(deliveries, of),
    async close() {
      await deliveries.close();
    },
  };
}

interface Asked {
  readonly repo: Pick<RepositoryRef, 'installationId' | 'repositoryId'>;
  readonly priority?: Priority | undefined;
}

/** The list in which a task with this request queues. */
export function standingOf({ repo, priority }: Asked): Standing {
  const { installationId, repositoryId } = repo;
  return { installationId, repositoryId, priority: priority ?? 'normal' };
}
