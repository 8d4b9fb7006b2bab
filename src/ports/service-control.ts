/** A task that waits for its turn: people are told so (GH-3). */
export interface Queued {
  /** In the list of its installation, from 1; null where that is not known. */
  readonly place: number | null;
  readonly isServicePaused: boolean;
}

/** Whoever has the token of the API. No account of GitHub has this name, so that nobody is mentioned by it. */
export const OPERATOR = { id: 0, login: 'the operator' } as const;

/** What the operator sees and sets of the whole service (OPS-5). */
export interface ServiceStatus {
  /** PAUSED: tasks that have begun go on to their end, none begins. */
  readonly state: 'IDLE' | 'RUNNING' | 'PAUSED';
  /** How many tasks all living processes can drive at a time. */
  readonly slots: number;
  readonly driven: number;
  readonly waiting: number;
  /** How long the one that has waited the longest has. */
  readonly longestMs: number;
  /** ISO date; null while it is not paused. */
  readonly pausedAt: string | null;
}

export interface ServiceControl {
  status(): Promise<ServiceStatus>;
  setPaused(isPaused: boolean): Promise<void>;
  /** False where no such task waits or works. */
  prioritise(taskId: string, priority: 'high' | 'normal' | 'low'): Promise<boolean>;
}
