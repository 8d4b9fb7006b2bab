/** Real engine, real containers: the basis of every test in this folder. */
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import Docker from 'dockerode';
import type { Clock } from '../../src/ports/clock.ts';
import type { CommandResult, Sandbox, SandboxGateway, Sandboxes, SandboxSpec } from '../../src/ports/sandbox.ts';
import { createDockerSandboxes, type DockerSandboxesOptions } from '../../src/sandbox/docker-sandboxes.ts';
import { defaultLimits } from '../../src/sandbox/container-settings.ts';

// For containers on a busy machine; nothing here waits for a time to pass.
jest.setTimeout(60_000);

export const image = process.env['PLANWRIGHT_TEST_IMAGE'] ?? 'planwright/sandbox-base:dev';
export const docker = new Docker({ socketPath: '/var/run/docker.sock' });
export const never = new AbortController().signal;
// Shared by everything that runs at the same time.
setMaxListeners(0, never);
export const clock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
};
export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };

export function newId(): string {
  return `t${randomBytes(6).toString('hex')}`;
}

export function specOf(taskId: string): SandboxSpec {
  return { taskId, repository: 'octo/demo', traceId: `trace-${taskId}`, image };
}

export function closedGateway(): SandboxGateway {
  const server = createServer((_request, response) => response.writeHead(404).end());
  return Object.assign(server, { takeDenied: () => null });
}

export function sandboxesOf(instance: string, overrides: Partial<DockerSandboxesOptions> = {}): Sandboxes {
  return createDockerSandboxes({
    docker,
    instance,
    secret: 'the secret of these tests',
    limits: { ...defaultLimits, graceMs: 300 },
    images: [image],
    log: silent,
    clock,
    ...overrides,
  });
}

/** How a command finds the agent; its parent is the process that started it. */
export const agentPid = '$(pgrep -x planwright-agen)';

/** Runs a command under its own key. */
export function run(sandbox: Sandbox, command: string, timeoutMs = 30_000, signal = never): Promise<CommandResult> {
  return sandbox.run({ key: newId(), command, timeoutMs }, signal);
}
