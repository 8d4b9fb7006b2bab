/**
 * What tools printed here against registries that misbehave (pip 23.0, npm 11, apt 2.6, Maven 3.8, Python 3.11, Node 20,
 * dd); of Go as published in golang/go#35516, of conda as in conda/conda#7172 and #7800.
 */
import { describe, expect, it } from '@jest/globals';
import { classifyTrouble } from '../../src/environments/classify-trouble.ts';

const PIP_NONE = `ERROR: Could not find a version that satisfies the requirement requests (from versions: none)
ERROR: No matching distribution found for requests`;
const pipRetrying = (why: string) =>
  `WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by ${why}: /simple/requests/\n${PIP_NONE}`;
const maven = (why: string) =>
  `[ERROR] Plugin org.apache.maven.plugins:maven-clean-plugin:2.5 or one of its dependencies could not be resolved: Failed to read artifact descriptor for org.apache.maven.plugins:maven-clean-plugin:jar:2.5: Could not transfer artifact org.apache.maven.plugins:maven-clean-plugin:pom:2.5 from/to m (http://127.0.0.1:4871/): transfer failed for http://127.0.0.1:4871/maven-clean-plugin-2.5.pom${why} -> [Help 1]`;

const PRINTED = {
  network: [
    pipRetrying(`'ProtocolError('Connection aborted.', ConnectionResetError(104, 'Connection reset by peer'))'`),
    pipRetrying(
      `'NewConnectionError('<pip._vendor.urllib3.connection.HTTPConnection object at 0x7fa7ba211610>: Failed to establish a new connection: [Errno 111] Connection refused')'`,
    ),
    pipRetrying(
      `'ReadTimeoutError("HTTPConnectionPool(host='127.0.0.1', port=4871): Read timed out. (read timeout=2.0)")'`,
    ),
    'npm error code ECONNRESET\nnpm error network request to http://127.0.0.1:4872/left-pad failed, reason: socket hang up',
    "npm error   code: 'ECONNREFUSED',\nnpm error   syscall: 'connect',",
    'npm error code ENOTFOUND\nnpm error syscall getaddrinfo',
    'npm error code FETCH_ERROR\nnpm error network timeout at: http://127.0.0.1:4871/hang/left-pad',
    'E: Failed to fetch http://127.0.0.1:4999/debian/dists/bookworm/InRelease  Could not connect to 127.0.0.1:4999 (127.0.0.1). - connect (111: Connection refused)',
    "E: Failed to fetch http://no-such-host.invalid/debian/dists/bookworm/InRelease  Could not resolve 'no-such-host.invalid'",
    'Err:1 http://127.0.0.1:4872/debian bookworm InRelease\n  Connection failed [IP: 127.0.0.1 4872]',
    maven(': Connect to 127.0.0.1:4999 [/127.0.0.1] failed: Connection refused'),
    maven(': no-such-host.invalid: Name or service not known'),
    maven(': Connection reset'),
    'go: github.com/pkg/errors@v0.9.1: Get "https://proxy.golang.org/github.com/pkg/errors/@v/v0.9.1.mod": dial tcp: lookup proxy.golang.org: no such host',
    'go: cloud.google.com/go@v0.38.0: Get https://proxy.golang.org/cloud.google.com/go/@v/v0.38.0.mod: dial tcp: i/o timeout',
    'CondaHTTPError: HTTP 000 CONNECTION FAILED for url <https://repo.continuum.io/pkgs/free/noarch/repodata.json.bz2>\nElapsed: -',
  ],
  server: [
    'npm error code E503\nnpm error 503 Service Unavailable - GET http://127.0.0.1:4871/left-pad',
    'W: Failed to fetch http://127.0.0.1:4871/debian/dists/bookworm/InRelease  503  Service Unavailable [IP: 127.0.0.1 4871]',
    maven(', status: 503 Service Unavailable'),
    pipRetrying(`'ResponseError('too many 503 error responses')'`),
    'ERROR: HTTP error 503 while getting https://files.pythonhosted.org/packages/requests-2.31.0-py3-none-any.whl',
    'go: github.com/pkg/errors@v0.9.1: reading https://proxy.golang.org/github.com/pkg/errors/@v/v0.9.1.mod: 503 Service Unavailable',
    'CondaHTTPError: HTTP 503 SERVICE UNAVAILABLE: BACK-END SERVER IS AT CAPACITY for url <https://conda.anaconda.org/conda-forge/linux-64/repodata.json>',
    'curl: (56) CONNECT tunnel failed, response 502',
    'npm error tunneling socket could not be established, statusCode=502',
  ],
  lock: [
    'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 13467 (python3)\nE: Unable to lock directory /var/lib/apt/lists/',
    'E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?',
    'dpkg: error: dpkg frontend lock was locked by another process with pid 1234',
    'LockError: Failed to acquire lock.',
  ],
  fatal: [
    "dd: writing to '/dev/full': No space left on device",
    'npm error code ENOSPC\nnpm error syscall write',
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    'Traceback (most recent call last):\n  File "<string>", line 1, in <module>\nMemoryError',
    'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space',
    'c++: fatal error: Killed signal terminated program cc1plus\ncompilation terminated.',
    'Killed: out of memory (limit 2 GB). Use less memory: fewer parallel jobs, smaller inputs.',
    // It says that it cannot be reached, too.
    'npm error code ECONNRESET\nnpm error code ENOSPC',
  ],
  repairable: [
    PIP_NONE,
    'npm error code E404\nnpm error 404 Not Found - GET http://127.0.0.1:4871/nf/left-pad',
    'npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree',
    '[ERROR] Could not find artifact org.apache.maven.plugins:maven-clean-plugin:jar:2.5 in m (http://127.0.0.1:4871/nf/) -> [Help 1]',
    'E: Unable to locate package no-such-package',
    'ResolvePackageNotFound:\n  - no-such-package',
    'go: github.com/pkg/nope@v9.9.9: invalid version: unknown revision v9.9.9',
    'error: subprocess-exited-with-error: port 5030 and 50300 bytes were read',
    '',
  ],
} as const;

describe('why a command of the set-up failed (ENV-4)', () => {
  it.each(
    (Object.keys(PRINTED) as (keyof typeof PRINTED)[]).flatMap((kind) => PRINTED[kind].map((text) => [kind, text])),
  )('is %s: %.90s', (kind, output) => {
    expect(classifyTrouble({ exit_code: 1, output })).toBe(kind);
  });

  it('is the memory where the kernel killed it, and nothing to wait for where only the output is another one', () => {
    expect(classifyTrouble({ exit_code: 137, output: '' })).toBe('fatal');
    expect(classifyTrouble({ exit_code: 0, output: 'Connection refused' })).toBe('repairable');
  });

  it('is nothing to wait for where the rules of the network denied it', () => {
    const output = pipRetrying("'NewConnectionError('Connection refused')'");
    expect(classifyTrouble({ exit_code: 1, output, denied: { to: [], more: 1 } })).toBe('repairable');
  });

  it('is found at both ends of a long output, in a bounded time', () => {
    const long = 'status code: 5 '.repeat(1_000_000);
    const began = process.cpuUsage();
    expect(classifyTrouble({ exit_code: 1, output: `ECONNRESET ${long}` })).toBe('network');
    expect(classifyTrouble({ exit_code: 1, output: `${long} ECONNRESET` })).toBe('network');
    expect(classifyTrouble({ exit_code: 1, output: long })).toBe('repairable');
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
  });
});
