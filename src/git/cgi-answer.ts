import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServerResponse } from 'node:http';

const MAX_HEADER_BYTES = 16 * 1024;
const PASSED_ON: ReadonlySet<string> = new Set(['content-type', 'cache-control', 'expires', 'pragma']);

/** Turns the output of a CGI program into an HTTP answer: headers first, then the body as it comes. */
export async function relayCgiAnswer(output: Readable, response: ServerResponse): Promise<void> {
  let head = Buffer.alloc(0);
  let bodyAt = -1;
  while (bodyAt === -1) {
    const chunk = await nextChunk(output);
    if (chunk === null || head.length > MAX_HEADER_BYTES) throw new Error('The CGI program sent no headers.');
    head = Buffer.concat([head, chunk]);
    bodyAt = endOfHeaders(head);
  }
  const { status, headers } = parseHeaders(head.subarray(0, bodyAt).toString('latin1'));
  response.writeHead(status, headers);
  const body = head.subarray(bodyAt);
  if (body.length > 0) response.write(body);
  await pipeline(output, response);
}

async function nextChunk(output: Readable): Promise<Buffer | null> {
  for (;;) {
    const chunk = output.read() as Buffer | null;
    if (chunk !== null) return chunk;
    if (output.readableEnded || output.destroyed) return null;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        output.off('readable', wake).off('end', wake).off('close', wake);
        resolve();
      };
      output.on('readable', wake).on('end', wake).on('close', wake);
    });
  }
}

/** Where the body starts; -1 while the headers are not complete. */
function endOfHeaders(head: Buffer): number {
  const at = head.indexOf('\r\n\r\n');
  return at === -1 ? -1 : at + 4;
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
