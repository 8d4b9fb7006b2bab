/** Time and randomness come from here, so that deciding code stays pure and tests can bend time. */
export interface Clock {
  now(): number;
  /** Resolves after the time, or rejects with the signal's reason when aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
