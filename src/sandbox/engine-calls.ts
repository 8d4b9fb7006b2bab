/** Calls to the Docker engine: each ends by itself, with the engine's answer, at the time limit, or when aborted. */
import { RetryLater } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';

/** `ask` is given a signal that ends this call and nothing that comes of it: an attached stream lives on. */
export type EngineCall = <T>(ask: (abortSignal: AbortSignal) => Promise<T>, signal?: AbortSignal) => Promise<T>;

export function createEngineCall(clock: Clock, timeoutMs: number): EngineCall {
  return async (ask, signal) => {
    signal?.throwIfAborted();
    const ending = new AbortController();
    const done = new AbortController();
    const onAbort = (): void => ending.abort();
    signal?.addEventListener('abort', onAbort, { once: true });
    clock.sleep(timeoutMs, done.signal).then(onAbort, () => undefined);
    try {
      return await Promise.race([ask(ending.signal), rejectedBy(ending.signal)]);
    } catch (error) {
      signal?.throwIfAborted();
      if (!ending.signal.aborted) throw error;
      throw new RetryLater(
        `The Docker engine did not answer within ${timeoutMs / 1000} s. If this lasts, the operator should look at it ("systemctl status docker").`,
        { of: 'engine', cause: error },
      );
    } finally {
      done.abort();
      signal?.removeEventListener('abort', onAbort);
    }
  };
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  const rejected = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
  rejected.catch(() => undefined);
  return rejected;
}
