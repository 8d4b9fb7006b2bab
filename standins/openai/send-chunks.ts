/** Sends the chunks of a message as a response, with injected faults. */
import type { ServerResponse } from 'node:http';
import type { Trouble } from '../anthropic/faults.ts';
import type { Json } from '../anthropic/script.ts';

export async function sendChunks(
  chunks: readonly Json[],
  trouble: Trouble | null,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-request-id': 'req_standin',
  });
  const limit = trouble !== null && 'afterEvents' in trouble ? trouble.afterEvents : chunks.length;
  for (const chunk of chunks.slice(0, limit))
    if (!response.write(`data: ${JSON.stringify(chunk)}\n\n`)) await drained(response);
  switch (trouble?.kind) {
    case 'stall':
      return;
    case 'pings':
      return commentForEver(response);
    case 'cut':
      return void (trouble.clean === true ? response.end() : response.socket?.end());
    case 'error_event':
      return void response.end(
        `data: ${JSON.stringify({ error: { message: 'The server had an error.', type: trouble.type, param: null, code: null } })}\n\n`,
      );
    default:
      response.end('data: [DONE]\n\n');
  }
}

function commentForEver(response: ServerResponse): void {
  const timer = setInterval(() => response.write(': keep-alive\n\n'), 5);
  response.once('close', () => clearInterval(timer));
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}
