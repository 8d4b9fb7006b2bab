/** The proxy a sandbox reaches the outside through: CONNECT for TLS, absolute URLs for plain HTTP. */
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { connect as netConnect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { publicAddresses, resolveHere, type Resolve } from '../net/public-address.ts';
import { objectionToTarget, parseAuthority, type EgressPolicy, type Target } from './egress-rules.ts';

export interface EgressHooks {
  readonly resolve: Resolve;
  readonly connect: (address: string, port: number) => Socket;
}

export const systemHooks: EgressHooks = {
  resolve: resolveHere,
  connect: (address, port) => netConnect({ host: address, port }),
};

interface EgressOptions {
  readonly policy: EgressPolicy;
  readonly hooks: EgressHooks;
  readonly onDenied: (host: string, port: number, why: string) => void;
}

interface Refusal {
  readonly status: 400 | 403 | 502;
  readonly text: string;
}

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
const connectTimeoutMs = 15_000;
const idleTimeoutMs = 5 * 60_000;
/** Of one host. */
const mostAddresses = 4;
const statusTexts = { 400: 'Bad Request', 403: 'Forbidden', 502: 'Bad Gateway' } as const;

export async function tunnel(authority: string, client: Duplex, head: Buffer, options: EgressOptions): Promise<void> {
  client.on('error', () => client.destroy());
  const outcome = await reach(parseAuthority(authority), authority, options);
  if ('status' in outcome) {
    const body = `${outcome.text}\n`;
    client.end(
      `HTTP/1.1 ${outcome.status} ${statusTexts[outcome.status]}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
    return;
  }
  const { socket } = outcome;
  socket.on('close', () => {
    // Ended in order: what the sandbox has not read yet is still on its way to it.
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
  if (head.length > 0) socket.write(head);
  client.pipe(socket);
  socket.pipe(client);
}

export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  options: EgressOptions,
): Promise<void> {
  const asked = request.url ?? '';
  if (!URL.canParse(asked)) return refuseRequest(response, notAllowed);
  const url = new URL(asked);
  // The raw text is judged, not what the URL parser makes of it: `http://0x7f.1/` would look like an address.
  const raw = /^http:\/\/([^/?#]+)/i.exec(asked)?.[1] ?? '';
  const authority = /:\d+$/.test(raw) ? raw : `${raw}:80`;
  const outcome = await reach(parseAuthority(authority), authority, options);
  if ('status' in outcome) return refuseRequest(response, outcome);
  const { socket } = outcome;
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

const notAllowed: Refusal = { status: 400, text: "This is not a request that the sandbox's proxy understands." };

/** Connects only to an address that was looked at. */
async function reach(
  target: Target | null,
  asked: string,
  options: EgressOptions,
): Promise<Refusal | { readonly socket: Socket }> {
  if (target === null)
    return denied({ host: asked, port: 0 }, 'the host is not written as a plain host name or address', options);
  const { policy, hooks } = options;
  const { host, port } = target;
  const objection = objectionToTarget(policy, target);
  if (objection !== null) return denied(target, objection, options);
  let addresses: readonly string[] | null;
  try {
    addresses = await publicAddresses(host, hooks.resolve);
  } catch {
    return unreachable(host, 'its name could not be looked up');
  }
  if (addresses === null) return denied(target, 'its name leads to an address that is not public', options);
  for (const address of addresses.slice(0, mostAddresses)) {
    const socket = await open(hooks.connect(address, port));
    if (socket !== null) return { socket };
  }
  return unreachable(host, 'it did not accept a connection');
}

function open(socket: Socket): Promise<Socket | null> {
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.setTimeout(connectTimeoutMs, () => socket.destroy());
    socket.once('close', () => resolve(null));
    socket.once('connect', () => {
      socket.setTimeout(idleTimeoutMs);
      resolve(socket);
    });
  });
}

function unreachable(host: string, why: string): Refusal {
  return { status: 502, text: `${host} could not be reached: ${why}.` };
}

function denied({ host, port }: Target, why: string, options: EgressOptions): Refusal {
  const shown = host.slice(0, 255);
  options.onDenied(shown, port, why);
  return {
    status: 403,
    text: `Planwright did not let this sandbox connect to ${shown}:${port}: ${why}. An operator can allow hosts in the configuration.`,
  };
}

function forwarded(request: IncomingMessage, host: string): OutgoingHttpHeaders {
  const chunked = request.headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' };
  return { ...withoutHops(request.headers), ...chunked, host, connection: 'close' };
}

function withoutHops(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  const named = (headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopByHop.includes(name) && !named.includes(name)),
  );
}
