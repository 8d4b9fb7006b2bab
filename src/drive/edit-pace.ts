/**
 * How often the progress comment of one task may be edited (GH-4): once per interval, over all its drives in this
 * process. Limits over all writes to GitHub are in `redis/redis-write-pace.ts`.
 */
export interface EditPace {
  /** How long until the next edit is allowed. */
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
