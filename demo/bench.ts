/** The real service as a child process between the stand-ins; used by the demo and the tests. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { packageRoot } from '../src/package-root.ts';

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** Everything it has printed. */
  output(): string;
  /** Resolves when it has exited. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

export interface ServiceEnvironment {
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly args?: readonly string[];
  /** In its own process group, so that a Ctrl-C at the terminal does not reach it. */
  readonly detached?: boolean;
}

/** What the service needs of the machine; the rest of this environment is not passed on. */
const INHERITED = [
  'PATH',
  'HOME',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'GIT_SSL_CAINFO',
  'DOCKER_HOST',
  'DOCKER_CERT_PATH',
  'DOCKER_TLS_VERIFY',
];

/** Below the range from which systems assign ports, so that nobody takes this one before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = once(server, 'listening').then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') return false;
      throw error;
    },
  );
  server.listen(port, '127.0.0.1');
  if (!(await isListening)) return false;
  server.close();
  await once(server, 'close');
  return true;
}

export function startProcess({ port, env, cwd, args = [], detached = false }: ServiceEnvironment): ServiceProcess {
  const main = join(packageRoot(), 'dist/planwright.mjs');
  const inherited = Object.fromEntries(
    INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { ...inherited, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  const ended = once(child, 'exit').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  return { child, url: `http://127.0.0.1:${port}`, output: () => chunks.join(''), ended };
}

/** Resolves when /readyz answers 200; rejects if the process exits first. */
export async function untilReady(service: ServiceProcess, timeoutMs = 60_000): Promise<void> {
  const giveUp = Date.now() + timeoutMs;
  let isOver = false;
  void service.ended.finally(() => {
    isOver = true;
  });
  while (Date.now() < giveUp) {
    if (isOver) throw new Error(`The service ended before it was ready:\n${service.output()}`);
    const answer = await fetch(`${service.url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The service was not ready in time:\n${service.output()}`);
}
