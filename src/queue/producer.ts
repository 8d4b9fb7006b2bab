/**
 * The intake's end of the queue. `accept` resolves only when the delivery is durably queued or known to have been
 * acted on; it rejects, within the connection's command time-out, when Redis does not answer.
 */
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { createCrowding } from './crowding.ts';
import { DELIVERIES, DELIVERY_JOB, keys, PREFIX } from './names.ts';
import type { Delivery } from '../intake/delivery.ts';

/** As many as are acted on at a time. */
const FAIR_PER_MINUTE = 20;

export interface Producer {
  accept(delivery: Delivery): Promise<'queued' | 'known'>;
  close(): Promise<void>;
}

export function createProducer(redis: Redis): Producer {
  const queue = new Queue<Delivery>(DELIVERIES, { connection: redis, prefix: PREFIX, skipMetasUpdate: true });
  queue.on('error', () => undefined);
  const placeOf = createCrowding(FAIR_PER_MINUTE, Date.now);
  return {
    async accept(delivery) {
      const jobId = `delivery-${delivery.deliveryId}`;
      const { kind, repo } = delivery.intent;
      // Who wants something to end does not queue behind what others want to begin.
      const place = kind === 'stop' || kind === 'withdraw' ? 0 : placeOf(repo.repositoryId);
      // Asked and added at once: one wait for Redis' disk instead of two. A worker that is quicker looks again itself.
      const [known] = await Promise.all([
        redis.exists(keys.acted(delivery.deliveryId), keys.acted(delivery.intent.occurrence)),
        queue.add('delivery', delivery, { ...DELIVERY_JOB, jobId, ...(place === 0 ? {} : { priority: place }) }),
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
