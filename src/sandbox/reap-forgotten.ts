/** Containers that nobody needs any more are looked for when the service starts, and again and again. */
import { Fault, RetryLater } from '../errors.ts';
import type { Logger } from '../ports/log.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { Sandboxes } from '../ports/sandbox.ts';

export interface ReapingParts {
  readonly sandboxes: Pick<Sandboxes, 'reap'>;
  readonly history: Pick<HistoryStore, 'unfinished'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly keepStoppedMs: number;
}

const REAP_EVERY_MS = 10 * 60_000;

export function startReaping(parts: ReapingParts, everyMs = REAP_EVERY_MS): { stop(): void } {
  let isBusy = false;
  const reap = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    await reapForgotten(parts);
    isBusy = false;
  };
  void reap();
  const timer = setInterval(() => void reap(), everyMs);
  return { stop: () => clearInterval(timer) };
}

export async function reapForgotten({ sandboxes, history, log, keepStoppedMs }: ReapingParts): Promise<void> {
  // Asked when the first container is judged, that is, after what is there was listed.
  let unfinished: Promise<ReadonlySet<string>> | null = null;
  const isAlive = async (taskId: string): Promise<boolean> => {
    unfinished ??= history.unfinished().then((ids) => new Set(ids));
    return (await unfinished).has(taskId);
  };
  try {
    const removed = await sandboxes.reap({ isAlive, keepStoppedMs });
    if (removed.length > 0) log.info({ count: removed.length }, 'forgotten sandboxes removed');
  } catch (error) {
    // What an outage has to say is in its message; where it was thrown helps nobody.
    const told = error instanceof RetryLater || error instanceof Fault ? { reason: error.message } : { err: error };
    log.warn(told, 'forgotten sandboxes could not be removed; it is tried again at the next turn');
  }
}
