/**
 * Fetches one image: a few redirects, each checked first, each name resolved once and connected to the checked address.
 * The token is sent only with the first request, to GitHub itself. Images are fetched only from GitHub and its own file
 * hosts (I14), never from an address that a person can choose.
 */
import type { IncomingMessage } from 'node:http';
import { askPinned } from './ask-pinned.ts';
import { publicAddresses, type Resolve } from '../net/public-address.ts';
import type { Keeping } from '../ports/images.ts';

export interface FetchOptions {
  /** `https://github.com`, or the root of an Enterprise server. */
  readonly githubUrl: string;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

type FetchedImage =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly why: string }
  | NotNow;
type NotNow = Extract<Keeping, { readonly kind: 'not_now' }>;

const FILE_HOSTS = '.githubusercontent.com';
/** Attachments of public repositories are redirected to this bucket of GitHub's; only a redirect may lead there. */
const BUCKET = /^github-production-user-asset-[0-9a-f]{6}\.s3\.amazonaws\.com$/;
/** The addresses that GitHub gives to images dropped into a comment, today, formerly, and on Enterprise servers. */
const ATTACHMENT =
  /^\/(?:user-attachments\/(?:assets|files)\/|storage\/user\/\d+\/files\/|[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+\/assets\/\d+\/)[A-Za-z0-9_./-]+$/;
const IMAGES = 'image/png, image/jpeg, image/gif, image/webp';
const MAX_HOPS = 4;
const TIMEOUT_MS = 15_000;
/** The model's API accepts 5 MB of base64, which is 3.75 MB of image. */
export const MAX_BYTES = 3_700_000;

/** `token` is called if the first request goes to GitHub itself. */
export async function fetchImage(
  options: FetchOptions,
  from: string,
  token: () => Promise<string>,
  signal: AbortSignal,
): Promise<FetchedImage> {
  const base = new URL(options.githubUrl);
  const timed = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)]);
  if (!URL.canParse(from)) return refused('its address cannot be read');
  let url = new URL(from);
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const objection = objectionTo(url, base, hop > 0);
    if (objection !== null) return refused(hop === 0 ? objection : `it was redirected, and there ${objection}`);
    const isOurs = url.origin === base.origin;
    const authorization = hop === 0 && isOurs ? `token ${await token()}` : null;
    try {
      // The operator's own server may have any address, also on this machine.
      const mayBeAnywhere = isOurs && url.hostname !== 'github.com';
      const addresses = mayBeAnywhere ? [] : await publicAddresses(url.hostname, options.resolve);
      if (addresses === null) return refused('its host leads to an address that is not public');
      const answer = await askPinned(url, {
        address: addresses[0] ?? null,
        authorization,
        accept: IMAGES,
        signal: timed,
      });
      const outcome = await take(answer, options.maxBytes ?? MAX_BYTES);
      if (outcome.kind !== 'moved') return outcome;
      if (!URL.canParse(outcome.to, url.href)) return refused('it was redirected to an address that cannot be read');
      url = new URL(outcome.to, url);
    } catch {
      signal.throwIfAborted();
      return notNow(timed.aborted ? 'it took too long to fetch' : 'it could not be fetched');
    }
  }
  return refused('it was redirected too often');
}

/** Why the address may not be requested, or null. `base` is the GitHub in use; `redirected` after the first request. */
export function objectionTo(url: URL, base: URL, redirected: boolean): string | null {
  if (url.username !== '' || url.password !== '') return 'its address holds a name or password';
  if (url.origin === base.origin)
    return ATTACHMENT.test(url.pathname) ? null : 'its address is no attachment of GitHub';
  if (url.protocol !== 'https:' || url.port !== '') return 'its address is not one of GitHub';
  if (url.hostname.endsWith(FILE_HOSTS)) return null;
  return redirected && BUCKET.test(url.hostname) ? null : 'its address is not one of GitHub';
}

type Taken = FetchedImage | { readonly kind: 'moved'; readonly to: string };

async function take(answer: IncomingMessage, maxBytes: number): Promise<Taken> {
  const { statusCode: status = 0, headers } = answer;
  answer.on('error', () => undefined);
  try {
    if (status >= 301 && status <= 308 && headers.location !== undefined)
      return { kind: 'moved', to: headers.location };
    if (isPassing(status, headers)) return notNow(`GitHub answered ${status}`, headers['retry-after']);
    if (status !== 200) return refused(`GitHub answered ${status}`);
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') return refused('it came compressed');
    if (Number(headers['content-length'] ?? 0) > maxBytes) return refused('it is too large');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) return refused('it is too large');
      chunks.push(chunk as Buffer);
    }
    return answer.complete ? { kind: 'bytes', bytes: Buffer.concat(chunks) } : notNow('it broke off');
  } finally {
    answer.destroy();
  }
}

/** As for every other answer of GitHub (`translate-error.ts`): an outage, or a limit. */
function isPassing(status: number, headers: IncomingMessage['headers']): boolean {
  return status >= 500 || status === 408 || status === 429 || (status === 403 && headers['retry-after'] !== undefined);
}

function refused(why: string): { readonly kind: 'refused'; readonly why: string } {
  return { kind: 'refused', why };
}

/** GitHub gives `Retry-After` in seconds. */
function notNow(why: string, retryAfter = ''): NotNow {
  return { kind: 'not_now', why, afterMs: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : null };
}
