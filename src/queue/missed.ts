/** Which deliveries were missed, and which attempt of each is to be repeated now. */
import { isEventName } from '../ports/webhook-events.ts';
import type { HookAttempt } from '../ports/github.ts';

export interface MissedRules {
  readonly nowMs: number;
  /** The pause after a repetition that failed as well; it doubles with each further one. */
  readonly pauseMs: number;
}

export type Verdict =
  /** Answered well, or refused twice with the same bytes: nothing more is asked. */
  'settled' | 'later' | { readonly repeat: HookAttempt };

/** Something we listen to, told after we were there for the first time. */
export function concernsUs({ event, deliveredAt }: HookAttempt, sinceMs: number): boolean {
  return isEventName(event) && deliveredAt >= sinceMs;
}

/** All attempts of one delivery, in any order. */
export function verdictOn(attempts: readonly HookAttempt[], { nowMs, pauseMs }: MissedRules): Verdict {
  const newest = attempts.reduce((a, b) => (b.deliveredAt > a.deliveredAt ? b : a));
  if (attempts.some(({ statusCode }) => isOk(statusCode))) return 'settled';
  if (attempts.some(({ statusCode }) => statusCode === 0)) return 'later';
  if (attempts.length > 1 && isRefusal(newest.statusCode)) return 'settled';
  const pause = attempts.length === 1 ? 0 : pauseMs * 2 ** (attempts.length - 2);
  return nowMs - newest.deliveredAt >= pause ? { repeat: newest } : 'later';
}

export function isOk(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** We looked at it and would say the same again; 408 and 429 are about the moment. */
function isRefusal(statusCode: number): boolean {
  return statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429;
}
