/** Wake-ups of tasks: at most one active and one waiting job per task, whoever asks and however often. */
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { DELIVERIES, PREFIX, TASKS } from './names.ts';

export interface TaskJobs {
  wake(taskId: string): Promise<void>;
  wakeAt(taskId: string, at: number): Promise<void>;
  /** A job for this task is waiting or active. */
  isAwake(taskId: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface WakeUp {
  readonly taskId: string;
}

export function createTaskJobs(redis: Redis): TaskJobs {
  const tasks = new Queue<WakeUp>(TASKS, { connection: redis, prefix: PREFIX });
  const timers = new Queue<WakeUp>(DELIVERIES, { connection: redis, prefix: PREFIX });
  return {
    async wake(taskId) {
      await tasks.add('drive', { taskId }, {
        deduplication: { id: taskId, keepLastIfActive: true },
        attempts: 5,
        backoff: { type: 'exponential', delay: 1_000 },
        removeOnComplete: true,
        removeOnFail: { count: 100 },
      });
    },
    async wakeAt(taskId, at) {
      await timers.add('wake', { taskId }, { delay: Math.max(0, at - Date.now()), removeOnComplete: true, removeOnFail: true });
    },
    async isAwake(taskId) {
      return (await tasks.getDeduplicationJobId(taskId)) !== null;
    },
    async close() {
      await Promise.all([tasks.close(), timers.close()]);
    },
  };
}
