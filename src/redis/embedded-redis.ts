/**
 * Our own Redis (OPS-2): a child process on a unix socket that syncs every write before acknowledging it. One per
 * folder: a second service is refused; the Redis of a killed service is shut down and its data taken over.
 */
import { mkdirSync, realpathSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Fault } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import {
  findExecutable,
  findGuards,
  LOCKED_EXIT_CODE,
  redisCommandLine,
  startChild,
  type ChildExit,
  type Guards,
  type RedisChild,
} from './redis-child.ts';
import { askToShutDown, openRedisLine, whoListens } from './redis-line.ts';
import { isAlive, placeIn, readOwner, thisProcess, type RedisPlace } from './redis-place.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
const POLL_MS = 5;
const TAKEOVER_POLL_MS = 50;
const READY_TIMEOUT_MS = 15_000;
/** A large append-only file takes a while to load. */
const LOADING_TIMEOUT_MS = 10 * 60_000;
const TAKEOVER_TIMEOUT_MS = 15_000;
const STOP_TIMEOUT_MS = 8_000;
export const REDIS_PROGRAMS = ['redis-server', 'valkey-server'];
export const INSTALL_REDIS =
  'Install it ("sudo apt-get install redis-server"), or set REDIS_URL to a Redis that runs elsewhere.';

export interface EmbeddedRedisOptions {
  readonly directory: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Called if Redis ends without having been stopped; it is not restarted. */
  readonly onExit?: (exit: ChildExit) => void;
}

export interface EmbeddedRedis {
  readonly socketPath: string;
  readonly pid: number | null;
  /** Resolves when it has ended; repeated calls are harmless. */
  stop(): Promise<void>;
}

/** Restarts Redis whenever it ends by itself; what it accepted is in its append-only file. */
export async function keepRedisRunning(
  options: Omit<EmbeddedRedisOptions, 'onExit'>,
  clock: Clock,
): Promise<Pick<EmbeddedRedis, 'socketPath' | 'stop'>> {
  let isStopped = false;
  let running = await start();

  async function start(): Promise<EmbeddedRedis> {
    return startEmbeddedRedis({ ...options, onExit: () => void restart() });
  }

  async function restart(): Promise<void> {
    // oxlint-disable-next-line no-unmodified-loop-condition -- stop() changes it while the loop waits
    for (let pauseMs = FIRST_PAUSE_MS; !isStopped; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
      await clock.sleep(pauseMs);
      if (isStopped) return;
      try {
        running = await start();
        options.log.warn({ directory: options.directory }, 'embedded redis was restarted');
        return;
      } catch (error) {
        options.log.error({ err: error }, 'embedded redis could not be restarted');
      }
    }
  }

  return {
    socketPath: running.socketPath,
    async stop() {
      isStopped = true;
      await running.stop();
    },
  };
}

/**
 * Resolves when Redis answers. Throws `Fault('redis')` if it is missing, in use by another service, or does not start.
 */
export async function startEmbeddedRedis({ directory, log, onExit }: EmbeddedRedisOptions): Promise<EmbeddedRedis> {
  const program = findExecutable(REDIS_PROGRAMS);
  if (program === null) throw new Fault('redis', 'There is no redis-server on this machine.', INSTALL_REDIS);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const folder = realpathSync(directory);
  const place = placeIn(folder);
  const guards = await findGuards(place);
  const child = await startAlone(program, place, guards, log);
  log.info({ pid: child.pid, directory: folder }, 'Embedded Redis is ready');

  let isStopping = false;
  async function watch(): Promise<void> {
    const exit = await child.exited;
    if (isStopping) return;
    log.error({ pid: child.pid, ...exit, output: child.output() }, 'Embedded Redis has ended');
    onExit?.(exit);
  }
  void watch();
  return {
    socketPath: place.socketPath,
    pid: child.pid,
    stop: async () => {
      isStopping = true;
      await end(child);
    },
  };
}

async function startAlone(
  program: string,
  place: RedisPlace,
  guards: Guards,
  log: EmbeddedRedisOptions['log'],
): Promise<RedisChild> {
  const deadline = Date.now() + TAKEOVER_TIMEOUT_MS;
  let hasTold = false;
  for (;;) {
    const isTaken = !guards.locks && (await whoListens(place.socketPath)) !== null;
    const child = isTaken ? null : startChild(redisCommandLine(program, place, thisProcess(), guards), place);
    if (child !== null && (await becomesReady(child, place)) === 'ready') return child;
    await endOrphan(place);
    if (!hasTold) log.warn({ directory: place.directory }, 'Waiting for the Redis of a killed service to exit');
    hasTold = true;
    if (Date.now() > deadline) throw inUse(place, 'A Redis that was left behind');
    await delay(TAKEOVER_POLL_MS);
  }
}

async function becomesReady(child: RedisChild, place: RedisPlace): Promise<'ready' | 'locked'> {
  const startedAt = Date.now();
  let limitMs = READY_TIMEOUT_MS;
  while (!child.hasExited() && Date.now() - startedAt < limitMs) {
    const listener = await whoListens(place.socketPath);
    // Another process may answer there: the Redis that holds the lock, before ours notices and exits.
    if (listener?.pid === child.pid && listener?.state === 'ready') return 'ready';
    if (listener?.state === 'loading') limitMs = LOADING_TIMEOUT_MS;
    await Promise.race([delay(POLL_MS), child.exited]);
  }
  if (!child.hasExited()) {
    await end(child);
    throw new Fault(
      'redis',
      `The embedded Redis in ${place.directory} did not answer in time.${quoted(child)}`,
      'Check the disk and the load of this machine, then start again.',
    );
  }
  const { code, signal } = await child.exited;
  if (code === LOCKED_EXIT_CODE) return 'locked';
  throw new Fault(
    'redis',
    `The embedded Redis in ${place.directory} ended at once (${signal ?? `exit code ${code ?? 'unknown'}`}).${quoted(child)}`,
    'If the append-only file is damaged, keep a copy of the folder and run redis-check-aof --fix on it; otherwise check that the folder is writable and the disk has space.',
  );
}

/** Throws if the owner of the folder's Redis is alive; otherwise shuts down that Redis if it still listens. */
async function endOrphan(place: RedisPlace): Promise<void> {
  // The connection first, the owner second: a listening Redis has written its owner before, so a new one is not
  // mistaken for an old one.
  const line = await openRedisLine(place.socketPath);
  const owner = readOwner(place.ownerFile);
  const isOrphan = owner !== null && !isAlive(owner);
  if (isOrphan && line !== null) await askToShutDown(line);
  line?.destroy();
  if (!isOrphan)
    throw inUse(
      place,
      owner === null ? 'A Redis of an unknown owner' : `Another Planwright service (process ${owner.pid})`,
    );
}

function inUse(place: RedisPlace, who: string): Fault {
  return new Fault(
    'redis',
    `${who} already uses the folder ${place.directory}.`,
    'Stop it first, give this service a DATA_DIR of its own, or let both share one Redis by REDIS_URL.',
  );
}

async function end(child: RedisChild): Promise<void> {
  if (child.hasExited()) return;
  child.kill('SIGTERM');
  const patience = new AbortController();
  const late = delay(STOP_TIMEOUT_MS, 'late' as const, { signal: patience.signal, ref: false }).catch(
    () => 'late' as const,
  );
  if ((await Promise.race([child.exited, late])) === 'late') child.kill('SIGKILL');
  await child.exited;
  patience.abort();
}

function quoted(child: RedisChild): string {
  const output = child.output();
  return output === '' ? '' : ` It said:\n${output}`;
}
