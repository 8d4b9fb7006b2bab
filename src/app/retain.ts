/**
 * Forgets finished tasks after `planning.history.retention_days`: their record, and what was fetched for them. What was
 * fetched here for a task that another machine ended goes as soon as that is seen.
 */
import type { Retention } from '../history/retention.ts';
import type { Logger } from '../ports/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { Images } from '../ports/images.ts';
import type { Repositories } from '../ports/repositories.ts';

export interface RetainingParts {
  readonly retention: Retention;
  readonly repositories: Pick<Repositories, 'remove' | 'kept'>;
  readonly images: Pick<Images, 'remove' | 'kept'>;
  readonly history: Pick<HistoryStore, 'unfinished'>;
  readonly clock: Clock;
  readonly log: Logger;
}

const DAY_MS = 24 * 3_600_000;
const EVERY_MS = 6 * 3_600_000;

export function startRetaining(parts: RetainingParts, days: number): { stop(): void } {
  const stopping = new AbortController();
  void (async () => {
    while (!stopping.signal.aborted) {
      await forgetOld(parts, days).catch((error: unknown) =>
        parts.log.warn({ err: error }, 'old records could not be removed'),
      );
      await forgetLeftovers(parts).catch((error: unknown) =>
        parts.log.warn({ err: error }, 'leftovers could not be removed'),
      );
      await parts.clock.sleep(EVERY_MS, stopping.signal).catch(() => undefined);
    }
  })();
  return { stop: () => stopping.abort() };
}

type ForgettingOld = Pick<RetainingParts, 'retention' | 'log'> & {
  readonly repositories: Pick<Repositories, 'remove'>;
};

export async function forgetOld({ retention, repositories, log }: ForgettingOld, days: number): Promise<void> {
  const deleted = await retention.deleteArchived(DAY_MS);
  const archived = await retention.archive(days * DAY_MS);
  for (const taskId of archived) await repositories.remove(taskId);
  if (archived.length > 0 || deleted > 0)
    log.info({ archived: archived.length, deleted }, 'records of finished tasks removed');
}

/** What is here is listed first and judged after that: a task is in the history before anything is fetched for it. */
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
      log.info({ task: taskId }, 'what was fetched for a task that has ended is removed');
    }
  }
}
