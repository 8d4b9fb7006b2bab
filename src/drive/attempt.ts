/** Performs one effect and returns its outcome, or what it threw, as facts. */
import { perform } from '../effects/perform.ts';
import { WorkspaceLost } from '../effects/sandbox-sessions.ts';
import { Fault, Fenced, messageOf, RetryLater } from '../errors.ts';
import type { Toolbox } from '../effects/performer.ts';
import type { Effect, EffectKind } from '../state/effect.ts';
import type { Fact, Facts } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

/** Effects that continue inside the container when the driver stops. */
export const IN_SANDBOX: ReadonlySet<EffectKind> = new Set([
  'clone',
  'run_setup',
  'run_environment_check',
  'settle_workspace',
  'use_tool',
  'checkpoint',
  'run_tests',
  'run_check',
]);
/** The first wait after a temporary error; each further wait is twice as long, up to the last. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

interface Troubled {
  readonly task: Task;
  readonly effect: Effect;
  readonly tools: Toolbox;
}

interface Attempt extends Troubled {
  readonly key: string;
  /** Aborted when a person stops the task. */
  readonly interrupt: AbortSignal;
  readonly shutdown: AbortSignal;
}

/**
 * Returns null when a person or a shutdown interrupted the effect. A command in the sandbox continues through a
 * shutdown; the next driver finds it by its key.
 */
export async function attempt(one: Attempt): Promise<Facts | null> {
  const { task, effect, key, tools, interrupt, shutdown } = one;
  const inSandbox = IN_SANDBOX.has(effect.kind);
  const signal = inSandbox ? interrupt : AbortSignal.any([interrupt, shutdown]);
  try {
    const work = perform({ effect, key, task, tools, signal });
    return inSandbox ? await unlessAborted(work, shutdown) : await work;
  } catch (error) {
    if (signal.aborted || shutdown.aborted) return null;
    return [error instanceof WorkspaceLost ? lossFact(one, error) : troubleFact(one, error)];
  }
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

function lossFact({ task, effect, tools: { log, redact } }: Troubled, { containerId, message }: WorkspaceLost): Fact {
  const cause = redact(message);
  log.warn({ task: task.id, trace: task.traceId, effect: effect.kind, cause }, 'workspace lost');
  return { type: 'environment', name: 'workspace_lost', container_id: containerId, cause };
}

/**
 * A rule that throws (including `flow/legal-moves.ts`) would throw on every try. So the fault is recorded in place of
 * the outcome, together with what was paid, and ends the task like any other fault. If the fault cannot be recorded
 * either, or the effect was the last one, the error is thrown.
 */
export function unlessBroken<T>(troubled: Troubled, happened: Facts, decide: (happened: Facts) => T): T {
  try {
    return decide(happened);
  } catch (error) {
    if (troubled.effect.kind === 'complete') throw error;
    return decide([troubleFact(troubled, error), ...happened.filter(({ type }) => type === 'usage')]);
  }
}

/** `RetryLater` becomes a retry, anything else a fault that ends the task (errors.ts). */
function troubleFact({ task, effect, tools: { clock, log, redact } }: Troubled, error: unknown): Fact {
  const message = redact(messageOf(error));
  const where = { task: task.id, trace: task.traceId, effect: effect.kind };
  if (error instanceof RetryLater) {
    const waitMs =
      error.afterMs ?? Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(task.retry?.attempt ?? 0, 10));
    log.warn({ ...where, waitMs, reason: message }, 'effect will be retried');
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
