/** Wake-ups of tasks: at most one active and one waiting job per task, however often it is woken. */
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { createFairShare } from './fair-share.ts';
import { DELIVERIES, DELIVERY_JOB, keys, PREFIX, TASKS } from './names.ts';
import type { Delivery } from '../people/intent.ts';

export interface TaskJobs {
  /**
   * `beganIn`: the repository of a task that begins now. When many begin there at once, all but the first queue
   * behind those of other repositories.
   */
  wake(taskId: string, beganIn?: number): Promise<void>;
  /** Wakes the task at that time, or not by itself when it is infinite; an item for it wakes it earlier. */
  park(taskId: string, until: number): Promise<void>;
  unpark(taskId: string): Promise<void>;
  isParked(taskId: string, now: number): Promise<boolean>;
  /** Of a task that has ended. */
  forget(taskId: string): Promise<void>;
  /** A delivery that was handed to a task which ended without having read it. */
  actAgain(delivery: Delivery): Promise<void>;
  /** A job for this task is waiting or active. */
  isAwake(taskId: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface WakeUp {
  readonly taskId: string;
}

/** As many as one worker drives at a time by default. */
const FAIR_PER_MINUTE = 4;

export function createTaskJobs(redis: Redis): TaskJobs {
  const tasks = new Queue<WakeUp>(TASKS, { connection: redis, prefix: PREFIX });
  const deliveries = new Queue<WakeUp | Delivery>(DELIVERIES, { connection: redis, prefix: PREFIX });
  const placeOf = createFairShare(FAIR_PER_MINUTE, Date.now);

  return {
    async wake(taskId, beganIn) {
      const known = beganIn === undefined ? await redis.hget(keys.places, taskId) : placeOf(beganIn);
      const place = Number(known ?? 0);
      // Sent together: one wait for Redis' disk instead of two.
      const isKept = place > 0 && beganIn !== undefined ? redis.hset(keys.places, taskId, place) : 0;
      const isAdded = tasks.add(
        'drive',
        { taskId },
        {
          deduplication: { id: taskId, keepLastIfActive: true },
          ...(place === 0 ? {} : { priority: place }),
          attempts: 5,
          backoff: { type: 'exponential', delay: 1_000 },
          removeOnComplete: true,
          removeOnFail: { count: 100 },
        },
      );
      await Promise.all([isKept, isAdded]);
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
    async forget(taskId) {
      await redis.hdel(keys.places, taskId);
    },
    async actAgain(delivery) {
      await deliveries.add('delivery', delivery, { ...DELIVERY_JOB, jobId: `again-${delivery.deliveryId}` });
    },
    async isAwake(taskId) {
      return (await tasks.getDeduplicationJobId(taskId)) !== null;
    },
    async close() {
      await Promise.all([tasks.close(), deliveries.close()]);
    },
  };
}
