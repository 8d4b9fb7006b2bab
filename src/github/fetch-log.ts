/**
 * Fetches a job's log from the address that GitHub redirected to: without a token, each redirect checked first, and
 * only its end kept, whatever its size.
 */
import type { IncomingMessage } from 'node:http';
import { publicAddresses, type Resolve } from '../net/public-address.ts';
import type { CheckReport } from '../ports/commit-checks.ts';
import { askPinned } from './ask-pinned.ts';

export interface LogOptions {
  /** The root of an Enterprise server, which may have any address, also on this machine; null for github.com. */
  readonly ownServer: string | null;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

type FetchedLog = Pick<CheckReport, 'log' | 'withoutLog'>;

const MAX_HOPS = 3;
const TRIES = 2;
const TIMEOUT_MS = 30_000;
/** The whole log is transferred, since the storage may not support reading only its end. */
const MAX_BYTES = 200 * 1024 * 1024;
const KEPT_BYTES = 256 * 1024;

const UNREACHABLE: FetchedLog = { log: null, withoutLog: 'unreachable' };
const TOO_LARGE: FetchedLog = { log: null, withoutLog: 'too_large' };

/** Errors are retried once; a log that is too large is not. */
export async function fetchLog(options: LogOptions, from: string): Promise<FetchedLog> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const fetched = await fetchOnce(options, from).catch(() => null);
    if (fetched !== null) return fetched;
  }
  return UNREACHABLE;
}

async function fetchOnce(
  { ownServer, resolve, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES }: LogOptions,
  from: string,
): Promise<FetchedLog | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = new URL(from);
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const isOwn = ownServer !== null && url.origin === new URL(ownServer).origin;
    if (!isOwn && !mayBeAsked(url)) return UNREACHABLE;
    const addresses = isOwn ? [] : await publicAddresses(url.hostname, resolve);
    if (addresses === null) return UNREACHABLE;
    const asking = { address: addresses[0] ?? null, authorization: null, accept: 'text/plain, */*', signal };
    const answer = await askPinned(url, asking);
    const { statusCode: status = 0, headers } = answer;
    if (status === 200) return endOf(answer, maxBytes);
    answer.destroy();
    if (status < 301 || status > 308 || headers.location === undefined) return null;
    url = new URL(headers.location, url);
  }
  return null;
}

function mayBeAsked(url: URL): boolean {
  return url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
}

/** The end of it, from the beginning of a line. */
async function endOf(answer: IncomingMessage, maxBytes: number): Promise<FetchedLog | null> {
  const kept: Buffer[] = [];
  let size = 0;
  let all = 0;
  try {
    if (Number(answer.headers['content-length'] ?? 0) > maxBytes) return TOO_LARGE;
    for await (const chunk of answer) {
      kept.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      all += (chunk as Buffer).length;
      if (all > maxBytes) return TOO_LARGE;
      for (let first = kept[0]; first !== undefined && size - first.length >= KEPT_BYTES; first = kept[0]) {
        kept.shift();
        size -= first.length;
      }
    }
    if (!answer.complete) return null;
  } finally {
    answer.destroy();
  }
  const end = Buffer.concat(kept).subarray(-KEPT_BYTES);
  const text = end.toString('utf8');
  const log = all > end.length ? text.slice(text.indexOf('\n') + 1) : text.replace(/^\uFEFF/, '');
  return { log, withoutLog: null };
}
