import type { Clock } from '../ports/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  // Node's own promised timer makes two errors, each with its stack, whenever one is ended early.
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};
