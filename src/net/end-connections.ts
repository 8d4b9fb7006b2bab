/**
 * Browsers and load balancers open connections before they have a request. While a server closes, Node's time limits no
 * longer end these, and it would wait for them as long as the client likes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** When the server closes, requests in progress are answered; all other connections end at once. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const inProgress = new Map<Socket, number>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) {
      socket.destroy();
      return;
    }
    inProgress.set(socket, 0);
    socket.once('close', () => inProgress.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const [socket, requests] of inProgress) if (requests === 0) socket.destroy();
  });

  function count(socket: Socket, change: 1 | -1): void {
    const requests = inProgress.get(socket);
    if (requests === undefined) return;
    inProgress.set(socket, requests + change);
    if (isClosing && requests + change === 0) socket.destroySoon();
  }
}
