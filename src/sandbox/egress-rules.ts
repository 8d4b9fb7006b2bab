/** Which host and port a sandbox may ask for, judged by name alone; addresses are judged after the lookup. Pure. */
import { isIP } from 'node:net';
import { isPublicAddress } from '../net/public-address.ts';

export type EgressPolicy =
  | { readonly kind: 'none' }
  /** Exact names, or `*.suffix` for every name below a suffix. */
  | { readonly kind: 'allowlist'; readonly hosts: readonly string[] }
  | { readonly kind: 'open' };

export type Target = { readonly host: string; readonly port: number };
export type Verdict =
  | { readonly allowed: true; readonly target: Target }
  | { readonly allowed: false; readonly why: string };

const allowedPorts: readonly number[] = [80, 443];
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Splits `host:port` or `[address]:port` as CONNECT gives it; null when it is neither. */
export function parseAuthority(authority: string): Target | null {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]/@?#\s]+)):(\d{1,5})$/.exec(authority);
  if (match === null) return null;
  const host = (match[1] ?? match[2] ?? '').toLowerCase().replace(/\.$/, '');
  return { host, port: Number(match[3]) };
}

export function judge(policy: EgressPolicy, target: Target): Verdict {
  const { host, port } = target;
  if (policy.kind === 'none') return refuse('this sandbox has no network');
  if (!allowedPorts.includes(port)) return refuse(`only ports ${allowedPorts.join(' and ')} are open`);
  if (isIP(host) !== 0) {
    if (!isPublicAddress(host)) return refuse('the address is not a public one');
  } else if (!isHostName(host)) {
    return refuse('the host is not written as a plain host name or address');
  }
  if (policy.kind === 'allowlist' && !policy.hosts.some((pattern) => matches(pattern.toLowerCase(), host))) {
    return refuse('the host is not on the list of allowed hosts');
  }
  return { allowed: true, target };
}

function matches(pattern: string, host: string): boolean {
  return pattern.startsWith('*.')
    ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1
    : host === pattern;
}

/** A last label that is a number makes old resolvers read the whole as an address (`0x7f.1`, `2130706433`). */
function isHostName(host: string): boolean {
  const labels = host.split('.');
  return (
    host.length <= 253 && labels.every((part) => label.test(part)) && !/^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '')
  );
}

function refuse(why: string): Verdict {
  return { allowed: false, why };
}
