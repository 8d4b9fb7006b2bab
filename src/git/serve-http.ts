/** Smart HTTP of one repository, for the sandbox of its task: `git http-backend` behind a few narrow doors. */
import { readdirSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ChildProcess } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { GitConfig, TaskRepository } from './git-environment.ts';
import { pushLimit, sizeLimit, upload } from './limit-upload.ts';
import { killGroup, spawnGit } from './run-git.ts';
import { WORK_REF } from './task-repository.ts';

interface ServeContext {
  readonly repository: TaskRepository;
  readonly log: Logger;
  readonly maxPushBytes: number;
  /** Children that run for this task, so that they end with it. */
  readonly running: Set<ChildProcess>;
  /** Those of them that take in a push. */
  readonly pushing: Set<ChildProcess>;
}

interface Door {
  readonly path: '/info/refs' | '/git-upload-pack' | '/git-receive-pack';
  readonly method: 'GET' | 'POST';
  readonly query: string;
  readonly isPush: boolean;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly door: Door;
}

const PREFIX = '/project.git';
const MAX_DURATION_MS = 10 * 60_000;
const MAX_HEADER_BYTES = 16 * 1024;
const PASSED_ON: ReadonlySet<string> = new Set(['content-type', 'cache-control', 'expires', 'pragma']);
const MAX_RUNNING = 4;
/** What a fetch asks for, unpacked: what is there already is named one by one. */
const MAX_QUESTION_BYTES = 10 * 1024 * 1024;
/** One object of a push, or its list of objects: a few bytes unfold a thousandfold, and deltas without end. */
const PUSH_MEMORY = '128m';
/** All pushes of a task together, as a multiple of the largest one. */
const MAX_PUSHES = 10;

/** The sandbox sees and writes one ref; hooks, other protocols and the files of the repository stay out of reach. */
const SERVED: GitConfig = [
  ['http.uploadpack', 'true'],
  ['http.receivepack', 'true'],
  ['http.getanyfile', 'false'],
  ['uploadpack.hideRefs', 'refs/'],
  ['uploadpack.hideRefs', `!${WORK_REF}`],
  ['receive.hideRefs', 'refs/'],
  ['receive.hideRefs', `!${WORK_REF}`],
  ['receive.fsckObjects', 'true'],
  // What stands behind a NUL is shown by no command, but would be pushed on.
  ['receive.fsck.nulInCommit', 'error'],
  // Packs are kept as they came: no push can unfold into gigabytes of loose files.
  ['receive.unpackLimit', '1'],
  ['receive.denyDeletes', 'true'],
  // An amended commit is welcome on `work`; GitHub's branch is guarded by the push to it.
  ['receive.denyNonFastForwards', 'false'],
  ['receive.autogc', 'false'],
  ['receive.updateServerInfo', 'false'],
  ['receive.advertisePushOptions', 'false'],
];

export function serveRepository(context: ServeContext, request: IncomingMessage, response: ServerResponse): void {
  const door = doorOf(request);
  if (door === null) return refuse(response, 404, 'Only git clone, fetch and push of /project.git are served here.');
  if (context.running.size >= MAX_RUNNING) return refuse(response, 503, 'Too many git commands at once; try again.');
  if (door.isPush) void admitPush(context, { request, response, door });
  else relay(context, { request, response, door });
}

async function admitPush(context: ServeContext, exchange: Exchange): Promise<void> {
  const keptBytes = await packedBytes(context.repository.gitDirectory);
  if (keptBytes <= context.maxPushBytes * MAX_PUSHES) relay(context, exchange);
  else refuse(exchange.response, 507, 'This task has pushed more than is kept for it; push smaller changes.');
}

function relay(context: ServeContext, { request, response, door }: Exchange): void {
  // Gone while its size was looked at: nothing would ever end the child.
  if (response.destroyed) return;
  const config: GitConfig = [...SERVED, ['receive.maxInputSize', String(context.maxPushBytes)]];
  const environment = cgiEnvironment(context.repository, request, door);
  const child = spawnGit(context.repository.host, { args: ['http-backend'], config, environment });
  context.running.add(child);
  if (door.isPush) context.pushing.add(child);
  const timer = setTimeout(() => killGroup(child), MAX_DURATION_MS);
  const end = (): void => {
    clearTimeout(timer);
    context.running.delete(child);
    if (context.pushing.delete(child) && context.pushing.size === 0) removeLeftovers(context.repository.gitDirectory);
  };
  child.once('close', end);
  child.once('error', (error) => {
    end();
    context.log.error({ err: error }, 'git http-backend could not be started');
    refuse(response, 500, 'git could not be started on the host.');
  });
  response.once('close', () => {
    if (!response.writableFinished) killGroup(child);
  });
  child.stderr.resume();
  upload(request, child.stdin, door.isPush ? pushLimit(context.maxPushBytes) : sizeLimit(MAX_QUESTION_BYTES));
  relayCgiAnswer(child.stdout, response).catch(() => {
    killGroup(child);
    if (response.headersSent) response.destroy();
    else refuse(response, 502, 'git ended without an answer.');
  });
}

/** What a push that was cut off had brought so far; at once, so that no other begins meanwhile. */
function removeLeftovers(gitDirectory: string): void {
  const objects = join(gitDirectory, 'objects');
  try {
    for (const name of readdirSync(objects)) {
      if (/^(?:tmp_objdir-)?incoming-/.test(name)) rmSync(join(objects, name), { recursive: true, force: true });
    }
  } catch {
    // The repository is gone, or its disk has trouble that the next push will meet.
  }
}

async function packedBytes(gitDirectory: string): Promise<number> {
  const folder = join(gitDirectory, 'objects', 'pack');
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (found) => found.size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function doorOf(request: IncomingMessage): Door | null {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  if (!path.startsWith(`${PREFIX}/`)) return null;
  const rest = path.slice(PREFIX.length);
  if (rest === '/info/refs' && request.method === 'GET' && /^service=git-(?:upload|receive)-pack$/.test(query)) {
    return { path: rest, method: 'GET', query, isPush: false };
  }
  const isService = rest === '/git-upload-pack' || rest === '/git-receive-pack';
  return isService && request.method === 'POST' && query === ''
    ? { path: rest, method: 'POST', query: '', isPush: rest === '/git-receive-pack' }
    : null;
}

/** No CONTENT_LENGTH: the backend reads until the end, whatever length the sandbox claims. */
function cgiEnvironment(
  { gitDirectory }: TaskRepository,
  request: IncomingMessage,
  door: Door,
): Record<string, string> {
  const protocol = request.headers['git-protocol'];
  const type = request.headers['content-type'];
  return {
    GIT_PROJECT_ROOT: dirname(gitDirectory),
    PATH_INFO: `/${basename(gitDirectory)}${door.path}`,
    GIT_HTTP_EXPORT_ALL: '1',
    REQUEST_METHOD: door.method,
    QUERY_STRING: door.query,
    SERVER_PROTOCOL: 'HTTP/1.1',
    ...(typeof protocol === 'string' && /^version=[0-2]$/.test(protocol) ? { GIT_PROTOCOL: protocol } : {}),
    ...(door.isPush ? { GIT_ALLOC_LIMIT: PUSH_MEMORY } : {}),
    ...(typeof type === 'string' && /^application\/x-git-[a-z-]{1,40}$/.test(type) ? { CONTENT_TYPE: type } : {}),
  };
}

/** Turns what the backend, a CGI program, says into an HTTP answer: headers first, then the body as it comes. */
async function relayCgiAnswer(output: Readable, response: ServerResponse): Promise<void> {
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

function refuse(response: ServerResponse, status: number, sentence: string): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}
