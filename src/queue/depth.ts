/** How much waits, and for how long; for the metrics. */
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { DELIVERIES, keys, PREFIX } from './names.ts';
import { createFairQueue } from './fair-queue.ts';
import type { Depths, QueueDepth } from '../ports/queue-depths.ts';

export interface DepthReader {
  read(now: number): Promise<Depths>;
  close(): Promise<void>;
}

export function createDepthReader(redis: Redis): DepthReader {
  const deliveries = new Queue(DELIVERIES, { connection: redis, prefix: PREFIX, skipMetasUpdate: true });
  deliveries.on('error', () => undefined);
  const tasks = createFairQueue(redis);

  async function ofDeliveries(now: number): Promise<QueueDepth> {
    const [counts, first] = await Promise.all([
      deliveries.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
      deliveries.getJobs(['waiting', 'prioritized'], 0, 0, true),
    ]);
    const { prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
    const waiting = (counts['waiting'] ?? 0) + prioritized;
    const since = Math.min(...first.map(({ timestamp }) => timestamp));
    const oldestMs = Number.isFinite(since) ? Math.max(0, now - since) : 0;
    return { queue: 'deliveries', waiting, active, delayed, failed, oldestMs };
  }

  return {
    async read(now) {
      const [held, parked, ofTasks, deliveryDepth] = await Promise.all([
        redis.hlen(keys.active),
        redis.zcard(keys.parked),
        tasks.status(),
        ofDeliveries(now),
      ]);
      const { waiting, driven: active, longestMs: oldestMs } = ofTasks;
      const driving: QueueDepth = { queue: 'tasks', waiting, active, delayed: 0, failed: 0, oldestMs };
      return {
        queues: [deliveryDepth, driving],
        tasks: { running: Math.max(0, held - parked), waiting: parked },
        service: ofTasks.state,
      };
    },
    async close() {
      await deliveries.close();
    },
  };
}
