import type { ServiceStatus } from './service-control.ts';

/** How much waits, and for how long. */
export interface QueueDepth {
  readonly queue: 'deliveries' | 'tasks';
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  /** How long the oldest waiting job has waited; 0 if there is none. */
  readonly oldestMs: number;
}

export interface Depths {
  readonly queues: readonly QueueDepth[];
  /** Tasks that hold an issue: running, or waiting for people or a time. */
  readonly tasks: { readonly running: number; readonly waiting: number };
  readonly service: ServiceStatus['state'];
}
