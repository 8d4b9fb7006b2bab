/** The answer of `git http-backend`, a CGI program. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServerResponse } from 'node:http';

const MAX_HEADER_BYTES = 16 * 1024;
const PASSED_ON: ReadonlySet<string> = new Set(['content-type', 'cache-control', 'expires', 'pragma']);

/** Turns it into an HTTP answer: headers first, then the body as it arrives. */
export async function relayCgiAnswer(output: Readable, response: ServerResponse): Promise<void> {
  let head = Buffer.alloc(0);
  let end = -1;
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    head = Buffer.concat([head, chunk as Buffer]);
    end = head.indexOf('\r\n\r\n');
    if (end !== -1 || head.length > MAX_HEADER_BYTES) break;
  }
  if (end === -1) throw new Error('The CGI program sent no headers.');
  const { status, headers } = parseHeaders(head.subarray(0, end).toString('latin1'));
  response.writeHead(status, headers);
  const body = head.subarray(end + 4);
  if (body.length > 0) response.write(body);
  await pipeline(output, response);
}

function parseHeaders(text: string): { readonly status: number; readonly headers: Record<string, string> } {
  let status = 200;
  const headers: Record<string, string> = {};
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'status') status = Number(/^\d{3}/.exec(value)?.[0] ?? 502);
    else if (PASSED_ON.has(name)) headers[name] = value;
  }
  return { status, headers };
}
