/** Where the records of tasks are, by `planning.history.storage_type`: files below DATA_DIR, or Redis. */
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { createJsonlStore } from '../history/jsonl-store.ts';
import { createRedisRetention } from '../history/redis-retention.ts';
import { createRedisStore } from '../history/redis-store.ts';
import { createRetention, type Retention } from '../history/retention.ts';
import { systemClock as clock } from './system-clock.ts';
import type { LoadedSettings } from '../config/load.ts';
import type { Logger } from '../ports/log.ts';
import type { HistoryStore } from '../ports/history.ts';

export interface Records {
  readonly history: HistoryStore;
  readonly retention: Retention;
  /** For the door, which answers in time or fails: over a connection of that kind. */
  historyOver(redis: Redis): HistoryStore;
}

export function openRecords(
  { settings, service, log }: LoadedSettings & { readonly log: Logger },
  connect: () => Redis,
): Records {
  const { storage_type, directory } = settings.planning.history;
  if (storage_type === 'redis') {
    // One of its own: a megabyte on its way holds nothing else up.
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
