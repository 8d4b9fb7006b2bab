/** How one HTTP request goes to GitHub: within its time, told to the metrics, and never on to another repository. */
import { NotSent } from './process-pause.ts';

/** Told of every answer by its status, 0 when none came; never of a body or a header, which could be secret. */
export type OnCall = (call: { readonly status: number }) => void;

export interface Sending {
  /** Answers ids that are too long for a number as text. */
  readonly hasLongIds?: boolean;
  /** A redirect is the answer: it is not followed, and nobody there is shown our token. */
  readonly keepsRedirect?: true;
  /** Asked when its turn to be sent has come; true keeps it back with `NotSent`. */
  readonly isTooLate?: () => boolean;
}

/** Statuses that have no body by definition. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308]);

/**
 * `fetch` with a time limit over the whole answer. The body is read here because Octokit takes a body that
 * breaks off for a short one.
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

/** `repositoryId` is null for what is not about one repository. */
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
 * A write to a repository's former name is redirected to `/repositories/<id>/…`. Left to itself `fetch` would follow
 * with GET and take a list for what it asked to be created; and a redirect may lead into another repository, whose
 * answer is none for us.
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

/** Ids of more than 15 digits as text: as numbers they would lose their last digits. */
async function withLongIds(response: Response): Promise<Response> {
  const text = (await response.text()).replaceAll(/("id":\s*)(\d{16,})/g, '$1"$2"');
  return new Response(text, { status: response.status, headers: response.headers });
}
