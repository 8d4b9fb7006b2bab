import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';
import { serveAttachment } from './attachments.ts';
import type { Auth } from './auth.ts';
import type { Stage } from './deeds/stage.ts';
import { describeFault, type Fault, type Faults, wait } from './faults.ts';
import { isGitPath, serveGit } from './git/serve-git.ts';
import type { Journal } from './journal.ts';
import type { ServePage } from './pages/serve-page.ts';
import type { RestAnswer, RestRequest } from './rest.ts';

export interface ServerParts {
  readonly stage: Stage;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly rest: (request: RestRequest) => Promise<RestAnswer>;
  readonly pages: ServePage;
  readonly control: ((method: string, path: string, body: string) => Promise<Answer>) | undefined;
  readonly isOut: () => boolean;
}

interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | NodeJS.ReadableStream;
  readonly auth: Auth | 'refused';
}

const API = '/api/v3';
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const UNICORN =
  '<!DOCTYPE html><html><title>Unicorn! &middot; GitHub</title><body>No server is currently available to service your request.</body></html>';

export function createGitHubServer(parts: ServerParts): Server {
  const server = createServer((request, response) => {
    serve(parts, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`The stand-in itself failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
    });
  });
  server.keepAliveTimeout = 5_000;
  return server;
}

async function serve(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { journal, faults, stage, control, isOut } = parts;
  const url = new URL(request.url ?? '/', stage.world.url);
  const body = await readAll(request);
  const method = request.method ?? 'GET';
  if (url.pathname.startsWith('/_control/') && control !== undefined) {
    // A page in somebody's browser must not control a running stand-in.
    const answer =
      request.headers.origin === undefined
        ? await control(method, url.pathname.slice('/_control/'.length), body.toString())
        : { status: 403 };
    return send(response, toOutgoing(answer));
  }
  const path = url.pathname.startsWith(API) ? url.pathname.slice(API.length) : url.pathname;
  const note = (status: number, auth: Auth | 'refused', applied: boolean, fault?: string) => {
    journal.requests.push({
      number: journal.requests.length + 1,
      atMs: stage.world.now(),
      method,
      path: `${path}${url.search}`,
      userAgent: request.headers['user-agent'] ?? '',
      auth: auth === 'refused' ? auth : auth.kind,
      installationId: auth !== 'refused' && auth.kind === 'installation' ? auth.installation.id : null,
      body: isGitPath(url.pathname) ? `${body.length} bytes` : body.toString(),
      status,
      applied,
      fault: fault ?? null,
    });
  };
  if (isOut()) {
    note(503, 'refused', false, 'outage');
    return send(response, { status: 503, headers: HTML, body: UNICORN, auth: 'refused' });
  }
  const fault = faults.take(method, path);
  if (fault === undefined) {
    const answer = await act(parts, request, url, path, body);
    note(answer.status, answer.auth, answer.status < 400);
    return send(response, answer);
  }
  return suffer(fault, () => act(parts, request, url, path, body), response, note);
}

type Note = (status: number, auth: Auth | 'refused', applied: boolean, fault?: string) => void;

async function suffer(
  fault: Fault,
  doIt: () => Promise<Outgoing>,
  response: ServerResponse,
  note: Note,
): Promise<void> {
  const applyFirst = fault.applyFirst === true || fault.cutConnection === 'after';
  const answersItself = fault.status !== undefined || fault.cutConnection !== undefined;
  if (!applyFirst) await wait(fault);
  const real = applyFirst || !answersItself ? await doIt() : undefined;
  if (applyFirst) await wait(fault);
  const applied = real !== undefined && real.status < 400;
  if (real !== undefined && !answersItself) {
    note(real.status, real.auth, applied, describeFault(fault));
    return send(response, real);
  }
  note(fault.status ?? 0, real?.auth ?? 'refused', applied, describeFault(fault));
  if (real !== undefined && typeof real.body === 'object' && 'resume' in real.body) real.body.resume();
  if (fault.cutConnection !== undefined) {
    response.socket?.destroy();
    return;
  }
  const isText = typeof fault.body === 'string' || fault.body === undefined;
  const headers = { ...(isText ? HTML : { 'content-type': 'application/json; charset=utf-8' }), ...fault.headers };
  send(response, {
    status: fault.status ?? 502,
    headers,
    body: isText ? (fault.body ?? UNICORN) : JSON.stringify(fault.body),
    auth: 'refused',
  });
}

async function act(
  { stage, journal, rest, pages }: ServerParts,
  request: IncomingMessage,
  url: URL,
  path: string,
  body: Buffer,
): Promise<Outgoing> {
  if (isGitPath(url.pathname)) return serveGit(stage, journal, request, url, body);
  const log = /^\/_logs\/(\d+)\/(\d+)$/.exec(url.pathname);
  if (log !== null) return jobLog(stage, Number(log[1]), Number(log[2]));
  const { origin } = request.headers;
  const page = await pages({ method: request.method ?? 'GET', url, body: body.toString(), origin });
  if (page !== undefined) return { ...toOutgoing(page), auth: { kind: 'none' } };
  const attachment = serveAttachment(stage.world, url.pathname, request.headers.authorization);
  if (attachment !== undefined) return attachment;
  const isApi = url.pathname.startsWith(`${API}/`) || url.pathname === '/api/graphql';
  if (!isApi) return { status: 404, headers: HTML, body: 'Not Found', auth: 'refused' };
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  const answer = await rest({
    method: request.method ?? 'GET',
    path: url.pathname === '/api/graphql' ? '/graphql' : path,
    query: url.searchParams,
    headers,
    body: body.toString(),
  });
  return { ...toOutgoing(answer), auth: answer.auth };
}

function jobLog({ world }: Stage, repositoryId: number, runId: number): Outgoing {
  const run = world.repositories.find((one) => one.id === repositoryId)?.checkRuns.find((one) => one.id === runId);
  return {
    status: typeof run?.log === 'string' ? 200 : 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: run?.log ?? 'Not Found',
    auth: { kind: 'none' },
  };
}

function toOutgoing(answer: Answer): Outgoing {
  const base = { status: answer.status, auth: 'refused' as const };
  if (answer.text !== undefined) return { ...base, headers: { ...answer.headers }, body: answer.text };
  if (answer.json === undefined) return { ...base, headers: { ...answer.headers }, body: '' };
  return {
    ...base,
    headers: { 'content-type': 'application/json; charset=utf-8', ...answer.headers },
    body: JSON.stringify(answer.json),
  };
}

function send(response: ServerResponse, { status, headers, body }: Outgoing): void {
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    const empty = status === 204 || status === 304;
    response.writeHead(status, empty ? { ...headers } : { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(empty ? undefined : body);
    return;
  }
  response.writeHead(status, { ...headers });
  body.pipe(response);
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
