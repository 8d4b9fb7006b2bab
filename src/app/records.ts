/** Where the records of tasks are, by `planning.history.storage_type`: files below DATA_DIR, or Redis. */
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { createJsonlStore } from '../history/jsonl-store.ts';
import { createRedisRetention, createRedisStore } from '../history/redis-store.ts';
import { createRetention, type Retention } from '../history/retention.ts';
import { systemClock as clock } from './system-clock.ts';
import { issueKey } from '../state/request.ts';
import { isOfRepository } from '../state/stored.ts';
import { earlierTasks, learntEarlier } from '../model-calls/earlier-tasks.ts';
import type { EarlierTasks } from '../effects/performer.ts';
import type { LoadedSettings } from '../config/load.ts';
import type { Logger } from 'pino';
import type { HistoryStore } from '../ports/history.ts';
import type { TaskRequest } from '../state/request.ts';

/** Three are shown; a few more are read, since some never had a plan. */
const EARLIER_TASKS_READ = 6;

export interface Records {
  readonly history: HistoryStore;
  readonly retention: Retention;
  /** For the webhook server, which answers in time or fails: over a connection with time-outs. */
  historyOver(redis: Redis): HistoryStore;
}

export function openRecords(
  { settings, service, log }: LoadedSettings & { readonly log: Logger },
  connect: () => Redis,
): Records {
  const { storage_type, directory } = settings.planning.history;
  if (storage_type === 'redis') {
    // A separate connection, so that a transfer of a megabyte delays nothing else.
    const redis = connect();
    return {
      history: createRedisStore({ redis }),
      retention: createRedisRetention({ redis, clock, log }),
      historyOver: (another) => createRedisStore({ redis: another }),
    };
  }
  const folder = join(service.dataDir, directory);
  const history = createJsonlStore({ directory: folder, log });
  return { history, retention: createRetention({ directory: folder, clock, log }), historyOver: () => history };
}

/** What earlier tasks of an issue did, from their histories; unreadable ones are left out and logged. */
export async function readEarlierTasks(
  history: HistoryStore,
  log: Logger,
  taskId: string,
  about: Pick<TaskRequest, 'repo' | 'issue'>,
): Promise<EarlierTasks> {
  const others = (await history.ofIssue(issueKey(about))).filter((id) => id !== taskId).slice(-EARLIER_TASKS_READ);
  const read = others.map((id) =>
    history.read(id).catch((error: unknown) => {
      log.warn({ task: taskId, err: error }, 'the history of an earlier task cannot be read');
      return [];
    }),
  );
  const { repositoryId } = about.repo;
  const histories = (await Promise.all(read)).filter((entries) => isOfRepository(entries, repositoryId));
  return { told: earlierTasks(histories, clock.now()), ...learntEarlier(histories, clock.now()) };
}
