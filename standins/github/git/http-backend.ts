/** Git's own http-backend for one bare repository, without access control; callers have been authorised. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { basename, dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { gitEnvironment } from './run-git.ts';

export interface BackendCall {
  readonly gitDir: string;
  /** `info/refs`, `git-upload-pack` or `git-receive-pack`. */
  readonly service: string;
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly body: Buffer;
  /** The user that git considers authenticated; it lets nobody else push. */
  readonly user: string;
  /** For hooks. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface BackendAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | NodeJS.ReadableStream;
}

/** Fetched data is passed on as it arrives; everything else is answered as a whole. */
export function askBackend(call: BackendCall): Promise<BackendAnswer> {
  // Node discards a child's output if nobody reads by the time it exits, so it is started only where it is read at
  // once.
  return call.service === 'git-upload-pack' ? stream(startBackend(call)) : collect(startBackend(call));
}

function startBackend(call: BackendCall): ChildProcessWithoutNullStreams {
  const { headers, method } = call.request;
  const env = gitEnvironment({
    GIT_PROJECT_ROOT: dirname(call.gitDir),
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: `/${basename(call.gitDir)}/${call.service}`,
    REQUEST_METHOD: method ?? 'GET',
    QUERY_STRING: call.url.search.slice(1),
    CONTENT_TYPE: headers['content-type'] ?? '',
    ...(headers['content-encoding'] === undefined ? {} : { HTTP_CONTENT_ENCODING: headers['content-encoding'] }),
    ...(headers['content-length'] === undefined ? {} : { CONTENT_LENGTH: headers['content-length'] }),
    GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
    REMOTE_USER: call.user,
    REMOTE_ADDR: '127.0.0.1',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'safe.directory',
    GIT_CONFIG_VALUE_0: '*',
    ...call.env,
  });
  const child = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => undefined);
  child.stdin.end(call.body);
  return child;
}

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads the CGI header; the rest is passed on as it arrives. */
async function stream(child: ChildProcessWithoutNullStreams): Promise<BackendAnswer> {
  child.stderr.resume();
  let text = Buffer.alloc(0);
  for (;;) {
    await readable(child);
    const chunk = child.stdout.read() as Buffer | null;
    if (chunk === null) throw new Error('git http-backend ended without an answer.');
    text = Buffer.concat([text, chunk]);
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) continue;
    child.stdout.unshift(text.subarray(end + 4));
    return { ...parseHead(text.subarray(0, end).toString()), body: child.stdout.pipe(new PassThrough()) };
  }
}

function readable(child: ChildProcessWithoutNullStreams): Promise<void> {
  return new Promise((resolve) => {
    if (child.stdout.readableLength > 0 || child.stdout.readableEnded) return resolve();
    child.stdout.once('readable', resolve);
    child.stdout.once('end', resolve);
  });
}

async function collect(child: ChildProcessWithoutNullStreams): Promise<BackendAnswer> {
  child.stderr.resume();
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const all = Buffer.concat(chunks);
  const end = all.indexOf('\r\n\r\n');
  if (end < 0) return { status: 500, headers: {}, body: Buffer.from('git http-backend gave no answer.') };
  return { ...parseHead(all.subarray(0, end).toString()), body: all.subarray(end + 4) };
}

function parseHead(text: string): Head {
  const headers: Record<string, string> = {};
  for (const line of text.split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    if (name !== '') headers[name.toLowerCase()] = value;
  }
  const { status = '200', ...rest } = headers;
  return { status: Number.parseInt(status, 10), headers: rest };
}
