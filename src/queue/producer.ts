/**
 * The intake's side of the queue. `accept` resolves only when the delivery is durably queued; the webhook server limits
 * the time. The worker recognises repeated deliveries.
 */
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { deliveryJobId } from './coming.ts';
import { createFairShare } from './fair-share.ts';
import { DELIVERIES, DELIVERY_JOB, PREFIX } from './names.ts';
import { inOneWrite } from './one-write.ts';
import type { Delivery, Intent } from '../people/intent.ts';

/** As many as a worker handles at a time. */
const FAIR_PER_MINUTE = 20;

export interface Producer {
  accept(delivery: Delivery): Promise<void>;
  close(): Promise<void>;
}

export function createProducer(redis: Redis): Producer {
  const queue = new Queue<Delivery>(DELIVERIES, { connection: redis, prefix: PREFIX, skipMetasUpdate: true });
  queue.on('error', () => undefined);
  const placeOf = createFairShare(FAIR_PER_MINUTE, Date.now);
  return {
    async accept(delivery) {
      const { intent } = delivery;
      // A stop does not queue behind requests to start.
      const place = isEnding(intent) ? 0 : placeOf(intent.repo.repositoryId);
      inOneWrite(redis);
      const jobId = deliveryJobId('delivery', delivery);
      await queue.add('delivery', delivery, { ...DELIVERY_JOB, jobId, ...(place === 0 ? {} : { priority: place }) });
    },
    async close() {
      await queue.close();
    },
  };
}

function isEnding(intent: Intent): boolean {
  if (intent.kind === 'on_pull_request') return intent.said.kind === 'words' && intent.said.word === 'stop';
  return intent.kind === 'stop' || intent.kind === 'withdraw' || intent.kind === 'around';
}
