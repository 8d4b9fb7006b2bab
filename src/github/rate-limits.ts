import { RetryLater } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';

/** Longer waits belong to the queue, which can do something else meanwhile. */
const MAX_WAIT_MS = 60_000;

/** Keeps one installation quiet for as long as GitHub asked; the others go on. */
export interface RateLimits {
  /** Resolves when calls may be made again, or throws `RetryLater` when that is too long. */
  wait(installationId: number): Promise<void>;
  note(installationId: number, afterMs: number): void;
}

export function createRateLimits(clock: Clock): RateLimits {
  const quietUntil = new Map<number, number>();
  return {
    async wait(installationId) {
      const leftMs = (quietUntil.get(installationId) ?? 0) - clock.now();
      if (leftMs <= 0) return;
      if (leftMs > MAX_WAIT_MS)
        throw new RetryLater("GitHub's rate limit is reached.", { of: 'github_limit', afterMs: leftMs });
      await clock.sleep(leftMs);
    },
    note(installationId, afterMs) {
      quietUntil.set(installationId, Math.max(quietUntil.get(installationId) ?? 0, clock.now() + afterMs));
    },
  };
}
