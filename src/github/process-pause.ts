import { RetryLater } from '../errors.ts';

/** A request that was kept back at the last moment: nothing happened, and what led to it has to be looked at again. */
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
/** Shorter than any time after which another worker takes a task over. */
const OVERSLEPT_MS = 600;

/**
 * Notices that this process did not run for a while: stopped, on a paused machine, or busy without a break. What
 * it looked up before may have changed since, for meanwhile another driver may have taken over.
 */
export function watchForSleep(): { readonly hasOverslept: () => boolean; readonly stop: () => void } {
  // The machine's own clock, which goes on while a process or a virtual machine does not.
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
