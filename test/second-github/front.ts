/**
 * A server in front of emulate that adds what it lacks: the address of an Enterprise server's REST API (`/api/v3`), git
 * over HTTP, and reactions. Everything else is passed through unchanged.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { askBackend } from '../../standins/github/git/http-backend.ts';
import { isGitPath } from '../../standins/github/git/serve-git.ts';
import { listRefs } from '../../standins/github/git/repository.ts';
import { tellEmulate } from './tell-emulate.ts';

export interface Passed {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Who answered. */
  readonly by: 'emulate' | 'front';
}

export interface Front {
  readonly host: string;
  readonly passed: readonly Passed[];
  /** Problems between git and emulate; empty in a passing test. */
  readonly troubles: readonly string[];
  readonly reactions: readonly string[];
  close(): Promise<void>;
}

interface FrontOptions {
  readonly port: number;
  readonly emulateUrl: string;
  readonly repository: string;
  readonly gitDir: string;
}

const API = '/api/v3';
const REACTIONS = /^\/repos\/[^/]+\/[^/]+\/(.+)\/reactions$/;

export async function startFront({ port, emulateUrl, repository, gitDir }: FrontOptions): Promise<Front> {
  const passed: Passed[] = [];
  const troubles: string[] = [];
  const reactions: string[] = [];
  const repositoryUrl = `${emulateUrl}/repos/${repository}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', emulateUrl);
    const method = request.method ?? 'GET';
    const note = (status: number, by: Passed['by']) =>
      passed.push({ method, path: `${url.pathname}${url.search}`, status, by });
    if (isGitPath(url.pathname)) return void note(await serveGit(request, response, url, body), 'front');
    const path = url.pathname.startsWith(`${API}/`) ? url.pathname.slice(API.length) : url.pathname;
    const reacted = REACTIONS.exec(path)?.[1];
    if (method === 'POST' && reacted !== undefined) {
      const { content } = JSON.parse(body.toString()) as { readonly content: string };
      reactions.push(`${content} on ${reacted}`);
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: reactions.length, content }));
      return void note(201, 'front');
    }
    const answer = await fetch(`${emulateUrl}${path}${url.search}`, {
      method,
      headers: headersOf(request),
      redirect: 'manual',
      ...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !PER_HOP.has(name)));
    response.writeHead(answer.status, headers);
    response.end(bytes);
    note(answer.status, 'emulate');
  }

  /** Emulate decides whether a token may read or write here. */
  async function serveGit(request: IncomingMessage, response: ServerResponse, url: URL, body: Buffer): Promise<number> {
    const service = url.pathname.slice(`/${repository}.git/`.length);
    const isPush = service === 'git-receive-pack' || url.searchParams.get('service') === 'git-receive-pack';
    const token = passwordIn(request.headers.authorization);
    const refused = token === '' ? 401 : await refusalOf(token, isPush);
    if (refused !== null) {
      response.writeHead(refused, { 'www-authenticate': 'Basic realm="GitHub"' }).end();
      return refused;
    }
    const before = await listRefs(gitDir);
    const answer = await askBackend({ gitDir, service, request, url, body, user: 'x-access-token' });
    if (service === 'git-receive-pack')
      await tellEmulate({ gitDir, repositoryUrl, token }, before, await listRefs(gitDir));
    response.writeHead(answer.status, answer.headers);
    if (Buffer.isBuffer(answer.body)) response.end(answer.body);
    else answer.body.pipe(response);
    return answer.status;
  }

  async function refusalOf(token: string, isPush: boolean): Promise<number | null> {
    const asked = isPush
      ? { path: '/git/blobs', init: { method: 'POST', body: JSON.stringify({ content: '' }) } }
      : { path: '/git/matching-refs/heads', init: {} };
    const headers = { authorization: `token ${token}`, 'content-type': 'application/json' };
    const { ok, status } = await fetch(`${repositoryUrl}${asked.path}`, { ...asked.init, headers });
    return ok ? null : status;
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      troubles.push(
        `${request.method} ${request.url}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
      );
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    troubles,
    reactions,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const PER_HOP = new Set(['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding']);

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== 'host' && !PER_HOP.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

function passwordIn(header: string | undefined): string {
  const given = Buffer.from(/^basic (\S+)$/i.exec(header ?? '')?.[1] ?? '', 'base64').toString();
  return given.startsWith('x-access-token:') ? given.slice('x-access-token:'.length) : '';
}
