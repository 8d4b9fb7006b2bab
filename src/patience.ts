/**
 * How long a request to GitHub may wait in place, for its turn or for the end of a limit. A delivery may wait only briefly,
 * because it occupies one of few places meanwhile. A request that would have to wait longer throws `RetryLater` with the
 * time.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const patience = new AsyncLocalStorage<number>();

export function withPatience<Result>(mostMs: number, work: () => Promise<Result>): Promise<Result> {
  return patience.run(mostMs, work);
}

/** `usualMs`, or less if the current work may not wait that long. */
export function patienceMs(usualMs: number): number {
  return Math.min(usualMs, patience.getStore() ?? usualMs);
}
