/** A repository on this machine, a model API, and the command line between them. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeContainers } from '../../demo/containers.ts';
import { FILES, SCRIPT } from '../../demo/story.ts';
import { packageRoot } from '../../src/package-root.ts';
import { startAnthropic, type AnthropicStandIn } from '../../standins/anthropic/server.ts';
import type { Script } from '../../standins/anthropic/script.ts';

export interface LocalRun {
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  readonly ended: Promise<number | NodeJS.Signals>;
}

export interface LocalWorld {
  readonly anthropic: AnthropicStandIn;
  /** The top of the repository. */
  readonly repository: string;
  readonly key: string;
  start(
    args: readonly string[],
    how?: { readonly env?: Readonly<Record<string, string>>; readonly input?: string },
  ): LocalRun;
  git(...args: readonly string[]): string;
  /** A file of the work tree. */
  read(path: string): string;
  close(): Promise<void>;
}

interface LocalWorldOptions {
  readonly script?: Script;
  readonly files?: Readonly<Record<string, string>>;
  readonly latencyMs?: number;
}

export async function openLocalWorld(options: LocalWorldOptions = {}): Promise<LocalWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'pw-local-'));
  // GitHub would allow neither its name nor its path.
  const repository = join(folder, 'my shop (ours) é');
  const key = `sk-ant-api03-canary-${randomBytes(12).toString('hex')}`;
  const anthropic = await startAnthropic({
    script: options.script ?? SCRIPT,
    apiKey: key,
    latencyMs: options.latencyMs ?? 0,
  });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', repository, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', HOME: folder },
    });
  for (const [path, text] of Object.entries(options.files ?? FILES)) {
    await mkdir(dirname(join(repository, path)), { recursive: true });
    await writeFile(join(repository, path), text);
  }
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Mika Möller');
  git('config', 'user.email', 'mika@example.com');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Begin');
  const running: LocalRun[] = [];

  return {
    anthropic,
    repository,
    key,
    git,
    read: (path) => readFileSync(join(repository, path), 'utf8'),
    start(args, { env = {}, input = '' } = {}) {
      const run = begin(args, {
        cwd: repository,
        env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: anthropic.url, HOME: folder, ...env },
        input,
      });
      running.push(run);
      return run;
    },
    async close() {
      for (const { child } of running) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await Promise.all(running.map(({ ended }) => ended));
      await anthropic.close();
      const instance = await readFile(join(repository, '.planwright', 'instance'), 'utf8').catch(() => null);
      if (instance !== null) await removeContainers(instance.trim());
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Beginning {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
}

/** What the command needs of the machine; the rest of this environment is not passed on. */
const INHERITED = ['PATH', 'NODE_EXTRA_CA_CERTS', 'DOCKER_HOST', 'DOCKER_CERT_PATH', 'DOCKER_TLS_VERIFY'];

function begin(args: readonly string[], { cwd, env, input }: Beginning): LocalRun {
  const inherited = Object.fromEntries(
    INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  const child = spawn(process.execPath, [join(packageRoot(), 'dist/planwright.mjs'), ...args], {
    cwd,
    env: { ...inherited, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => out.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => err.push(chunk));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  return { child, stdout: () => out.join(''), stderr: () => err.join(''), ended };
}
