import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { createRepositories } from '../../src/git/open-repositories.ts';
import type { EffortLimits } from '../../src/git/git-effort.ts';
import type { RepositoryRef } from '../../src/ports/github.ts';
import type { Repositories } from '../../src/ports/repositories.ts';

export const TOKEN = `ghs_12345_${'canaryToken0'.repeat(40)}`;
export const TASK = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const REPO: RepositoryRef = { installationId: 1, repositoryId: 10, owner: 'octo', name: 'project' };
export const BRANCH = 'planwright/12-fix';
export const BOT = { name: 'planwright[bot]', email: 'planwright[bot]@users.noreply.github.com' };
export const WISH = {
  baseBranch: 'main',
  branch: BRANCH,
  authorEmail: BOT.email,
  token: TOKEN,
  isFinished: async () => false,
};

type Interceptor = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A GitHub-like git server, and a sandbox's access to the repository of its task. */
export interface GitBench {
  readonly root: string;
  readonly data: string;
  readonly repositories: Repositories;
  readonly githubUrl: string;
  readonly sandboxUrl: string;
  /** Authorization headers received by the git server. */
  readonly authorizations: string[];
  /** May answer instead of the git server. */
  intercept: Interceptor | null;
  git(cwd: string, ...args: string[]): string;
  /** A working copy on `GitHub` with these files pushed to `main`. */
  seed(files: Readonly<Record<string, string>>): string;
  cloneInSandbox(name?: string): Promise<string>;
  close(): Promise<void>;
}

export async function startGitBench(
  options: { readonly knownSecrets?: () => readonly string[]; readonly effort?: Partial<EffortLimits> } = {},
): Promise<GitBench> {
  const root = mkdtempSync(join(tmpdir(), 'pw-git-'));
  const remotes = join(root, 'remotes');
  const data = join(root, 'data');
  mkdirSync(join(remotes, 'octo'), { recursive: true });
  mkdirSync(join(root, 'home'));
  const bench = { intercept: null as Interceptor | null };
  const authorizations: string[] = [];

  const git = (cwd: string, ...args: string[]): string =>
    execFileSync('git', args, {
      cwd,
      env: clientEnvironment(root),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  git(root, 'init', '-q', '--bare', '-b', 'main', join(remotes, 'octo', 'project.git'));

  const github = await listen(
    createServer((request, response) => {
      authorizations.push(request.headers.authorization ?? '');
      if (bench.intercept?.(request, response) === true) return;
      if (request.headers.authorization !== `Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end();
        return;
      }
      answerGit(remotes, request, response);
    }),
  );
  const githubUrl = urlOf(github);
  const repositories = createRepositories({
    directory: data,
    githubUrl,
    log: pino({ level: 'silent' }),
    ...options,
  });
  const sandbox = await listen(createServer((request, response) => repositories.serve(TASK, request, response)));
  const sandboxUrl = urlOf(sandbox);

  return Object.assign(bench, {
    root,
    data,
    repositories,
    githubUrl,
    sandboxUrl,
    authorizations,
    git,
    seed(files: Readonly<Record<string, string>>): string {
      const copy = join(root, `seed-${Math.random().toString(36).slice(2)}`);
      git(root, 'init', '-q', '-b', 'main', copy);
      commitFiles(git, copy, files, 'first');
      git(copy, 'remote', 'add', 'origin', join(remotes, 'octo', 'project.git'));
      git(copy, 'push', '-q', 'origin', 'main');
      return copy;
    },
    async cloneInSandbox(name = 'sandbox'): Promise<string> {
      const copy = join(root, name);
      const cloned = await tryGit({ root }, root, 'clone', '-q', `${sandboxUrl}/project.git`, copy);
      if (cloned.code !== 0) throw new Error(cloned.output);
      return copy;
    },
    async close(): Promise<void> {
      await Promise.all(
        [github, sandbox].map(
          (server) =>
            new Promise((resolve) => {
              server.close(resolve);
              server.closeAllConnections();
            }),
        ),
      );
      rmSync(root, { recursive: true, force: true });
    },
  });
}

export function commitFiles(
  git: GitBench['git'],
  copy: string,
  files: Readonly<Record<string, string | Buffer>>,
  message: string,
): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), content);
  }
  git(copy, 'add', '-A', '-f');
  git(copy, 'commit', '-q', '--allow-empty', '-m', message);
  return git(copy, 'rev-parse', 'HEAD').trim();
}

/** A long history at once: `count` commits without changes. */
export function addHistory(bench: GitBench, copy: string, count: number): void {
  const from = bench.git(copy, 'rev-parse', 'HEAD').trim();
  const ref = bench.git(copy, 'symbolic-ref', 'HEAD').trim();
  const commits = Array.from(
    { length: count },
    (_, index) =>
      `commit ${ref}\ncommitter A <a@example.com> ${1_700_000_000 + index} +0000\ndata 1\nn\n${index === 0 ? `from ${from}\n` : ''}\n`,
  );
  execFileSync('git', ['fast-import', '--quiet'], {
    cwd: copy,
    env: clientEnvironment(bench.root),
    input: commits.join(''),
  });
}

/**
 * Runs a git command that may fail, and reports how it ended. The bench's servers run in this process: never block it.
 */
export function tryGit(
  bench: Pick<GitBench, 'root'>,
  cwd: string,
  ...args: string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn('git', args, { cwd, env: clientEnvironment(bench.root), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      output += String(chunk);
    });
    child.once('close', (code) => resolve({ code, output }));
  });
}

function clientEnvironment(root: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: join(root, 'home'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C.UTF-8',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  };
}

function answerGit(remotes: string, request: IncomingMessage, response: ServerResponse): void {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const child = spawn('git', ['-c', 'http.receivepack=true', '-c', 'receive.shallowUpdate=true', 'http-backend'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_PROJECT_ROOT: remotes,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      SERVER_PROTOCOL: 'HTTP/1.1',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => {});
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.once('close', () => {
    const answer = Buffer.concat(chunks);
    const at = answer.indexOf('\r\n\r\n');
    for (const line of answer.subarray(0, at).toString().split('\r\n')) {
      const [name = '', value = ''] = line.split(': ');
      if (name === 'Status') response.statusCode = Number(value.slice(0, 3));
      else if (name !== '') response.setHeader(name, value);
    }
    response.end(answer.subarray(at + 4));
  });
}

function listen(server: Server): Promise<Server> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
