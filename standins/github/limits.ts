import { type Answer, errorBody } from './answer.ts';
import type { Auth } from './auth.ts';

export interface ContentLimits {
  readonly perMinute: number;
  readonly perHour: number;
}

export interface Limits {
  /** Primary limit: refuses everything until the reset. */
  exhaust(options: { readonly resetInSeconds: number; readonly status?: 403 | 429 }): void;
  /** Secondary limit: refuses the next `times` requests (only writes, if so configured). */
  secondary(options?: {
    readonly retryAfterSeconds?: number;
    readonly status?: 403 | 429;
    readonly times?: number;
    readonly writesOnly?: boolean;
  }): void;
  clear(): void;
  /** Counts the request; returns an answer only if it is over a limit. */
  check(auth: Auth, method: string, path: string): Answer | undefined;
  headers(auth: Auth): Readonly<Record<string, string>>;
  /** A 304 costs nothing. */
  giveBack(auth: Auth): void;
  status(auth: Auth): {
    readonly limit: number;
    readonly remaining: number;
    readonly reset: number;
    readonly used: number;
  };
}

const WINDOW_MS = 3_600_000;
const MINUTE_MS = 60_000;
const CREATES_CONTENT = /^\/repos\/[^/]+\/[^/]+\/(issues|pulls)(\/\d+\/(comments|reviews))?$|\/comments\/\d+\/replies$/;

export function createLimits(now: () => number, limit = 5000, content?: ContentLimits): Limits {
  const windows = new Map<string, { used: number; resetAtMs: number }>();
  let exhausted: { readonly untilMs: number; readonly status: number } | undefined;
  let secondary:
    | { left: number; readonly retryAfterSeconds: number; readonly status: number; readonly writesOnly: boolean }
    | undefined;
  let made: number[] = [];

  function windowOf(auth: Auth) {
    const key = keyOf(auth);
    const current = windows.get(key);
    if (current !== undefined && current.resetAtMs > now()) return current;
    const fresh = { used: 0, resetAtMs: now() + WINDOW_MS };
    windows.set(key, fresh);
    return fresh;
  }

  function status(auth: Auth) {
    const window = windowOf(auth);
    const isExhausted = exhausted !== undefined && exhausted.untilMs > now();
    const used = isExhausted ? limit : Math.min(window.used, limit);
    const resetAtMs = isExhausted && exhausted !== undefined ? exhausted.untilMs : window.resetAtMs;
    return { limit, remaining: limit - used, reset: Math.ceil(resetAtMs / 1000), used };
  }

  function tooMuchContent(method: string, path: string): boolean {
    if (content === undefined || method !== 'POST' || !CREATES_CONTENT.test(path)) return false;
    made = made.filter((atMs) => atMs > now() - WINDOW_MS);
    if (made.length >= content.perHour || made.filter((atMs) => atMs > now() - MINUTE_MS).length >= content.perMinute)
      return true;
    made.push(now());
    return false;
  }

  return {
    exhaust({ resetInSeconds, status: code = 403 }) {
      exhausted = { untilMs: now() + resetInSeconds * 1000, status: code };
    },
    secondary({ retryAfterSeconds = 60, status: code = 403, times = 1, writesOnly = false } = {}) {
      secondary = { left: times, retryAfterSeconds, status: code, writesOnly };
    },
    clear() {
      exhausted = undefined;
      secondary = undefined;
      windows.clear();
      made = [];
    },
    check(auth, method, path) {
      if (status(auth).remaining <= 0) return primaryAnswer(auth, exhausted?.status ?? 403);
      windowOf(auth).used += 1;
      if (secondary !== undefined && secondary.left > 0 && !(secondary.writesOnly && method === 'GET')) {
        secondary.left -= 1;
        return secondaryAnswer(secondary.status, secondary.retryAfterSeconds);
      }
      return tooMuchContent(method, path) ? secondaryAnswer(403, 60) : undefined;
    },
    headers(auth) {
      const { limit: all, remaining, reset, used } = status(auth);
      return {
        'x-ratelimit-limit': String(all),
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset': String(reset),
        'x-ratelimit-used': String(used),
        'x-ratelimit-resource': 'core',
      };
    },
    giveBack(auth) {
      windowOf(auth).used -= 1;
    },
    status,
  };
}

function keyOf(auth: Auth): string {
  return auth.kind === 'installation' ? `installation ${auth.installation.id}` : auth.kind;
}

function primaryAnswer(auth: Auth, status: number): Answer {
  const whose = auth.kind === 'installation' ? `installation ID ${auth.installation.id}` : 'this client';
  return { status, json: errorBody(status, `API rate limit exceeded for ${whose}.`) };
}

function secondaryAnswer(status: number, retryAfterSeconds: number): Answer {
  const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
  return { status, json: errorBody(status, message), headers: { 'retry-after': String(retryAfterSeconds) } };
}
