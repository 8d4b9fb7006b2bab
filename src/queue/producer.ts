/**
 * The intake's end of the queue. `accept` resolves only when the delivery is durably queued or known to have been
 * acted on; it rejects, within the connection's command time-out, when Redis does not answer.
 */
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { DELIVERIES, DELIVERY_JOB, keys, PREFIX } from './names.ts';
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
      const jobId = `delivery-${delivery.deliveryId}`;
      // Asked and added at once: one wait for Redis' disk instead of two. A worker that is quicker looks again itself.
      const [known] = await Promise.all([
        redis.exists(keys.acted(delivery.deliveryId), keys.acted(delivery.intent.occurrence)),
        queue.add('delivery', delivery, { ...DELIVERY_JOB, jobId }),
      ]);
      if (known === 0) return 'queued';
      await queue.remove(jobId);
      return 'known';
    },
    async close() {
      await queue.close();
    },
  };
}
