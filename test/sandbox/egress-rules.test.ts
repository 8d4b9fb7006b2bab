import { describe, expect, it } from '@jest/globals';
import {
  defaultEgressHosts,
  objectionToTarget,
  parseAuthority,
  type EgressPolicy,
} from '../../src/sandbox/egress-rules.ts';
import { isPublicAddress } from '../../src/net/public-address.ts';

const open: EgressPolicy = { kind: 'open' };

function allows(policy: EgressPolicy, authority: string): boolean {
  const target = parseAuthority(authority);
  return target !== null && objectionToTarget(policy, target, target.port === 80 ? 'request' : 'tunnel') === null;
}

describe('egress rules (S6, S7)', () => {
  it.each([
    '0x7f.1:80',
    '2130706433:80',
    '0x7f000001:443',
    '017700000001:80',
    '127.1:80',
    '127.0.0.1:80',
    '[::1]:80',
    '[::ffff:127.0.0.1]:443',
    '[::ffff:7f00:1]:443',
    '0.0.0.0:80',
    '169.254.169.254:80',
    '168.63.129.16:80',
    '[fd00:ec2::254]:80',
    '10.0.0.1:443',
    '172.17.0.1:443',
    '192.168.1.1:443',
    '100.64.0.1:443',
    'user@example.com:443',
    'exa mple.com:443',
    'example.com',
    'example.com:',
    ':443',
    'example..com:443',
    'a/b:443',
    '１２７.0.0.1:80',
  ])('refuses %s even when the policy is open', (authority) => {
    expect(allows(open, authority)).toBe(false);
  });

  it('opens port 443 to tunnels, port 80 to plain requests, and no others (issue 10.4)', () => {
    const asked = [80, 443, 22, 6379, 0].map((port) => ({ host: 'example.com', port }));
    const opened = (way: 'tunnel' | 'request'): boolean[] =>
      asked.map((target) => objectionToTarget(open, target, way) === null);
    expect({ tunnel: opened('tunnel'), request: opened('request') }).toEqual({
      tunnel: [false, true, false, false, false],
      request: [true, false, false, false, false],
    });
  });

  it('lets through exact names and names below a suffix, in any case, with a final dot', () => {
    const policy: EgressPolicy = { kind: 'allowlist', hosts: ['registry.npmjs.org', '*.example.com'] };
    expect(
      ['registry.npmjs.org:443', 'REGISTRY.npmjs.org.:443', 'a.example.com:443', 'a.b.example.com:443'].every(
        (authority) => allows(policy, authority),
      ),
    ).toBe(true);
    expect(
      [
        'example.com:443',
        'evilexample.com:443',
        'registry.npmjs.org.evil.com:443',
        'npmjs.org:443',
        'xregistry.npmjs.org:443',
        '93.184.216.34:443',
      ].some((authority) => allows(policy, authority)),
    ).toBe(false);
  });

  it('refuses everything when there is no network', () => {
    expect(defaultEgressHosts.some((host) => allows({ kind: 'none' }, `${host}:443`))).toBe(false);
  });

  it('allows the default registries by the default list', () => {
    expect(
      defaultEgressHosts.every((host) => allows({ kind: 'allowlist', hosts: defaultEgressHosts }, `${host}:443`)),
    ).toBe(true);
  });
});

describe('public addresses', () => {
  it.each(['93.184.216.34', '203.0.113.9', '8.8.8.8', '2606:2800:220:1::1', '2a00:1450:4001::1'])(
    'accepts %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '127.255.255.255',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.255.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.127.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:93.184.216.34',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001::1',
    '',
    'localhost',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
