/**
 * How long whoever writes to GitHub or reads from it may wait in place, for its turn or for the end of a limit. A delivery may
 * wait for a moment only: while it does, it keeps one of few places from the deliveries of everybody else. What would have to
 * wait longer is thrown as `RetryLater`, with the time.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const patience = new AsyncLocalStorage<number>();

export function withPatience<Result>(mostMs: number, work: () => Promise<Result>): Promise<Result> {
  return patience.run(mostMs, work);
}

/** `usualMs`, or less where whoever asks has less patience. */
export function patienceMs(usualMs: number): number {
  return Math.min(usualMs, patience.getStore() ?? usualMs);
}
