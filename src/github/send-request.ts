/**
 * Sends one HTTP request to GitHub: with a time limit, counted in the metrics, and never redirected to another
 * repository.
 */
import { NotSent } from './process-pause.ts';

/** Called for every answer with its status, 0 if none came; never with a body or header, which could be secret. */
export type OnCall = (call: { readonly status: number }) => void;

export interface Sending {
  /** The answer may contain ids that are too long for a number; they are returned as text. */
  readonly hasLongIds?: boolean;
  /** A redirect is the answer: it is not followed, so its target does not get our token. */
  readonly keepsRedirect?: true;
  /** Called when the request's turn has come; true holds it back with `NotSent`. */
  readonly isTooLate?: () => boolean;
}

/** Statuses that have no body by definition. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308]);

/**
 * `fetch` with a time limit for the whole answer. The body is read here because Octokit takes a truncated body for a
 * short one.
 */
export function createTimedFetch(timeoutMs: number, onCall: OnCall): typeof fetch {
  return async (input, init) => {
    let status = 0;
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      const body = await response.arrayBuffer();
      ({ status } = response);
      return new Response(BODILESS.has(status) ? null : body, { status, headers: response.headers });
    } finally {
      onCall({ status });
    }
  };
}

/** `repositoryId` is null for requests that are not about one repository. */
export function fetchFor(
  { hasLongIds, keepsRedirect, isTooLate }: Sending,
  timedFetch: typeof fetch,
  repositoryId: number | null,
): typeof fetch {
  return async (input, init) => {
    if (isTooLate?.() === true) throw new NotSent();
    if (keepsRedirect === true) return timedFetch(input, { ...init, redirect: 'manual' });
    const isWrite = (init?.method ?? 'GET') !== 'GET';
    const response =
      isWrite && repositoryId !== null
        ? await followRename(timedFetch, repositoryId, input, init)
        : await timedFetch(input, init);
    return hasLongIds === true ? withLongIds(response) : response;
  };
}

/**
 * A write to a repository's former name is redirected to `/repositories/<id>/…`. `fetch` itself would follow with GET
 * and return a list instead of what was created; and a redirect may lead to another repository, whose answer we must
 * not use.
 */
async function followRename(
  send: typeof fetch,
  repositoryId: number,
  ...[input, init]: Parameters<typeof fetch>
): Promise<Response> {
  const first = await send(input, { ...init, redirect: 'manual' });
  if (!REDIRECTS.has(first.status)) return first;
  const from = new URL(input instanceof Request ? input.url : String(input));
  const to = new URL(first.headers.get('location') ?? '', from);
  const isSameRepository = to.pathname.replace(/^\/api\/v3/, '').startsWith(`/repositories/${repositoryId}/`);
  if (to.origin === from.origin && isSameRepository) return send(to, { ...init, redirect: 'error' });
  return Response.json({ message: 'It was moved to another repository' }, { status: 410 });
}

/** Returns ids of more than 15 digits as text, since numbers would lose their last digits. */
async function withLongIds(response: Response): Promise<Response> {
  const text = (await response.text()).replaceAll(/("id":\s*)(\d{16,})/g, '$1"$2"');
  return new Response(text, { status: response.status, headers: response.headers });
}
