import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { EgressPolicy } from '../../src/sandbox/egress-rules.ts';
import { createGateway } from '../../src/sandbox/gateway.ts';
import { tlsClient, tlsServerOf } from './tls-pair.ts';

/** Stands where the internet would be. */
const outside = createServer((incoming, response) => {
  response.setHeader('x-seen', JSON.stringify(incoming.headers));
  let body = '';
  incoming
    .on('data', (chunk: Buffer) => {
      body += chunk.toString();
    })
    .on('end', () => {
      asked.push(`${incoming.method} ${incoming.headers.host}${incoming.url} ${body}`.trim());
      response.end(`${incoming.method} ${incoming.url}`);
    });
});
const outsideTls = tlsServerOf(outside);
const asked: string[] = [];
const denials: string[] = [];
const resolved: string[] = [];
const addresses: Record<string, readonly string[]> = {
  'registry.npmjs.org': ['203.0.113.7'],
  'rebind.example.com': ['203.0.113.7', '127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
};
const gateways: Server[] = [];

async function gatewayPort(egress: EgressPolicy): Promise<number> {
  const gateway = createGateway({
    git: (incoming, response) => response.end(`git ${incoming.url}`),
    egress,
    log: {
      info: ({ host, port, why }: { host: string; port: number; why: string }) => {
        denials.push(`${host}:${port} ${why}`);
      },
      warn: () => undefined,
    },
    hooks: {
      resolve: async (host) => {
        resolved.push(host);
        const found = addresses[host];
        if (found === undefined) throw new Error('ENOTFOUND');
        return found;
      },
      connect: (_address, to) => connect(portOf(to === 443 ? outsideTls : outside), '127.0.0.1'),
      clientHelloMs: 5000,
    },
  });
  gateways.push(gateway);
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  return portOf(gateway);
}

function portOf(server: { address(): unknown }): number {
  return (server.address() as AddressInfo).port;
}

let port = 0;
beforeAll(async () => {
  for (const server of [outside, outsideTls])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = await gatewayPort({ kind: 'allowlist', hosts: ['registry.npmjs.org', '*.example.com'] });
});
afterAll(() => {
  for (const server of [outside, ...gateways]) {
    server.closeAllConnections();
    server.close();
  }
  outsideTls.close();
});

function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; headers: IncomingMessage['headers'] }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => {
          text += chunk;
        })
        .on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
    })
      .on('error', reject)
      .end();
  });
}

function connectThrough(authority: string): Promise<{ status: number; text: string; socket: Socket }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method: 'CONNECT', path: authority, agent: false });
    asked
      .on('connect', (response, socket: Socket, head) => {
        if (response.statusCode === 200) return resolve({ status: 200, text: '', socket });
        let text = head.toString();
        socket
          .on('data', (chunk: Buffer) => {
            text += chunk.toString();
          })
          .on('end', () => resolve({ status: response.statusCode ?? 0, text, socket }));
      })
      .on('error', reject)
      .end();
  });
}

/** All that is answered until the connection ends. */
function textOf(socket: Socket, said: string): Promise<string> {
  return new Promise((resolve) => {
    let all = '';
    socket
      .on('data', (chunk: Buffer) => {
        all += chunk.toString();
      })
      .on('error', () => undefined)
      .on('close', () => resolve(all));
    socket.write(said);
  });
}

describe('gateway', () => {
  it('hands git requests, and only those, to the git handler', async () => {
    expect((await get('/project.git/info/refs?service=git-upload-pack')).text).toBe(
      'git /project.git/info/refs?service=git-upload-pack',
    );
    for (const path of [
      '/',
      '/other.git/info/refs',
      '/project.git/../x/info/refs',
      '/project.git/config',
      '/project.git/objects/info/packs',
    ])
      expect((await get(path)).status).toBe(404);
  });

  it("forwards plain HTTP to an allowed host without the proxy's own headers", async () => {
    const answer = await get('http://registry.npmjs.org/left-pad?x=1', {
      'proxy-authorization': 'Basic x',
      'x-mine': 'yes',
    });
    expect(answer).toMatchObject({ status: 200, text: 'GET /left-pad?x=1' });
    expect(JSON.parse(String(answer.headers['x-seen']))).toMatchObject({ host: 'registry.npmjs.org', 'x-mine': 'yes' });
    expect(String(answer.headers['x-seen'])).not.toContain('proxy-authorization');
  });

  it('tunnels CONNECT to an allowed host', async () => {
    const { status, socket } = await connectThrough('registry.npmjs.org:443');
    expect(status).toBe(200);
    const inside: TLSSocket = tlsClient(socket, 'registry.npmjs.org');
    const text = await textOf(inside, 'GET /inside HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(text).toContain('GET /inside');
  });

  it.each([
    'Connection: content-length, close',
    'Connection: close, Content-Length , x',
    'Proxy-Connection: content-length\r\nConnection: close\r\nConnection: content-length',
  ])('lets no body pass for a request of its own (%s, issue 10.4)', async (connection) => {
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: evil.test\r\n\r\n';
    asked.length = 0;
    for (const method of ['GET', 'DELETE', 'POST'])
      await textOf(
        connect(port, '127.0.0.1'),
        `${method} http://registry.npmjs.org/one HTTP/1.1\r\nHost: evil.test\r\n${connection}\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
      );
    expect(asked).toEqual(
      ['GET', 'DELETE', 'POST'].map((method) => `${method} registry.npmjs.org/one ${smuggled.trim()}`),
    );
  });

  it('keeps the frame of a chunked body, and the host of the URL, whatever Connection names', async () => {
    asked.length = 0;
    await textOf(
      connect(port, '127.0.0.1'),
      'DELETE http://registry.npmjs.org/one HTTP/1.1\r\nHost: evil.test\r\nX-Mine: 1\r\nConnection: transfer-encoding, host, x-mine, close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n',
    );
    expect(asked).toEqual(['DELETE registry.npmjs.org/one hi']);
    const { headers } = await get('http://registry.npmjs.org/two', { 'x-mine': '1', connection: 'x-mine' });
    expect(String(headers['x-seen'])).not.toContain('x-mine');
  });

  it.each(['https://registry.npmjs.org/', 'registry.npmjs.org:80', '*', 'ftp://registry.npmjs.org/', 'http:///x'])(
    'understands no plain request but for an http URL (%s)',
    async (target) => {
      const text = await textOf(
        connect(port, '127.0.0.1'),
        `OPTIONS ${target} HTTP/1.1\r\nHost: registry.npmjs.org\r\nConnection: close\r\n\r\n`,
      );
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  it('sends a request on to port 80 alone', async () => {
    expect((await get('http://registry.npmjs.org:443/')).status).toBe(403);
    expect(denials).toContain('registry.npmjs.org:443 only port 80 is open to plain HTTP');
  });

  it('answers a denied host with 403 and a sentence, and reports host and reason', async () => {
    const answer = await connectThrough('evil.test:443');
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('did not let this sandbox connect to evil.test:443: the host is not on the list');
    expect((await get('http://evil.test/x')).status).toBe(403);
    expect(denials).toContain('evil.test:443 the host is not on the list of allowed hosts');
    expect(denials).toContain('evil.test:80 the host is not on the list of allowed hosts');
    expect(resolved).not.toContain('evil.test');
  });

  it.each(['rebind.example.com', 'metadata.example.com'])(
    'refuses %s, whose name leads to an address inside',
    async (host) => {
      expect((await connectThrough(`${host}:443`)).status).toBe(403);
      expect((await get(`http://${host}/`)).status).toBe(403);
    },
  );

  it.each([
    'http://127.0.0.1:8118/project.git/info/refs',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://[::ffff:127.0.0.1]/',
    'http://registry.npmjs.org@127.0.0.1/',
    'http://registry.npmjs.org:6379/',
  ])('refuses %s', async (url) => {
    expect((await get(url)).status).toBe(403);
  });

  it('looks a name up once for each connection', async () => {
    const before = resolved.length;
    await get('http://registry.npmjs.org/once');
    expect(resolved.length - before).toBe(1);
  });

  it('says so when an allowed host cannot be found', async () => {
    const answer = await get('http://nowhere.example.com/');
    expect(answer.status).toBe(502);
    expect(answer.text).toContain('could not be looked up');
  });
});
