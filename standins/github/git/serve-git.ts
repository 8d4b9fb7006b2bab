import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { basename, dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { allows, type Auth, reaches, tokenAuth } from '../auth.ts';
import { moveRefs, type RefChange } from '../deeds/refs.ts';
import { type Stage, theApp } from '../deeds/stage.ts';
import type { Journal } from '../journal.ts';
import { findRepository, fullName, type Repository } from '../world.ts';
import { gitEnvironment } from './run-git.ts';

export interface GitAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | NodeJS.ReadableStream;
  readonly auth: Auth;
}

const GIT_PATH =
  /^\/(?<owner>[^/]+)\/(?<name>[^/]+?)(?:\.git)?\/(?<service>info\/refs|git-upload-pack|git-receive-pack)$/;

export function isGitPath(path: string): boolean {
  return GIT_PATH.test(path);
}

/** Real git, through its own http-backend, behind GitHub's door. */
export async function serveGit(
  stage: Stage,
  journal: Journal,
  request: IncomingMessage,
  url: URL,
  body: Buffer,
): Promise<GitAnswer> {
  const { owner = '', name = '', service = '' } = GIT_PATH.exec(url.pathname)?.groups ?? {};
  const isPush = service === 'git-receive-pack' || url.searchParams.get('service') === 'git-receive-pack';
  const auth = gitAuth(stage, request.headers.authorization);
  const repository = repositoryFor(stage, owner, name);
  const refusal = refuseGit(stage, auth, repository, isPush);
  if (refusal !== undefined || repository === undefined || auth === 'bad')
    return refusal ?? plain(404, 'Repository not found.', { kind: 'none' });
  // Node throws away what a child wrote if nobody reads by the time it exits: start it only where it is read at once.
  const start = () => startBackend(repository, request, url, service, auth, body);
  if (service === 'git-upload-pack') return { ...(await stream(start())), auth };
  if (service !== 'git-receive-pack') return { ...(await collect(start())), auth };
  let answer: Omit<GitAnswer, 'auth'> | undefined;
  const moved = await moveRefs(stage, repository, theApp(stage.world), async () => {
    answer = await collect(start());
  });
  record(stage, journal, repository, body, request.headers['content-encoding'], moved.value);
  return { ...(answer ?? plain(500, 'The push got lost.', auth)), auth };
}

function repositoryFor({ world }: Stage, owner: string, name: string): Repository | undefined {
  return (
    findRepository(world, owner, name) ??
    world.repositories.find((one) => one.formerNames.includes(`${owner}/${name}`.toLowerCase()))
  );
}

function gitAuth({ world }: Stage, header: string | undefined): Auth | 'bad' {
  if (header === undefined) return { kind: 'none' };
  const [user, token = ''] = Buffer.from(/^basic (\S+)$/i.exec(header)?.[1] ?? '', 'base64')
    .toString()
    .split(':');
  if (user !== 'x-access-token') return 'bad';
  try {
    return tokenAuth(world, token);
  } catch {
    return 'bad';
  }
}

function refuseGit(
  { world }: Stage,
  auth: Auth | 'bad',
  repository: Repository | undefined,
  isPush: boolean,
): GitAnswer | undefined {
  const nobody: Auth = { kind: 'none' };
  if (auth === 'bad')
    return challenge('Invalid username or token. Password authentication is not supported for Git operations.');
  if (auth.kind !== 'installation') {
    if (repository !== undefined && !repository.isPrivate && !isPush) return undefined;
    return challenge('No anonymous write access.');
  }
  const isPublicRead = repository !== undefined && !repository.isPrivate && !isPush;
  if (repository === undefined || (!reaches(auth, repository) && repository.isPrivate))
    return plain(404, 'Repository not found.', auth);
  if (isPublicRead) return undefined;
  const wanted = isPush ? 'write' : 'read';
  if (!reaches(auth, repository) || !allows(auth.token, 'contents', wanted)) {
    return plain(
      403,
      isPush
        ? `Permission to ${fullName(repository)}.git denied to ${world.app.bot.login}.`
        : 'Write access to repository not granted.',
      auth,
    );
  }
  if (isPush && repository.archived) return plain(403, 'This repository was archived so it is read-only.', auth);
  return undefined;

  function challenge(text: string): GitAnswer {
    const answer = plain(401, text, nobody);
    return { ...answer, headers: { ...answer.headers, 'www-authenticate': 'Basic realm="GitHub"' } };
  }
}

function plain(status: number, text: string, auth: Auth): GitAnswer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(text), auth };
}

function startBackend(
  repository: Repository,
  request: IncomingMessage,
  url: URL,
  service: string,
  auth: Auth,
  body: Buffer,
): ChildProcessWithoutNullStreams {
  const mayTouchWorkflows = auth.kind === 'installation' && allows(auth.token, 'workflows', 'write');
  const { headers } = request;
  const env = gitEnvironment({
    GIT_PROJECT_ROOT: dirname(repository.gitDir),
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: `/${basename(repository.gitDir)}/${service}`,
    REQUEST_METHOD: request.method ?? 'GET',
    QUERY_STRING: url.search.slice(1),
    CONTENT_TYPE: headers['content-type'] ?? '',
    ...(headers['content-encoding'] === undefined ? {} : { HTTP_CONTENT_ENCODING: headers['content-encoding'] }),
    ...(headers['content-length'] === undefined ? {} : { CONTENT_LENGTH: headers['content-length'] }),
    GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
    REMOTE_USER: auth.kind === 'installation' ? 'x-access-token' : '',
    REMOTE_ADDR: '127.0.0.1',
    STANDIN_WORKFLOWS: mayTouchWorkflows ? '1' : '0',
    STANDIN_PROTECTED: JSON.stringify(repository.protectedBranches),
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'safe.directory',
    GIT_CONFIG_VALUE_0: '*',
  });
  const child = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => undefined);
  child.stdin.end(body);
  return child;
}

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads the CGI header; what follows is passed on as it comes. */
async function stream(child: ChildProcessWithoutNullStreams): Promise<Omit<GitAnswer, 'auth'>> {
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

async function collect(child: ChildProcessWithoutNullStreams): Promise<Omit<GitAnswer, 'auth'>> {
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

function record(
  { world }: Stage,
  journal: Journal,
  repository: Repository,
  body: Buffer,
  encoding: string | undefined,
  moved: readonly RefChange[],
): void {
  for (const line of commandLines(encoding === 'gzip' ? gunzipSync(body) : body)) {
    const [before = '', after = '', ref = ''] = line.split('\0')[0]?.trim().split(' ') ?? [];
    // Pushes from shallow clones also say `shallow <id>`.
    if (!ref.startsWith('refs/')) continue;
    const change = moved.find((one) => one.ref === ref && one.after === after);
    journal.pushes.push({
      atMs: world.now(),
      repository: fullName(repository),
      ref,
      before,
      after,
      forced: change?.forced ?? false,
      accepted: change !== undefined,
    });
  }
}

/** What a push asks for stands in clear before the pack, as packets of `<old> <new> <ref>` up to an empty one. */
function commandLines(body: Buffer): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at + 4 <= body.length; ) {
    const size = Number.parseInt(body.toString('latin1', at, at + 4), 16);
    if (!(size > 4)) return lines;
    lines.push(body.toString('utf8', at + 4, at + size));
    at += size;
  }
  return lines;
}
