/**
 * Checks where a request to the set-up page comes from. No header decides where a browser is sent; headers only lead to
 * refusals.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Language } from './page-words.ts';

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a person opened this page at an address of ours. Other sites can make a browser send requests to this
 * machine, and their names can resolve to it.
 */
export function isOpenedAsPage(headers: IncomingHttpHeaders, bases: readonly string[]): boolean {
  const { host = '' } = headers;
  const mode = headers['sec-fetch-mode'] ?? 'navigate';
  const destination = headers['sec-fetch-dest'] ?? 'document';
  return isOurHost(host, bases) && mode === 'navigate' && destination === 'document';
}

/** Whether a form was sent by a page of ours. */
export function isSentByOurPage(headers: IncomingHttpHeaders, bases: readonly string[]): boolean {
  const { origin } = headers;
  const site = headers['sec-fetch-site'] ?? 'same-origin';
  if (site !== 'same-origin' || !isOpenedAsPage(headers, bases)) return false;
  return origin === undefined || (URL.canParse(origin) && isOurHost(new URL(origin).host, bases));
}

/** A proxy in front may send either the public name or this machine's address. */
function isOurHost(host: string, bases: readonly string[]): boolean {
  return LOOPBACK.test(host) || bases.some((base) => new URL(base).host === host.toLowerCase());
}

export function isLocalUrl(url: string): boolean {
  return LOOPBACK.test(new URL(url).host);
}

/** The requested language, else what the browser prefers. */
export function languageOf(asked: string | null, accepted: string | undefined): Language {
  if (asked === 'en' || asked === 'ja') return asked;
  const wanted = (accepted ?? '').split(',').map((part, index) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
    return { language: tag.split('-')[0], quality: Number(quality ?? 1), index };
  });
  const best = wanted
    .filter(({ language, quality }) => (language === 'en' || language === 'ja') && quality > 0)
    .toSorted((left, right) => right.quality - left.quality || left.index - right.index)[0];
  return best?.language === 'ja' ? 'ja' : 'en';
}
