/**
 * Removes finished tasks after `planning.history.retention_days`: their record, and what was fetched for them. Data of
 * tasks that another machine finished is removed as soon as that is seen, and so are unneeded containers.
 */
import { Fault, RetryLater } from '../errors.ts';
import type { Retention } from '../history/retention.ts';
import type { Logger } from 'pino';
import { repeat, type Clock, type Repeating } from '../ports/clock.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { Downloads } from '../ports/downloads.ts';
import type { Images } from '../ports/images.ts';
import type { Repositories } from '../ports/repositories.ts';
import type { Sandboxes } from '../ports/sandbox.ts';

interface RetainingParts {
  readonly retention: Retention;
  readonly repositories: Pick<Repositories, 'remove' | 'kept'>;
  readonly images: Pick<Images, 'remove' | 'kept'>;
  readonly downloads: Pick<Downloads, 'removeOld'> | null;
  readonly history: Pick<HistoryStore, 'unfinished'>;
  readonly clock: Clock;
  readonly log: Logger;
}

interface ReapingParts {
  readonly sandboxes: Pick<Sandboxes, 'reap'>;
  readonly history: Pick<HistoryStore, 'unfinished'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly keepStoppedMs: number;
}

const DAY_MS = 24 * 3_600_000;
const RETAIN_EVERY_MS = 6 * 3_600_000;
const REAP_EVERY_MS = 10 * 60_000;

export function startRetaining(parts: RetainingParts, days: number): Repeating {
  const { clock, log } = parts;
  return repeat(clock, RETAIN_EVERY_MS, async () => {
    await forgetOld(parts, days).catch((error: unknown) =>
      log.warn({ err: error }, 'old records could not be removed'),
    );
    await forgetLeftovers(parts).catch((error: unknown) => log.warn({ err: error }, 'leftovers could not be removed'));
    await parts.downloads
      ?.removeOld()
      .catch((error: unknown) => log.warn({ err: error }, 'old downloads could not be removed'));
  });
}

export function startReaping(parts: ReapingParts, everyMs = REAP_EVERY_MS): Repeating {
  return repeat(parts.clock, everyMs, () => reapForgotten(parts));
}

export async function forgetOld(
  {
    retention,
    repositories,
    log,
  }: Pick<RetainingParts, 'retention' | 'log'> & { repositories: Pick<Repositories, 'remove'> },
  days: number,
): Promise<void> {
  const deleted = await retention.deleteArchived(DAY_MS);
  const archived = await retention.archive(days * DAY_MS);
  for (const taskId of archived) await repositories.remove(taskId);
  if (archived.length > 0 || deleted > 0)
    log.info({ archived: archived.length, deleted }, 'records of finished tasks removed');
}

/**
 * Local data is listed before tasks are looked up, since a task is in the history before anything is fetched for it.
 */
export async function forgetLeftovers({
  repositories,
  images,
  history,
  log,
}: Pick<RetainingParts, 'repositories' | 'images' | 'history' | 'log'>): Promise<void> {
  const places = [repositories, images];
  const kept = await Promise.all(places.map((place) => place.kept()));
  const unfinished = new Set(await history.unfinished());
  for (const [index, place] of places.entries()) {
    for (const taskId of (kept[index] ?? []).filter((id) => !unfinished.has(id))) {
      await place.remove(taskId);
      log.info({ task: taskId }, 'fetched data of an ended task was removed');
    }
  }
}

async function reapForgotten({ sandboxes, history, log, keepStoppedMs }: ReapingParts): Promise<void> {
  // Asked when the first container is judged, so after containers were listed.
  let unfinished: Promise<ReadonlySet<string>> | null = null;
  const isAlive = async (taskId: string): Promise<boolean> => {
    unfinished ??= history.unfinished().then((ids) => new Set(ids));
    return (await unfinished).has(taskId);
  };
  try {
    const removed = await sandboxes.reap({ isAlive, keepStoppedMs });
    if (removed.length > 0) log.info({ count: removed.length }, 'orphaned sandboxes removed');
  } catch (error) {
    // For an outage the message is enough; the stack helps nobody.
    const told = error instanceof RetryLater || error instanceof Fault ? { reason: error.message } : { err: error };
    log.warn(told, 'orphaned sandboxes could not be removed and are tried again later');
  }
}
