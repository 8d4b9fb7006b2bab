import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Sandbox } from '../../src/ports/sandbox.ts';
import { createGateway } from '../../src/sandbox/gateway.ts';
import { tlsServerOf } from './tls-pair.ts';
import { never, newId, run, sandboxesOf, specOf } from './rig.ts';

const sandboxes = sandboxesOf(newId());
const taskId = newId();
const denied: string[] = [];
const hanging: string[] = [];
const agents: string[] = [];
const big = Buffer.alloc(24 * 1024 * 1024, 'planwright');
let received = '';
let sandbox: Sandbox;

const outside = createServer((_request, response) => response.end('hello from outside'));
const outsideTls = tlsServerOf(outside);
const gateway = createGateway({
  git: (request, response) => {
    agents.push(request.headers['user-agent'] ?? '');
    if (request.url?.includes('hang')) {
      hanging.push(request.url);
      return;
    }
    if (request.method === 'POST') {
      const hash = createHash('sha256');
      request
        .on('data', (chunk: Buffer) => hash.update(chunk))
        .on('end', () => {
          received = hash.digest('hex');
          response.end('stored');
        });
      return;
    }
    response.end(request.url?.includes('big') ? big : 'hello from git');
  },
  egress: { kind: 'allowlist', hosts: ['registry.npmjs.org', 'rebind.example.com'] },
  log: {
    info: ({ host, port }: { host: string; port: number }) => {
      denied.push(`${host}:${port}`);
    },
    warn: () => undefined,
  },
  hooks: {
    resolve: async (host) => (host === 'rebind.example.com' ? ['10.0.0.1'] : ['203.0.113.7']),
    connect: (_address, port) => connect(((port === 443 ? outsideTls : outside).address() as AddressInfo).port),
    clientHelloMs: 10_000,
  },
});

beforeAll(async () => {
  for (const server of [outside, outsideTls])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sandbox = await sandboxes.create(specOf(taskId), gateway);
  await run(
    sandbox,
    `cat > fetch.mjs <<'END'
import http from 'node:http';
import tls from 'node:tls';
import { createHash } from 'node:crypto';
const [method, path, size] = process.argv.slice(2);
const request = http.request({ host: '127.0.0.1', port: 8118, method, path, agent: false }, (response) => {
  const hash = createHash('sha256'); let bytes = 0; let text = '';
  response.on('data', (chunk) => { hash.update(chunk); bytes += chunk.length; if (bytes < 1000) text += chunk; });
  response.on('end', () => console.log(response.statusCode, bytes, hash.digest('hex'), text.trim()));
});
request.on('connect', (response, socket) => {
  if (response.statusCode !== 200) { console.log(response.statusCode); process.exit(); }
  const servername = process.argv[5] ?? path.split(':')[0];
  const shared = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2', checkServerIdentity: () => undefined };
  const inside = tls.connect({ ...shared, socket, servername, pskCallback: () => ({ psk: Buffer.alloc(16, 7), identity: 'x' }) });
  inside.on('error', (error) => console.log(error.code));
  inside.end('GET / HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n');
  inside.pipe(process.stdout);
});
request.on('error', (error) => { console.log('broken', error.code); process.exitCode = 1; });
request.end(size ? Buffer.alloc(Number(size), 'planwright') : undefined);
END`,
  );
});
afterAll(async () => {
  await sandbox.detach();
  await sandboxes.remove(taskId);
  outside.closeAllConnections();
  outside.close();
  outsideTls.close();
});

const gitUrl = '/project.git/info/refs?service=';

describe('the network of a sandbox (S6, S7)', () => {
  it('has no interface but its own loopback', async () => {
    expect((await run(sandbox, 'ls /sys/class/net')).stdout.trim()).toBe('lo');
    expect(await run(sandbox, 'timeout 2 bash -c "echo > /dev/tcp/172.17.0.1/22"')).not.toMatchObject({ exitCode: 0 });
  });

  it('reaches the git handler on its own loopback port, and only that path', async () => {
    expect((await run(sandbox, `node fetch.mjs GET '${gitUrl}git-upload-pack'`)).stdout).toContain('hello from git');
    expect((await run(sandbox, 'node fetch.mjs GET /other')).stdout).toMatch(/^404 /);
  });

  it('moves large bodies both ways unchanged, with bounded memory here', async () => {
    const before = process.memoryUsage().rss;
    const hash = createHash('sha256').update(big).digest('hex');
    expect((await run(sandbox, `node fetch.mjs GET '${gitUrl}big'`)).stdout).toContain(`200 ${big.length} ${hash}`);
    expect((await run(sandbox, `node fetch.mjs POST /project.git/git-receive-pack ${big.length}`)).stdout).toContain(
      'stored',
    );
    expect(received).toBe(hash);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2);
  });

  it('serves many connections at once', async () => {
    const { stdout } = await run(sandbox, `for i in $(seq 12); do node fetch.mjs GET '${gitUrl}x' & done; wait`);
    expect(stdout.match(/hello from git/g)).toHaveLength(12);
  });

  it('tunnels to allowed hosts and refuses and reports the others', async () => {
    expect((await run(sandbox, 'node fetch.mjs CONNECT registry.npmjs.org:443')).stdout).toContain(
      'hello from outside',
    );
    expect((await run(sandbox, 'node fetch.mjs CONNECT registry.npmjs.org:443 "" evil.test')).stdout).toBe('EPROTO\n');
    expect((await run(sandbox, 'node fetch.mjs GET http://registry.npmjs.org/')).stdout).toContain(
      'hello from outside',
    );
    for (const target of ['evil.test:443', 'rebind.example.com:443', '169.254.169.254:80', '0x7f.1:80']) {
      expect((await run(sandbox, `node fetch.mjs CONNECT ${target}`)).stdout).toBe('403\n');
      expect(denied).toContain(target);
    }
  });

  it('tells with the result of a command what it was denied and by which rule, each once, and nothing else (EXEC-2)', async () => {
    await run(sandbox, 'true');
    const why = 'the host is not on the list of allowed hosts';
    const twice = 'for i in 1 2; do node fetch.mjs CONNECT evil.test:443; node fetch.mjs CONNECT other.test:443; done';
    expect((await run(sandbox, twice)).denied).toEqual({
      to: [
        { host: 'evil.test', port: 443, why },
        { host: 'other.test', port: 443, why },
      ],
      more: 0,
    });
    expect(await run(sandbox, 'echo Connections that were denied: evil.test:443')).not.toHaveProperty('denied');
    expect(await run(sandbox, 'curl -sS http://registry.npmjs.org/')).not.toHaveProperty('denied');
    const other = await run(sandbox, 'node fetch.mjs CONNECT registry.npmjs.org:443 "" evil.test');
    expect(other.denied?.to).toEqual([
      { host: 'registry.npmjs.org', port: 443, why: 'TLS was begun with another server (SNI "evil.test")' },
    ]);
  });

  it('lets ordinary tools use it through the environment alone', async () => {
    expect(await run(sandbox, 'curl -sS http://registry.npmjs.org/')).toMatchObject({ stdout: 'hello from outside' });
    expect((await run(sandbox, 'curl -sS -o /dev/null -w "%{http_connect}" https://evil.test/')).stdout).toBe('403');
    await run(sandbox, 'git ls-remote http://127.0.0.1:8118/project.git');
    expect(agents.some((agent) => agent.startsWith('git/'))).toBe(true);
  });

  it('marks a command whose connection broke because the service went away', async () => {
    const request = { key: newId(), command: `node fetch.mjs GET '${gitUrl}hang'`, timeoutMs: 20_000 };
    const lost = sandbox.run(request, never);
    lost.catch(() => undefined);
    await run(sandbox, 'until (cat /proc/net/tcp | grep -q ":1FB6 .* 01 "); do sleep 0.02; done');
    const next = await sandboxes.attach(taskId, gateway);
    await expect(lost).rejects.toThrow('Another driver');
    expect(await next?.run(request, never)).toMatchObject({ exitCode: 1, connectionLost: true });
    expect(hanging.length).toBeLessThanOrEqual(1);
    if (next !== null) sandbox = next;
  });
});
