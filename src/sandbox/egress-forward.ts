/** Forwards plain HTTP requests in absolute form to the host of their URL; nothing in them may name another host. */
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { reach, type EgressOptions, type Refusal } from './egress-reach.ts';

const hopByHop: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** Without these headers a body could be read as another request, so `Connection` may not remove them. */
const framing: readonly string[] = ['content-length', 'transfer-encoding', 'host'];

const notAllowed: Refusal = { status: 400, text: "This is not a request that the sandbox's proxy understands." };

export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  options: EgressOptions,
): Promise<void> {
  const asked = request.url ?? '';
  // Judged by the raw text, since the URL parser would turn `http://0x7f.1/` into an address.
  const raw = /^http:\/\/([^/?#]+)/i.exec(asked)?.[1];
  if (raw === undefined || !URL.canParse(asked)) return refuseRequest(response, notAllowed);
  const outcome = await reach({ authority: /:\d+$/.test(raw) ? raw : `${raw}:80`, way: 'request' }, options);
  if ('status' in outcome) return refuseRequest(response, outcome);
  const { socket } = outcome;
  const url = new URL(asked);
  const upstream = httpRequest({
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: forwarded(request, url.host),
    createConnection: () => socket,
  });
  upstream.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  upstream.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { 'content-type': 'text/plain' }).end(`The connection to ${url.host} broke.\n`);
  });
  response.on('close', () => {
    upstream.destroy();
    socket.destroy();
  });
  request.pipe(upstream);
}

function refuseRequest(response: ServerResponse, { status, text }: Refusal): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${text}\n`);
}

function forwarded(request: IncomingMessage, host: string): OutgoingHttpHeaders {
  const chunked = request.headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' };
  return { ...withoutHops(request.headers), ...chunked, host, connection: 'close' };
}

function withoutHops(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  const named = (headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !framing.includes(name));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopByHop.includes(name) && !named.includes(name)),
  );
}
