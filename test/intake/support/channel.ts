/** A relay channel like smee.io's: listeners are sent what arrives. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Channel {
  readonly address: string;
  /** In order of arrival; those that left stay. */
  readonly listeners: ServerResponse[];
  send(event: object): void;
  sendText(json: string): void;
  close(): void;
}

export async function openChannel(): Promise<Channel> {
  const listeners: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.headers.accept !== 'text/event-stream') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('id: 0\nevent: ready\ndata: {}\n\n');
    listeners.push(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const channel: Channel = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-channel`,
    listeners,
    send: (event) => channel.sendText(JSON.stringify(event)),
    sendText: (json) => void listeners.at(-1)?.write(`id: 1\ndata: ${json}\n\n`),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return channel;
}
