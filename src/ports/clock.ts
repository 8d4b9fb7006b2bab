/** Time and randomness come from here, so that deciding code stays pure and tests control time. */
export interface Clock {
  now(): number;
  /** Resolves after the time, or rejects with the signal's reason if aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Repeating {
  stop(): void;
}

/** At once and then repeatedly, until it is stopped; `act` must not throw. */
export function repeat(clock: Clock, everyMs: number, act: (stopping: AbortSignal) => Promise<void>): Repeating {
  const stopping = new AbortController();
  void (async () => {
    while (!stopping.signal.aborted) {
      await act(stopping.signal);
      await clock.sleep(everyMs, stopping.signal).catch(() => undefined);
    }
  })();
  return { stop: () => stopping.abort() };
}
