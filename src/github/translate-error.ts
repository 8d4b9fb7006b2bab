import { NotWanted } from './write-turns.ts';
import { Fault, RetryLater } from '../errors.ts';

/** What Octokit throws for an answer of 400 and above and, without `response`, for a broken connection. */
export interface HttpError {
  readonly status: number;
  readonly message: string;
  readonly response?: {
    readonly headers: Readonly<Record<string, string | number | undefined>>;
    readonly data: unknown;
  };
}

interface CallPlace {
  /** "Reading the issue": the beginning of the message. */
  readonly what: string;
  readonly nowMs: number;
}

const INSTALL_ADVICE =
  'Check on GitHub that the App is installed on the repository and that its newest permissions are accepted.';
const MAX_SENTENCE = 500;
/** GitHub's own limits last an hour; a longer one is wrong or not GitHub's, and would block all writes. */
const LONGEST_LIMIT_MS = 2 * 60 * 60_000;

/**
 * The only place that interprets errors of the REST API. A `RetryLater` with `afterMs` means that GitHub refused for
 * now; without, nobody knows whether the call had its effect.
 */
export function translateError(error: unknown, place: CallPlace): Error {
  if (error instanceof Fault || error instanceof RetryLater || error instanceof NotWanted) return error;
  if (error instanceof Error && error.cause instanceof RetryLater) return error.cause;
  if (!isHttpError(error) || error.response === undefined) {
    return new RetryLater(`${place.what} failed: GitHub could not be reached.`, { of: 'github', cause: reason(error) });
  }
  const { status } = error;
  const limitMs = limitedForMs(error, place.nowMs);
  if (limitMs !== null)
    return new RetryLater(`${place.what} has to wait: GitHub's rate limit is reached.`, {
      of: 'github_limit',
      afterMs: Math.min(limitMs, LONGEST_LIMIT_MS),
    });
  const said = sentence(error);
  if (status >= 500 || status === 408)
    return new RetryLater(`${place.what} failed: GitHub answered ${status}.`, { of: 'github' });
  if (status === 401) {
    return new Fault(
      'credentials',
      `${place.what} failed: GitHub did not accept the App's credentials (${said}).`,
      'Check APP_ID and PRIVATE_KEY, and that the clock of this machine is right.',
    );
  }
  // A repository without commits has no content yet.
  const isEmpty = status === 409 && IS_EMPTY.test(said);
  if (status === 404 || status === 410 || status === 451 || isEmpty) {
    return new Fault(
      'github_gone',
      `${place.what} failed: it does not exist on GitHub, or the App may not see it (${status}).`,
      INSTALL_ADVICE,
    );
  }
  if (status === 403 && IS_SUSPENDED.test(said)) return suspended();
  if (status === 403)
    return new Fault(
      'github_refused',
      `${place.what} was refused by GitHub: ${said}.${missingPermission(error)}`,
      INSTALL_ADVICE,
    );
  return new Fault(
    'github_refused',
    `${place.what} was refused by GitHub (${status}): ${said}.`,
    'Look at the reason that GitHub gives; then ask for a retry.',
  );
}

const IS_EMPTY = /repository is empty/i;
export const IS_SUSPENDED = /installation has been suspended/i;

export function suspended(): Fault {
  return new Fault(
    'github_suspended',
    'The installation of the App has been suspended.',
    'An owner of the account can lift that in the settings of the installed App.',
  );
}

/** How long GitHub asked to pause; null if this is no limit. */
function limitedForMs(error: HttpError, nowMs: number): number | null {
  if (error.status !== 403 && error.status !== 429) return null;
  const headers = error.response?.headers ?? {};
  const retryAfter = Number(headers['retry-after']);
  if (Number.isFinite(retryAfter)) return Math.max(retryAfter, 1) * 1_000;
  if (String(headers['x-ratelimit-remaining']) === '0') {
    const there = Date.parse(String(headers['date'] ?? ''));
    const resetMs = Number(headers['x-ratelimit-reset']) * 1_000;
    const leftMs = resetMs - (Number.isNaN(there) ? nowMs : there) + 1_000;
    return Number.isFinite(leftMs) ? Math.max(leftMs, 1_000) : 60_000;
  }
  return error.status === 429 || /secondary rate|abuse detection/i.test(error.message) ? 60_000 : null;
}

/** GitHub names the permissions that a refused call would have needed. */
function missingPermission(error: HttpError): string {
  const needed = error.response?.headers['x-accepted-github-permissions'];
  return typeof needed === 'string' && needed !== '' ? ` It needs the permission ${needed.slice(0, 200)}.` : '';
}

function sentence(error: HttpError): string {
  const data = error.response?.data;
  const message = hasMessage(data) ? data.message : `status ${error.status}`;
  const details = hasErrors(data) ? data.errors.map(detail).filter((text) => text !== '') : [];
  const whole = [message, ...details].map((text) => text.replace(/[\u0000-\u001f\u007f]+/g, ' ').replace(/\.\s*$/, ''));
  return whole.join(': ').slice(0, MAX_SENTENCE);
}

function detail(error: unknown): string {
  if (typeof error === 'string') return error;
  if (hasMessage(error)) return error.message;
  if (typeof error !== 'object' || error === null) return '';
  const { resource, field, code } = error as Readonly<Record<string, unknown>>;
  return [resource, field, code].filter((part) => typeof part === 'string').join(' ');
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, MAX_SENTENCE) : 'unknown';
}

export function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && error.name === 'HttpError' && 'status' in error && typeof error.status === 'number';
}

function hasMessage(data: unknown): data is { readonly message: string } {
  return typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string';
}

function hasErrors(data: unknown): data is { readonly errors: readonly unknown[] } {
  return typeof data === 'object' && data !== null && 'errors' in data && Array.isArray(data.errors);
}

/** The replacement value if GitHub says that there is no such object. */
export async function unlessGone<Answer, Gone>(asked: Promise<Answer>, gone: Gone): Promise<Answer | Gone> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Fault && error.code === 'github_gone') return gone;
    throw error;
  }
}
