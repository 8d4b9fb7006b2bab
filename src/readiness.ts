/** What /readyz says of the parts of the service (OPS-9). */
import { Fault, RetryLater } from './errors.ts';
import type { ReadinessCheck } from './intake/health.ts';
import type { GitHub } from './ports/github.ts';

export async function ready(check: () => Promise<unknown>, fine: string): Promise<ReadinessCheck> {
  try {
    await check();
    return { ok: true, detail: fine, required: true };
  } catch (error) {
    const detail =
      error instanceof Fault ? `${error.message} ${error.advice}` : error instanceof RetryLater ? error.message : 'does not answer';
    return { ok: false, detail, required: true };
  }
}

export async function githubCheck(github: GitHub): Promise<ReadinessCheck> {
  const check = await ready(() => github.identity(), 'answers');
  return { ...check, required: false };
}
