/**
 * `fetch` over node:http for model calls: sends whole bytes and returns a byte stream. The rest of what Node's own fetch does
 * (copying the body, web streams, decoding) took a fifth of this process's cost of a step (QUAL-1). Redirects are not
 * followed: the key is meant for the configured address only. It uses Node's own agents, which keep connections for a few
 * seconds and respect NODE_USE_ENV_PROXY.
 */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';

export const httpFetch: typeof fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const { method = 'GET', body, signal } = init;
  const bytes = body === null || body === undefined ? null : bytesOf(body);
  const headers = Object.fromEntries(new Headers(init.headers));
  const options: RequestOptions = {
    method,
    headers: {
      ...headers,
      'accept-encoding': 'identity',
      ...(bytes === null ? {} : { 'content-length': Buffer.byteLength(bytes) }),
    },
    ...(signal ? { signal } : {}),
  };
  const message = await new Promise<IncomingMessage>((answered, failed) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = request(url, options, answered);
    sent.on('error', failed).end(bytes ?? undefined);
  });
  return asResponse(message);
};

function bytesOf(body: unknown): Uint8Array | string {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  throw new TypeError('What is sent to a model is text or bytes.');
}

/** A successful answer is streamed; an error is read whole, since the caller reads all of it, too. */
async function asResponse(message: IncomingMessage): Promise<Response> {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const about = { status: message.statusCode ?? 0, headers };
  if (about.status >= 200 && about.status < 300)
    return Object.defineProperty(new Response(null, about), 'body', { value: message, configurable: true });
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return new Response(chunks.length === 0 ? null : Buffer.concat(chunks), about);
}
