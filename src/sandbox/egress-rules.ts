/** The hosts and ports a sandbox may ask for, judged by name only; addresses are judged after the lookup. */
import { isIP } from 'node:net';
import { isPublicAddress } from '../net/public-address.ts';

export type EgressPolicy =
  | { readonly kind: 'none' }
  /** Exact names, or `*.suffix` for every name below a suffix. */
  | { readonly kind: 'allowlist'; readonly hosts: readonly string[] }
  | { readonly kind: 'open' };

export type Target = { readonly host: string; readonly port: number };

/** Package sources of common languages; the default of the `allowlist` policy. */
export const defaultEgressHosts: readonly string[] = [
  'registry.npmjs.org',
  'pypi.org',
  'files.pythonhosted.org',
  'repo.maven.apache.org',
  'repo1.maven.org',
  'plugins.gradle.org',
  'services.gradle.org',
  'proxy.golang.org',
  'sum.golang.org',
  'deb.debian.org',
  'security.debian.org',
  'conda.anaconda.org',
  'repo.anaconda.com',
];

/** A tunnel carries TLS, a request is plain HTTP; each has its own port. */
export type EgressWay = 'tunnel' | 'request';

const ports = { tunnel: 443, request: 80 } as const;
const wayInWords = { tunnel: 'CONNECT', request: 'plain HTTP' } as const;
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Splits `host:port` or `[address]:port` as given to CONNECT; null if it is neither. */
export function parseAuthority(authority: string): Target | null {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]/@?#\s]+)):(\d{1,5})$/.exec(authority);
  if (match === null) return null;
  const host = (match[1] ?? match[2] ?? '').toLowerCase().replace(/\.$/, '');
  return { host, port: Number(match[3]) };
}

/** Why the sandbox may not connect there, or null. */
export function objectionToTarget(policy: EgressPolicy, { host, port }: Target, way: EgressWay): string | null {
  if (policy.kind === 'none') return 'this sandbox has no network';
  if (port !== ports[way]) return `only port ${ports[way]} is open to ${wayInWords[way]}`;
  if (isIP(host) !== 0) {
    if (!isPublicAddress(host)) return 'the address is not a public one';
  } else if (!isHostName(host)) {
    return 'the host is not written as a plain host name or address';
  }
  const isListed = policy.kind === 'open' || policy.hosts.some((pattern) => matches(pattern.toLowerCase(), host));
  return isListed ? null : 'the host is not on the list of allowed hosts';
}

function matches(pattern: string, host: string): boolean {
  return pattern.startsWith('*.')
    ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1
    : host === pattern;
}

/** Old resolvers read a name as an address if its last label is a number (`0x7f.1`, `2130706433`). */
function isHostName(host: string): boolean {
  const labels = host.split('.');
  return (
    host.length <= 253 && labels.every((part) => label.test(part)) && !/^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '')
  );
}
