/** One HTTP request as it went, for metrics: no body, no header that could be secret. */
export interface GitHubCall {
  readonly method: string;
  readonly path: string;
  /** 0 when no answer came. */
  readonly status: number;
  readonly durationMs: number;
  readonly limit: number | null;
  readonly remaining: number | null;
}

export type OnCall = (call: GitHubCall) => void;

/** Statuses that have no body by definition. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * `fetch` with a time limit over the whole answer. The body is read here because Octokit takes a body that
 * breaks off for a short one.
 */
export function createTimedFetch(timeoutMs: number, onCall: OnCall): typeof fetch {
  return async (input, init) => {
    const beganAt = performance.now();
    const method = init?.method ?? 'GET';
    const { pathname: path } = new URL(input instanceof Request ? input.url : String(input));
    const report = (status: number, headers: Headers): void =>
      onCall({
        method,
        path,
        status,
        durationMs: performance.now() - beganAt,
        limit: numberOf(headers.get('x-ratelimit-limit')),
        remaining: numberOf(headers.get('x-ratelimit-remaining')),
      });
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      const body = await response.arrayBuffer();
      report(response.status, response.headers);
      return new Response(BODILESS.has(response.status) ? null : body, {
        status: response.status,
        headers: response.headers,
      });
    } catch (error) {
      report(0, new Headers());
      throw error;
    }
  };
}

function numberOf(header: string | null): number | null {
  const value = Number(header);
  return header === null || !Number.isFinite(value) ? null : value;
}
