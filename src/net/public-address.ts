/**
 * Which addresses may be contacted for a sandbox or the author of an issue: only public ones, so that neither this
 * machine nor its neighbours can be reached.
 */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** 203.0.113.0/24 (TEST-NET-3) is left out on purpose: package mirrors are published under it. */
const REFUSED_4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Azure's platform service, a public address that answers from inside its machines.
  ['168.63.129.16', 32],
];

/** Everything that is not global unicast, and the ranges inside it that lead to IPv4 or nowhere. */
const REFUSED_6: readonly (readonly [string, number])[] = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const refused4 = new BlockList();
for (const [address, prefix] of REFUSED_4) refused4.addSubnet(address, prefix, 'ipv4');
const refused6 = new BlockList();
for (const [address, prefix] of REFUSED_6) refused6.addSubnet(address, prefix, 'ipv6');

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused4.check(address, 'ipv4');
    case 6:
      return !address.includes('%') && !refused6.check(address, 'ipv6');
    default:
      return false;
  }
}

export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveHere: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * The addresses of a host, resolved once; null if one of them is not public, since nobody publishes both kinds with
 * good intentions. The caller must connect to one of these, so that a different second answer (DNS rebinding) gains
 * nothing.
 */
export async function publicAddresses(host: string, resolve: Resolve = resolveHere): Promise<readonly string[] | null> {
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  return addresses.length > 0 && addresses.every(isPublicAddress) ? addresses : null;
}
