/** How much waits, and for how long: for the metrics. */
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { DELIVERIES, keys, PREFIX, TASKS } from './names.ts';
import type { Depths, QueueDepth } from '../ports/queue-depths.ts';

export interface DepthReader {
  read(now: number): Promise<Depths>;
  close(): Promise<void>;
}

export function createDepthReader(redis: Redis): DepthReader {
  const open = (name: string) => new Queue(name, { connection: redis, prefix: PREFIX, skipMetasUpdate: true });
  const queues = { deliveries: open(DELIVERIES), tasks: open(TASKS) } as const;
  for (const queue of Object.values(queues)) queue.on('error', () => undefined);

  async function depthOf(queue: keyof typeof queues, now: number): Promise<QueueDepth> {
    const [counts, first] = await Promise.all([
      queues[queue].getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
      queues[queue].getJobs(['waiting', 'prioritized'], 0, 0, true),
    ]);
    const { prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
    const waiting = (counts['waiting'] ?? 0) + prioritized;
    const since = Math.min(...first.map(({ timestamp }) => timestamp));
    return { queue, waiting, active, delayed, failed, oldestMs: Number.isFinite(since) ? Math.max(0, now - since) : 0 };
  }

  return {
    async read(now) {
      const [held, waiting, ...depths] = await Promise.all([
        redis.hlen(keys.active),
        redis.zcard(keys.parked),
        depthOf('deliveries', now),
        depthOf('tasks', now),
      ]);
      return { queues: depths, tasks: { running: Math.max(0, held - waiting), waiting } };
    },
    async close() {
      await Promise.all(Object.values(queues).map((queue) => queue.close()));
    },
  };
}
