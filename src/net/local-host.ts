/** Hosts that GitHub and its relays cannot reach: this machine, or its network. */
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** As `URL` gives it, with `0x7f.1` and `127.1` already normalised. A name may end with a dot. */
export function isLocalHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(bare) !== 0) return !isPublicAddress(bare);
  return !bare.includes('.') || /\.(?:local|localhost|internal|lan|home\.arpa)$/i.test(bare);
}
