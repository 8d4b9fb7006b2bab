/**
 * Asks GitHub again for the deliveries that never were answered well (GH-10): GitHub itself tries once, and keeps
 * them for three days. Which attempts were asked about is kept in Redis: of several processes one asks.
 */
import type { Redis } from 'ioredis';
import { Fault } from '../errors.ts';
import { concernsUs, isOk, verdictOn } from './missed.ts';
import { keys, REMEMBER_DELIVERY_SECONDS } from './names.ts';
import type { Logger } from 'pino';
import type { AppItself, HookAttempt } from '../ports/github.ts';
import type { Clock } from '../ports/clock.ts';

export interface RedeliveryParts {
  readonly app: AppItself;
  readonly redis: Redis;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface Redelivery {
  stop(): void;
}

const KEPT_BY_GITHUB_MS = 3 * 24 * 3_600_000;
/** Pages of a hundred. What lies further back is found at later turns, once the newer ones are settled. */
const MAX_PAGES = 100;
/** Per turn: after a long outage the webhooks come back in portions. */
const MAX_ASKED = 200;
/** Whoever is about to ask and is killed leaves the asking to others after this long. */
const ASKING_SECONDS = 60;

export function startRedelivery(parts: RedeliveryParts, everyMs: number): Redelivery {
  const stopping = new AbortController();
  const turn = redeliveryTurn(parts, everyMs);
  void (async () => {
    while (!stopping.signal.aborted) {
      await turn(stopping.signal).catch((error: unknown) => {
        const { message } = Object(error) as { readonly message?: string };
        parts.log.warn({ reason: message }, 'looking for missed deliveries failed; it is tried again at the next turn');
      });
      await parts.clock.sleep(everyMs, stopping.signal).catch(() => undefined);
    }
  })();
  return { stop: () => stopping.abort() };
}

/** One look for what was missed; resolves with how many deliveries were asked for again. */
export function redeliveryTurn(parts: RedeliveryParts, everyMs: number): (signal?: AbortSignal) => Promise<number> {
  const { app, redis, clock, log } = parts;
  let hasToldUnable = false;

  async function firstStart(): Promise<number> {
    await redis.set(keys.firstStart, clock.now(), 'NX');
    return Number(await redis.get(keys.firstStart));
  }

  /** Newest first, down to `untilMs`. */
  async function listed(which: 'failed' | 'all', untilMs: number): Promise<readonly HookAttempt[]> {
    const found: HookAttempt[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { attempts, next } = await app.hookAttempts(which, cursor);
      found.push(...attempts.filter(({ deliveredAt }) => deliveredAt >= untilMs));
      if (next === null || attempts.some(({ deliveredAt }) => deliveredAt < untilMs)) break;
      cursor = next;
    }
    return found;
  }

  async function unsettled(failed: readonly HookAttempt[]): Promise<ReadonlySet<string>> {
    const guids = [...new Set(failed.map(({ guid }) => guid))];
    if (guids.length === 0) return new Set();
    const marks = await redis.mget(guids.map(keys.settled));
    return new Set(guids.filter((_, index) => marks[index] === null));
  }

  async function ask(attempt: HookAttempt): Promise<boolean> {
    const mark = keys.askedAgain(attempt.id);
    if ((await redis.set(mark, 'asking', 'EX', ASKING_SECONDS, 'NX')) === null) return false;
    const remember = () => redis.set(mark, 'asked', 'EX', REMEMBER_DELIVERY_SECONDS);
    try {
      await app.deliverAgain(attempt.id);
      await remember();
    } catch (error) {
      if (!(error instanceof Fault) || error.code === 'credentials') {
        await redis.del(mark);
        throw error;
      }
      await remember();
      log.warn({ delivery: attempt.guid, err: error }, 'GitHub does not repeat a missed delivery');
      return false;
    }
    log.info(
      { delivery: attempt.guid, event: attempt.event, statusCode: attempt.statusCode },
      'missed delivery asked for again',
    );
    return true;
  }

  async function turn(signal: AbortSignal | undefined): Promise<number> {
    const sinceMs = Math.max(await firstStart(), clock.now() - KEPT_BY_GITHUB_MS);
    const failed = (await listed('failed', sinceMs)).filter((one) => concernsUs(one, sinceMs) && !isOk(one.statusCode));
    const open = await unsettled(failed);
    if (open.size === 0) return 0;
    const oldest = Math.min(...failed.filter(({ guid }) => open.has(guid)).map(({ deliveredAt }) => deliveredAt));
    const attempts = new Map<string, HookAttempt[]>();
    for (const one of await listed('all', oldest)) {
      if (open.has(one.guid)) attempts.set(one.guid, [...(attempts.get(one.guid) ?? []), one]);
    }
    const due: HookAttempt[] = [];
    for (const [guid, of] of attempts) {
      const verdict = verdictOn(of, { nowMs: clock.now(), pauseMs: everyMs });
      if (verdict === 'settled') await redis.set(keys.settled(guid), '1', 'EX', REMEMBER_DELIVERY_SECONDS);
      else if (verdict !== 'later') due.push(verdict.repeat);
    }
    let asked = 0;
    for (const attempt of due.toSorted((a, b) => a.deliveredAt - b.deliveredAt).slice(0, MAX_ASKED)) {
      if (signal?.aborted === true) break;
      if (await ask(attempt)) asked += 1;
    }
    return asked;
  }

  return async (signal) => {
    try {
      return await turn(signal);
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'github_gone') throw error;
      if (!hasToldUnable)
        log.warn(
          'This GitHub server does not list deliveries: what is missed while this service is down stays missed.',
        );
      hasToldUnable = true;
      return 0;
    }
  };
}
