import { once } from 'node:events';
import { Redis, type CommonRedisOptions } from 'ioredis';
import type { Logger } from 'pino';

/**
 * `intake` answers in time or fails, so that a webhook is never accepted into a queue in memory. `accepting` is the
 * same for callers with a time-out of their own, such as the webhook server: a time-out per command is a tenth of the
 * work of accepting a webhook. `worker` and `subscriber` wait for Redis to come back, however long that takes.
 */
export type ConnectionPurpose = 'intake' | 'accepting' | 'worker' | 'subscriber';

/** Replies keep their usual shapes. */
type Options = Omit<CommonRedisOptions, 'replyMapping'>;

const INTAKE_TIMEOUT_MS = 2_500;
/** BullMQ blocks for up to ten seconds; a connection that owes an answer for longer is half open. */
const SILENT_SOCKET_TIMEOUT_MS = 30_000;

const ACCEPTING: Options = {
  enableOfflineQueue: false,
  connectTimeout: INTAKE_TIMEOUT_MS,
  maxRetriesPerRequest: 1,
  socketTimeout: 2 * INTAKE_TIMEOUT_MS,
};
const PURPOSES: Readonly<Record<ConnectionPurpose, Options>> = {
  intake: { ...ACCEPTING, commandTimeout: INTAKE_TIMEOUT_MS },
  accepting: ACCEPTING,
  worker: { maxRetriesPerRequest: null, socketTimeout: SILENT_SOCKET_TIMEOUT_MS },
  subscriber: { maxRetriesPerRequest: null, autoResubscribe: true },
};

/**
 * Connects in the background and reconnects for ever; callers that need it now wait for `ready` or for the first
 * command.
 */
export function connectRedis(
  urlOrSocket: string,
  purpose: ConnectionPurpose,
  log: Pick<Logger, 'info' | 'warn'>,
): Redis {
  const options: Options = {
    connectionName: `planwright-${purpose}`,
    keepAlive: 10_000,
    retryStrategy: (attempt) => Math.min(50 * attempt, 2_000),
    // After a failover the old connection may lead to a replica.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    ...PURPOSES[purpose],
  };
  const redis = urlOrSocket.startsWith('/')
    ? new Redis({ ...options, path: urlOrSocket })
    : new Redis(urlOrSocket, options);
  logStateChanges(redis, { redis: redisTarget(urlOrSocket), purpose }, log);
  return redis;
}

/** Resolves once it is connected, or when the time is over; earlier commands would be reported as an outage. */
export async function untilConnected(redis: Redis, limitMs: number): Promise<void> {
  if (redis.status === 'ready') return;
  await once(redis, 'ready', { signal: AbortSignal.timeout(limitMs) }).catch(() => undefined);
}

/** Scheme, host, port and database: the loggable parts of an address that may contain a password. */
export function redisTarget(urlOrSocket: string): string {
  if (urlOrSocket.startsWith('/')) return urlOrSocket;
  if (!URL.canParse(urlOrSocket)) return 'redis';
  const { protocol, host, pathname } = new URL(urlOrSocket);
  return `${protocol}//${host}${pathname}`;
}

/** ioredis reports every failed attempt; one line on loss and one on recovery are enough. */
function logStateChanges(redis: Redis, fields: object, log: Pick<Logger, 'info' | 'warn'>): void {
  let isDown = false;
  redis.on('error', (error: NodeJS.ErrnoException) => goneDown(error.code ?? error.message));
  redis.on('close', () => {
    if (redis.status !== 'end') goneDown('connection closed');
  });
  redis.on('end', () => {
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) log.info(fields, 'Redis is reachable again');
    isDown = false;
  });
  function goneDown(reason: string): void {
    if (isDown) return;
    isDown = true;
    log.warn({ ...fields, reason }, 'Redis is not reachable');
  }
}
