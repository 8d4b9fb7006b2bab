/**
 * The links that open the set-up page. Each has its own token and belongs to the address it was printed for, so that
 * nothing in a request decides where GitHub sends the browser afterwards. A token is used up by success, not by opening
 * the page; and it expires.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

export type Admission =
  /** With the address that this link was printed for. */
  { readonly kind: 'admitted'; readonly base: string } | { readonly kind: 'refused' | 'expired' | 'too_many' };

export interface OneTimeLinks {
  /** The addresses to open, in the order of the bases. */
  readonly urls: readonly string[];
  admit(token: string): Admission;
}

interface LinkParts {
  /** Addresses of the service, without a trailing slash. */
  readonly bases: readonly string[];
  readonly path: string;
  readonly now: () => number;
  readonly randomToken: () => string;
}

/** As long as GitHub allows for the whole way there and back. */
export const LINK_LIFE_MS = 60 * 60_000;
const MOST_WRONG = 10;
const WRONG_WITHIN_MS = 60_000;

export function createLinks({ bases, path, now, randomToken }: LinkParts): OneTimeLinks {
  const links = bases.map((base) => ({ base, token: randomToken() }));
  const expiresAt = now() + LINK_LIFE_MS;
  let wrong: readonly number[] = [];

  return {
    urls: links.map(({ base, token }) => `${base}${path}?token=${token}`),
    admit(token) {
      const at = now();
      wrong = wrong.filter((time) => at - time < WRONG_WITHIN_MS);
      const given = digest(token);
      const found = links.filter((link) => timingSafeEqual(digest(link.token), given))[0];
      // 256 bits cannot be guessed, so failed attempts do not lock out the owner of the link.
      if (found !== undefined) return at < expiresAt ? { kind: 'admitted', base: found.base } : { kind: 'expired' };
      if (wrong.length >= MOST_WRONG) return { kind: 'too_many' };
      wrong = [...wrong, at];
      return { kind: 'refused' };
    },
  };
}

/** Of fixed length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
