/** The requests, kept for searching for leaks: the newest within a size limit. The client's own key is not kept. */
import type { IncomingHttpHeaders } from 'node:http';

export interface LoggedRequest {
  readonly number: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bodyText: string;
  status: number;
}

const KEPT_BYTES = 64 * 1024 * 1024;

export interface RequestLog {
  readonly entries: readonly LoggedRequest[];
  add(entry: LoggedRequest): LoggedRequest;
}

export function createRequestLog(): RequestLog {
  const entries: LoggedRequest[] = [];
  let bytes = 0;
  return {
    entries,
    add(entry) {
      const { authorization: _authorization, 'x-api-key': _key, ...headers } = entry.headers;
      const kept = { ...entry, headers };
      entries.push(kept);
      bytes += entry.bodyText.length;
      while (bytes > KEPT_BYTES && entries.length > 1) bytes -= entries.shift()?.bodyText.length ?? 0;
      return kept;
    },
  };
}
