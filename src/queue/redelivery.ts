/**
 * Asks GitHub to repeat deliveries that were never answered successfully (GH-10): GitHub itself tries once, and keeps
 * them for three days. Redis stores the requested attempts, so that one of several processes asks.
 */
import type { Redis } from 'ioredis';
import { Fault, messageOf } from '../errors.ts';
import { isEventName } from '../ports/webhook-events.ts';
import { keys, REMEMBER_DELIVERY_SECONDS } from './names.ts';
import type { Logger } from 'pino';
import type { AppItself, HookAttempt } from '../ports/github-app.ts';
import { repeat, type Clock, type Repeating } from '../ports/clock.ts';

export interface RedeliveryParts {
  readonly app: AppItself;
  readonly redis: Redis;
  readonly clock: Clock;
  readonly log: Logger;
  /** When this installation was first started, for a Redis that does not know or has lost its data. */
  readonly firstStartMs: number;
}

export interface MissedRules {
  readonly nowMs: number;
  /** The pause after a failed repetition; it doubles each time. */
  readonly pauseMs: number;
}

const KEPT_BY_GITHUB_MS = 3 * 24 * 3_600_000;
/** The first label may be set before the service has started; older deliveries are not wanted. */
const BEFORE_FIRST_START_MS = 3_600_000;
/** Pages of a hundred. */
const MAX_PAGES = 100;
/** Older deliveries are certainly in GitHub's list. */
const LISTED_WITHIN_MS = 10 * 60_000;
/** Per turn, so that webhooks return in portions after a long outage. */
const MAX_ASKED = 200;
/** After this time other processes ask, in case this one was killed. */
const ASKING_SECONDS = 60;

export function startRedelivery(parts: RedeliveryParts, everyMs: number): Repeating {
  const { clock, log } = parts;
  const turn = redeliveryTurn(parts, everyMs);
  return repeat(clock, everyMs, async (signal) => {
    await turn(signal).catch((error: unknown) => {
      const reason = messageOf(error);
      log.warn({ reason }, 'looking for missed deliveries failed; it is tried again at the next turn');
    });
  });
}

/** One search for missed deliveries; resolves with the number that was requested again. */
export function redeliveryTurn(parts: RedeliveryParts, everyMs: number): (signal?: AbortSignal) => Promise<number> {
  let wasUnableLogged = false;
  return async (signal) => {
    try {
      return await repeatMissed(parts, everyMs, signal);
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'github_gone') throw error;
      if (!wasUnableLogged)
        parts.log.warn(
          'This GitHub server does not list deliveries: what is missed while this service is down stays missed.',
        );
      wasUnableLogged = true;
      return 0;
    }
  };
}

/**
 * Checks every attempt since the oldest that may still be repeated: GitHub's own list of failures lacks those that
 * reached nobody, which have no status code.
 */
async function repeatMissed(parts: RedeliveryParts, pauseMs: number, signal?: AbortSignal): Promise<number> {
  const { app, redis, clock, firstStartMs } = parts;
  const nowMs = clock.now();
  await redis.set(keys.firstStart, firstStartMs, 'NX');
  const [firstStart, settledUntil] = await redis.mget(keys.firstStart, keys.settledUntil);
  const oldest = Number(firstStart) - BEFORE_FIRST_START_MS;
  const sinceMs = Math.max(oldest, Number(settledUntil), nowMs - KEPT_BY_GITHUB_MS);
  const { attempts, isWhole } = await attemptsSince(app, sinceMs);
  const due: HookAttempt[] = [];
  let unsettledSince = nowMs - LISTED_WITHIN_MS;
  const deliveries = byDelivery(attempts.filter(({ event }) => isEventName(event)));
  const acted = await actedOn(deliveries, redis);
  for (const [guid, ofDelivery] of deliveries) {
    const verdict = acted.has(guid) ? 'settled' : attemptToRepeat(ofDelivery, { nowMs, pauseMs });
    if (verdict === 'settled') continue;
    unsettledSince = Math.min(unsettledSince, ...ofDelivery.map(({ deliveredAt }) => deliveredAt));
    if (verdict !== 'later') due.push(verdict.repeat);
  }
  if (isWhole) await redis.set(keys.settledUntil, unsettledSince);
  let asked = 0;
  for (const attempt of due.toSorted((a, b) => a.deliveredAt - b.deliveredAt).slice(0, MAX_ASKED)) {
    if (signal?.aborted === true) break;
    if (await askToRepeat(attempt, parts)) asked += 1;
  }
  return asked;
}

/** Newest first, down to `untilMs`, unless there are too many. */
async function attemptsSince(
  app: AppItself,
  untilMs: number,
): Promise<{ readonly attempts: readonly HookAttempt[]; readonly isWhole: boolean }> {
  const found: HookAttempt[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { attempts, next } = await app.hookAttempts(cursor);
    const recent = attempts.filter(({ deliveredAt }) => deliveredAt >= untilMs);
    found.push(...recent);
    if (next === null || recent.length < attempts.length) return { attempts: found, isWhole: true };
    cursor = next;
  }
  return { attempts: found, isWhole: false };
}

type ByDelivery = ReadonlyMap<string, readonly HookAttempt[]>;

function byDelivery(attempts: readonly HookAttempt[]): ByDelivery {
  const found = new Map<string, HookAttempt[]>();
  for (const one of attempts) found.set(one.guid, [...(found.get(one.guid) ?? []), one]);
  return found;
}

/** Accepted although GitHub got no answer, because the service was killed in between; or given up. */
async function actedOn(deliveries: ByDelivery, redis: Redis): Promise<ReadonlySet<string>> {
  const guids = [...deliveries.keys()];
  const found = guids.length === 0 ? [] : await redis.mget(guids.map(keys.acted));
  return new Set(guids.filter((_, index) => found[index] !== null));
}

async function askToRepeat(
  { id, guid, event, statusCode }: HookAttempt,
  { app, redis, log }: RedeliveryParts,
): Promise<boolean> {
  const mark = keys.askedAgain(id);
  if ((await redis.set(mark, 'asking', 'EX', ASKING_SECONDS, 'NX')) === null) return false;
  const remember = () => redis.set(mark, 'asked', 'EX', REMEMBER_DELIVERY_SECONDS);
  try {
    await app.deliverAgain(id);
    await remember();
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'credentials') {
      await redis.del(mark);
      throw error;
    }
    await remember();
    log.warn({ delivery: guid, err: error }, 'GitHub does not repeat a missed delivery');
    return false;
  }
  log.info({ delivery: guid, event, statusCode }, 'missed delivery asked for again');
  return true;
}

/**
 * Of all listed attempts of one delivery, in any order, the one to repeat now. `settled`: it was answered successfully,
 * or it is not requested again, because it was refused twice for what it contains, or its first attempt is so old that
 * it is no longer listed.
 */
export function attemptToRepeat(
  attempts: readonly HookAttempt[],
  { nowMs, pauseMs }: MissedRules,
): 'settled' | 'later' | { readonly repeat: HookAttempt } {
  const newest = attempts.reduce((a, b) => (b.deliveredAt > a.deliveredAt ? b : a));
  if (attempts.some(({ statusCode }) => isOk(statusCode))) return 'settled';
  if (attempts.some(({ isUnderWay }) => isUnderWay)) return 'later';
  if (attempts.filter(({ statusCode }) => isOfContent(statusCode)).length > 1) return 'settled';
  if (attempts.every(({ isRepetition }) => isRepetition)) return 'settled';
  const pause = attempts.length === 1 ? 0 : pauseMs * 2 ** (attempts.length - 2);
  return nowMs - newest.deliveredAt >= pause ? { repeat: newest } : 'later';
}

function isOk(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/**
 * How we refuse the bytes themselves, which stay the same: unreadable, or too many. Others may pass: a wrong secret is
 * put right (401), and a proxy stops answering for us (403, 404).
 */
function isOfContent(statusCode: number): boolean {
  return statusCode === 400 || statusCode === 413;
}
