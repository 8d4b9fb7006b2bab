import type { ServiceStatus } from './service-control.ts';

/** How much waits, and for how long. */
export interface QueueDepth {
  readonly queue: 'deliveries' | 'tasks';
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  /** How long the oldest waiting job has waited; 0 when none does. */
  readonly oldestMs: number;
}

export interface Depths {
  readonly queues: readonly QueueDepth[];
  /** Tasks that hold an issue, by whether they wait for people or for a time. */
  readonly tasks: { readonly running: number; readonly waiting: number };
  readonly service: ServiceStatus['state'];
}
