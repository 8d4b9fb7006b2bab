import { RetryLater } from '../errors.ts';

/** The request was held back at the last moment: nothing happened, and its preconditions have to be checked again. */
export class NotSent extends RetryLater {
  constructor() {
    super(
      'This process was stopped for a while, so a request to GitHub was not sent: another worker may have sent it.',
      {
        of: 'github_limit',
        afterMs: 0,
      },
    );
  }
}

const TICK_MS = 100;
/** Shorter than any time after which another worker takes over a task. */
const OVERSLEPT_MS = 600;

/**
 * Detects that this process did not run for a while: stopped, on a paused machine, or blocked. What it read before may
 * be outdated, since another driver may have taken over.
 */
export function watchForSleep(): { readonly hasOverslept: () => boolean; readonly stop: () => void } {
  // The machine's wall clock, which continues while a process or virtual machine does not run.
  let lastSeenAt = Date.now();
  let overslept = false;
  const hasOverslept = (): boolean => {
    const now = Date.now();
    overslept ||= now - lastSeenAt > OVERSLEPT_MS;
    lastSeenAt = now;
    return overslept;
  };
  const timer = setInterval(hasOverslept, TICK_MS);
  return { hasOverslept, stop: () => clearInterval(timer) };
}
