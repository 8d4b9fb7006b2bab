/** Wake-ups of tasks: at most one active and one waiting job per task, whoever asks and however often. */
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { DELIVERIES, DELIVERY_JOB, PREFIX, TASKS } from './names.ts';
import type { Delivery } from '../intake/delivery.ts';

export interface TaskJobs {
  wake(taskId: string): Promise<void>;
  wakeAt(taskId: string, at: number): Promise<void>;
  /** A delivery that was handed to a task which ended without having read it. */
  actAgain(delivery: Delivery): Promise<void>;
  /** A job for this task is waiting or active. */
  isAwake(taskId: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface WakeUp {
  readonly taskId: string;
}

export function createTaskJobs(redis: Redis): TaskJobs {
  const tasks = new Queue<WakeUp>(TASKS, { connection: redis, prefix: PREFIX });
  const deliveries = new Queue<WakeUp | Delivery>(DELIVERIES, { connection: redis, prefix: PREFIX });
  return {
    async wake(taskId) {
      await tasks.add(
        'drive',
        { taskId },
        {
          deduplication: { id: taskId, keepLastIfActive: true },
          attempts: 5,
          backoff: { type: 'exponential', delay: 1_000 },
          removeOnComplete: true,
          removeOnFail: { count: 100 },
        },
      );
    },
    async wakeAt(taskId, at) {
      await deliveries.add(
        'wake',
        { taskId },
        { jobId: `wake-${taskId}-${at}`, delay: Math.max(0, at - Date.now()), removeOnComplete: true, removeOnFail: true },
      );
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
