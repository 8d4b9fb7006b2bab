/** Forgets finished tasks after `planning.history.retention_days`: their record, and what was fetched for them. */
import type { Retention } from './history/retention.ts';
import type { Logger } from './log.ts';
import type { Clock } from './ports/clock.ts';
import type { Repositories } from './ports/repositories.ts';

export interface RetainingParts {
  readonly retention: Retention;
  readonly repositories: Pick<Repositories, 'remove'>;
  readonly clock: Clock;
  readonly log: Logger;
}

const DAY_MS = 24 * 3_600_000;
const EVERY_MS = 6 * 3_600_000;

export function startRetaining(parts: RetainingParts, days: number): { stop(): void } {
  const stopping = new AbortController();
  void (async () => {
    while (!stopping.signal.aborted) {
      await forgetOld(parts, days).catch((error: unknown) => parts.log.warn({ err: error }, 'old records could not be removed'));
      await parts.clock.sleep(EVERY_MS, stopping.signal).catch(() => undefined);
    }
  })();
  return { stop: () => stopping.abort() };
}

export async function forgetOld({ retention, repositories, log }: Omit<RetainingParts, 'clock'>, days: number): Promise<void> {
  const deleted = await retention.deleteArchived(DAY_MS);
  const archived = await retention.archive(days * DAY_MS);
  for (const taskId of archived) await repositories.remove(taskId);
  if (archived.length > 0 || deleted > 0) log.info({ archived: archived.length, deleted }, 'records of finished tasks removed');
}
