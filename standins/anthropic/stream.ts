/** Sends the events of a message as a response, with injected faults. */
import type { ServerResponse } from 'node:http';
import type { streamEvents } from './events.ts';
import type { Trouble } from './faults.ts';

export async function stream(
  events: ReturnType<typeof streamEvents>,
  trouble: Trouble | null,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'request-id': 'req_standin',
  });
  const limit = trouble !== null && 'afterEvents' in trouble ? trouble.afterEvents : events.length;
  for (const event of events.slice(0, limit)) {
    if (!response.write(`event: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`)) await drained(response);
  }
  switch (trouble?.kind) {
    case 'stall':
      return;
    case 'pings':
      return pingForEver(response);
    case 'cut':
      return void (trouble.clean === true ? response.end() : response.socket?.end());
    case 'error_event':
      return void response.end(
        `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: trouble.type, message: 'Overloaded' } })}\n\n`,
      );
    default:
      response.end();
  }
}

function pingForEver(response: ServerResponse): void {
  const timer = setInterval(() => response.write('event: ping\ndata: {"type":"ping"}\n\n'), 5);
  response.once('close', () => clearInterval(timer));
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}
