/**
 * CONNECT, for TLS to exactly the requested host only: the server behind the address chooses by the name in the TLS
 * hello. Nothing reaches that server before the name was read.
 */
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { createHelloReader } from './client-hello.ts';
import { denied, reach, type EgressOptions } from './egress-reach.ts';

const statusTexts = { 400: 'Bad Request', 403: 'Forbidden', 502: 'Bad Gateway' } as const;
/** A fatal alert, `unrecognized_name`; clients show it, which explains more than a closed connection. */
const nameRefused = Buffer.from([21, 3, 1, 0, 2, 2, 112]);

type Begun = { readonly bytes: Buffer } | { readonly objection: string };

export async function tunnel(authority: string, client: Duplex, head: Buffer, options: EgressOptions): Promise<void> {
  client.on('error', () => client.destroy());
  const outcome = await reach({ authority, way: 'tunnel' }, options);
  if ('status' in outcome) {
    const body = `${outcome.text}\n`;
    client.end(
      `HTTP/1.1 ${outcome.status} ${statusTexts[outcome.status]}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
    return;
  }
  const { target, socket } = outcome;
  socket.on('close', () => {
    // Ended in order, since the sandbox may not have read everything yet.
    if (!client.writableEnded) client.destroy();
  });
  client.on('finish', () => {
    if (socket.destroyed) client.destroy();
  });
  client.on('close', () => socket.destroySoon());
  if (client.destroyed) {
    socket.destroy();
    return;
  }
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  const begun = await beginning(client, head, target.host, options.hooks.clientHelloMs);
  if ('objection' in begun) {
    denied(target, begun.objection, options);
    client.end(nameRefused);
    socket.destroy();
    return;
  }
  socket.write(begun.bytes);
  client.pipe(socket);
  socket.pipe(client);
}

function beginning(client: Duplex, head: Buffer, host: string, timeoutMs: number): Promise<Begun> {
  const reader = createHelloReader();
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle({ objection: 'no TLS began in the connection in time' }), timeoutMs);
    const onEnd = (): void => settle({ objection: 'the connection ended before TLS began in it' });
    const ends = ['end', 'close'] as const;
    function settle(begun: Begun): void {
      clearTimeout(timer);
      client.off('data', take);
      for (const end of ends) client.off(end, onEnd);
      client.pause();
      resolve(begun);
    }
    function take(chunk: Buffer): void {
      const reading = reader.add(chunk);
      if (reading.kind === 'incomplete') return;
      if (reading.kind === 'unreadable') settle({ objection: 'what was sent is not the beginning of TLS' });
      else settle(asAsked(reading.name, host) ?? { bytes: reader.taken() });
    }
    for (const end of ends) client.once(end, onEnd);
    if (client.destroyed) onEnd();
    else client.on('data', take);
    if (head.length > 0) take(head);
  });
}

function asAsked(name: string | null, host: string): Begun | null {
  if (isIP(host) === 0 && name === null) return { objection: 'TLS was begun without a name of a server (SNI)' };
  if (name !== null && name !== host)
    return { objection: `TLS was begun with another server${isPlain(name) ? ` (SNI "${name}")` : ''}` };
  return null;
}

/** The name comes from the sandbox and is quoted in our own sentence. */
function isPlain(name: string): boolean {
  return /^[A-Za-z0-9._-]{1,253}$/.test(name);
}
