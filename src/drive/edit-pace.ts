/**
 * How often the progress comment of a task is looked at (GH-4): once per interval, over all its drives in this process.
 * How often GitHub is written to in all is no concern of this (`redis/redis-write-pace.ts`).
 */
export interface EditPace {
  /** How long until it may be looked at again. */
  restMs(taskId: string, now: number): number;
  looked(taskId: string, now: number): void;
}

export function createEditPace(intervalMs: number): EditPace {
  const dueAt = new Map<string, number>();
  return {
    restMs(taskId, now) {
      return Math.max(0, (dueAt.get(taskId) ?? 0) - now);
    },
    looked(taskId, now) {
      for (const [id, at] of dueAt) if (at <= now) dueAt.delete(id);
      dueAt.set(taskId, now + intervalMs);
    },
  };
}
