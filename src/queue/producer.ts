/**
 * The intake's end of the queue. `accept` resolves only when the delivery is durably queued or known to have been
 * acted on; it rejects, within the connection's command time-out, when Redis does not answer.
 */
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { DELIVERIES, keys, PREFIX } from './names.ts';
import type { Delivery } from '../intake/delivery.ts';

export interface Producer {
  accept(delivery: Delivery): Promise<'queued' | 'known'>;
  close(): Promise<void>;
}

export function createProducer(redis: Redis): Producer {
  const queue = new Queue<Delivery>(DELIVERIES, { connection: redis, prefix: PREFIX, skipMetasUpdate: true });
  queue.on('error', () => undefined);
  return {
    async accept(delivery) {
      const known = await redis.exists(keys.acted(delivery.deliveryId), keys.acted(delivery.intent.occurrence));
      if (known > 0) return 'known';
      await queue.add('delivery', delivery, {
        jobId: `delivery-${delivery.deliveryId}`,
        attempts: 1_000,
        backoff: { type: 'exponential', delay: 1_000, jitter: 0.2 },
        removeOnComplete: true,
        removeOnFail: { count: 1_000 },
      });
      return 'queued';
    },
    async close() {
      await queue.close();
    },
  };
}
