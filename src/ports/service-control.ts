/** A task that waits for its turn; people are told so (GH-3). */
export interface Queued {
  /** In its installation's list, from 1; null if unknown. */
  readonly place: number | null;
  readonly isServicePaused: boolean;
}

/** Anybody with the API token. No GitHub account can have this name, so it mentions nobody. */
export const OPERATOR = { id: 0, login: 'the operator' } as const;

/** What the operator sees and sets for the whole service (OPS-5). */
export interface ServiceStatus {
  /** PAUSED: started tasks continue to their end, none starts. */
  readonly state: 'IDLE' | 'RUNNING' | 'PAUSED';
  /** The number of tasks that all living processes can drive at a time. */
  readonly slots: number;
  readonly driven: number;
  readonly waiting: number;
  /** The longest current wait. */
  readonly longestMs: number;
  /** ISO date; null while it is not paused. */
  readonly pausedAt: string | null;
}

export interface ServiceControl {
  status(): Promise<ServiceStatus>;
  setPaused(isPaused: boolean): Promise<void>;
  /** False if no such task waits or works. */
  prioritise(taskId: string, priority: 'high' | 'normal' | 'low'): Promise<boolean>;
}
