/** A plan as it stood when another took its place: people still find it in the fold (REPLAN-7). */
export interface Box {
  readonly id: string;
  readonly description: string;
  /** `stopped`: it was being worked on when the task ended. */
  readonly state: 'open' | 'running' | 'stopped' | 'done' | 'failed' | 'partial';
}

export interface PlanVersion {
  /** 1 is the first plan. */
  readonly number: number;
  readonly startedAt: number;
  readonly boxes: readonly Box[];
  /** Why the next one replaced it. */
  readonly replacedBecause: string;
  readonly replacedAt: number;
}
