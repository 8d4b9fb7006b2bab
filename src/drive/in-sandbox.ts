import type { Effect } from '../state/effect.ts';

/** Effects that go on inside the container when the driver lets go. */
export const IN_SANDBOX: ReadonlySet<Effect['kind']> = new Set([
  'clone',
  'run_setup',
  'run_environment_check',
  'settle_workspace',
  'use_tool',
  'checkpoint',
  'run_tests',
]);

export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}
