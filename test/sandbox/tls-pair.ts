/** TLS between two who share a key: real handshakes, without certificates. */
import type { Server as HttpServer } from 'node:http';
import { Duplex } from 'node:stream';
import { connect, createServer, type Server, type TLSSocket } from 'node:tls';

const key = Buffer.alloc(16, 7);
export const sharedKey = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const;

export function tlsServerOf(http: HttpServer): Server {
  const server = createServer({ ...sharedKey, pskCallback: () => key }, (socket) => http.emit('connection', socket));
  return server.on('tlsClientError', () => undefined);
}

export function tlsClient(socket: Duplex, servername: string): TLSSocket {
  return connect({
    ...sharedKey,
    socket,
    servername,
    pskCallback: () => ({ psk: key, identity: 'test' }),
    checkServerIdentity: () => undefined,
  });
}

/** The first thing a client says that means to reach `servername`. */
export function clientHello(servername?: string): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = new Duplex({
      read: () => undefined,
      write(chunk: Buffer, _encoding, done) {
        resolve(chunk);
        done();
        setImmediate(() => client.destroy());
      },
    });
    const client = connect({ socket, ...(servername === undefined ? {} : { servername }) });
    client.on('error', () => undefined);
  });
}
