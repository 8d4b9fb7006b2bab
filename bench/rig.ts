/**
 * What benchmarks share: a folder, a real Redis, real containers, and the tools of a worker. All removed at the end.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import Docker from 'dockerode';
import { pino, type Logger } from 'pino';
import { createLogger } from '../src/app/create-log.ts';
import { createRedactor, type Redactor } from '../src/secrets/redactor.ts';
import { createDockerSandboxes } from '../src/sandbox/docker-sandboxes.ts';
import { createGateway } from '../src/sandbox/gateway.ts';
import { defaultLimits } from '../src/sandbox/container-settings.ts';
import { startEmbeddedRedis, type EmbeddedRedis } from '../src/redis/embedded-redis.ts';
import { systemClock as clock } from '../src/app/system-clock.ts';
import type { SandboxGateway, Sandboxes } from '../src/ports/sandbox.ts';

export const IMAGE = 'planwright/sandbox-base:0.1';
export const never = new AbortController().signal;
// Shared by everything that runs at the same time.
setMaxListeners(0, never);

export interface Rig {
  readonly folder: string;
  readonly docker: Docker;
  readonly sandboxes: Sandboxes;
  readonly redactor: Redactor;
  readonly log: Logger;
  /** Made-up secrets of the service. */
  readonly secrets: readonly string[];
  readonly instance: string;
  gateway(): SandboxGateway;
  redis(): Promise<EmbeddedRedis>;
  /** A container as started by hand: the image, the engine's defaults, a process that stays. */
  plainContainer(): Promise<Docker.Container>;
  /** Runs a command by exec and reads all its output. */
  exec(
    container: Docker.Container,
    command: string,
  ): Promise<{ readonly output: string; readonly exitCode: number | null }>;
  onClose(close: () => Promise<unknown> | void): void;
  close(): Promise<void>;
}

export async function openRig(): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'pw-bench-'));
  const closes: (() => Promise<unknown> | void)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  const docker = new Docker({ socketPath: '/var/run/docker.sock' });
  const secrets = [
    randomBytes(24).toString('hex'),
    `sk-ant-api03-${randomBytes(48).toString('base64url')}`,
    randomBytes(800).toString('base64'),
  ];
  const redactor = createRedactor(secrets);
  // As in production: every line is written, through the redactor, to a file that nobody reads.
  const log = createLogger({
    level: 'info',
    pretty: false,
    redactor,
    destination: pino.destination({ dest: '/dev/null', sync: true }),
  });
  const instance = `bench-${randomUUID()}`;
  const sandboxes = createDockerSandboxes({
    docker,
    instance,
    secret: instance,
    limits: defaultLimits,
    images: [IMAGE],
    log,
    clock,
  });
  closes.push(() => sandboxes.reap({ isAlive: async () => false, keepStoppedMs: 0 }));

  return {
    folder,
    docker,
    sandboxes,
    redactor,
    log,
    secrets,
    instance,
    gateway: () =>
      createGateway({
        git: (_request, response) => response.writeHead(404).end(),
        egress: { kind: 'none' },
        log,
      }),
    async redis() {
      const redis = await startEmbeddedRedis({
        directory: join(folder, `redis-${randomBytes(3).toString('hex')}`),
        log,
      });
      closes.push(() => redis.stop());
      return redis;
    },
    async plainContainer() {
      const container = await docker.createContainer({ Image: IMAGE, Cmd: ['sleep', 'infinity'] });
      closes.push(() => container.remove({ force: true, v: true }).catch(() => undefined));
      await container.start();
      return container;
    },
    async exec(container, command) {
      const exec = await container.exec({ Cmd: ['bash', '-c', command], AttachStdout: true, AttachStderr: true });
      const stream = await exec.start({});
      const chunks: Buffer[] = [];
      const sink = new PassThrough().on('data', (chunk: Buffer) => chunks.push(chunk));
      docker.modem.demuxStream(stream, sink, sink);
      await new Promise((ended) => stream.once('end', ended));
      const { ExitCode } = await exec.inspect();
      return { output: Buffer.concat(chunks).toString('utf8'), exitCode: ExitCode };
    },
    onClose: (close) => void closes.push(close),
    async close() {
      for (const close of closes.splice(0).toReversed()) await close();
    },
  };
}

export function nonceOf(taskId: string): string {
  return createHmac('sha256', 'bench').update(taskId).digest('hex').slice(0, 32);
}
