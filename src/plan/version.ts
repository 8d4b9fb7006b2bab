/** A plan as it stood when another took its place: people still find it in the fold (REPLAN-7). */
export interface Box {
  readonly id: string;
  readonly description: string;
  /** It was being worked on when people were asked (`paused`), or when the task ended (`stopped`). */
  readonly state: 'open' | 'running' | 'paused' | 'stopped' | 'done' | 'failed' | 'partial';
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
