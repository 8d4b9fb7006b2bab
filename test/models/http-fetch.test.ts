import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { httpFetch } from '../../src/models/http-fetch.ts';

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

async function serverThat(answers: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer((request, response) => void answers(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closes.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/messages`;
}

const ask = (url: string, signal?: AbortSignal) =>
  httpFetch(url, {
    method: 'POST',
    headers: new Headers({ 'x-api-key': 'key-for-this-test' }),
    body: Buffer.from('{"ü":1}'),
    ...(signal === undefined ? {} : { signal }),
  });

async function bytesOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

describe('how a call of a model goes out (QUAL-1, MODEL-3)', () => {
  it('carries bytes and headers both ways, over a connection that is used again', async () => {
    const ports: (number | undefined)[] = [];
    const url = await serverThat(async (request, response) => {
      ports.push(request.socket.remotePort);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString('utf8');
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-seen': String(request.headers['x-api-key']) });
      response.end(`${request.method} ${request.headers['content-length']} ${body}`);
    });
    for (let call = 0; call < 3; call += 1) {
      const response = await ask(url);
      expect([response.status, response.headers.get('x-seen')]).toEqual([200, 'key-for-this-test']);
      expect(await bytesOf(response)).toBe('POST 8 {"ü":1}');
    }
    expect(new Set(ports).size).toBe(1);
  });

  it('takes a key nowhere but where it was sent: a redirect is an answer like any other', async () => {
    let asked = 0;
    const elsewhere = await serverThat((_request, response) => {
      asked += 1;
      response.end();
    });
    const url = await serverThat((_request, response) => response.writeHead(307, { location: elsewhere }).end('moved'));
    const response = await ask(url);
    expect([response.ok, response.status, await response.text()]).toEqual([false, 307, 'moved']);
    expect(asked).toBe(0);
  });

  it('ends when the caller aborts, before an answer and in the middle of one', async () => {
    const silent = await serverThat(() => undefined);
    const early = new AbortController();
    const waiting = ask(silent, early.signal);
    early.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    const url = await serverThat((_request, response) => response.writeHead(200).write('data: '));
    const late = new AbortController();
    const reading = bytesOf(await ask(url, late.signal));
    late.abort();
    await expect(reading).rejects.toThrow();
  });
});
