/** What an effect threw, as a fact: waited out, or the end with a sentence on what to do (errors.ts). */
import { Fault, Fenced, RetryLater } from '../errors.ts';
import type { Effect } from '../state/effect.ts';
import type { Fact } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import type { Toolbox } from '../effects/toolbox.ts';

/** First wait after a passing trouble; it doubles with each further one up to the last. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

/**
 * A rule that breaks (the table of `flow/legal-moves.ts`, too) breaks at every try: in place of what happened the fault is recorded, which ends
 * the task as any other does, and what was paid. Where that cannot be decided either, or nothing is left to do, the error is thrown.
 */
export function unlessBroken<T>(
  attempt: Attempt,
  happened: readonly Fact[],
  decide: (happened: readonly Fact[]) => T,
): T {
  try {
    return decide(happened);
  } catch (error) {
    if (attempt.effect.kind === 'complete') throw error;
    return decide([troubleFact(attempt, error), ...happened.filter(({ type }) => type === 'usage')]);
  }
}

interface Attempt {
  readonly task: Task;
  readonly effect: Effect;
  readonly tools: Toolbox;
}

export function troubleFact({ task, effect, tools: { clock, log, redact } }: Attempt, error: unknown): Fact {
  const message = redact(error instanceof Error ? error.message : String(error));
  const where = { task: task.id, trace: task.traceId, effect: effect.kind };
  if (error instanceof RetryLater) {
    const waitMs =
      error.afterMs ?? Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(task.retry?.attempt ?? 0, 10));
    log.warn({ ...where, waitMs, reason: message }, 'effect will be tried again');
    return {
      type: 'error',
      name: 'retry_later',
      effect: effect.kind,
      message,
      of: error.of,
      due_at: clock.now() + waitMs,
    };
  }
  if (error instanceof Fault) {
    const advice = redact(error.advice);
    log.error({ ...where, code: error.code, reason: message, advice }, 'effect failed');
    return { type: 'error', name: 'fault', effect: effect.kind, code: error.code, message, advice };
  }
  if (error instanceof Fenced) throw error;
  log.error({ ...where, err: error }, 'effect failed unexpectedly');
  const advice = 'Report this with the log of the service.';
  return { type: 'error', name: 'fault', effect: effect.kind, code: 'internal', message, advice };
}
