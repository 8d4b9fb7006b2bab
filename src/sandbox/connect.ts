/** Begins a session with a container's agent; starts the container first if it is not running. */
import type { Duplex } from 'node:stream';
import type { BaseLogger } from 'pino';
import type { Clock } from '../ports/clock.ts';
import type { Sandbox, SandboxGateway } from '../ports/sandbox.ts';
import type { SandboxLimits } from './container-settings.ts';
import type { Engine } from './docker-engine.ts';
import { createAgentSandbox } from './agent-sandbox.ts';
import { containerKeys } from './seal.ts';
import { SandboxLost, openSession } from './session.ts';

const GONE = 'whatever ran in the background is gone and /tmp is empty';

interface ConnectOptions {
  readonly secret: string;
  readonly limits: SandboxLimits;
  readonly log: Pick<BaseLogger, 'warn'>;
  readonly clock: Clock;
}

export interface Connecting {
  readonly containerId: string;
  readonly image: string;
  readonly gateway: SandboxGateway;
  readonly mustStart: boolean;
  /** Why the container had ended, if it is restarted. */
  readonly endedBy: string | null;
  readonly signal: AbortSignal | undefined;
}

export function createConnect(
  { docker, call, inspect }: Engine,
  { secret, limits, log, clock }: ConnectOptions,
): (connecting: Connecting) => Promise<Sandbox> {
  const unguarded = new Set<string>();

  function warnOnce(image: string): void {
    if (unguarded.has(image)) return;
    unguarded.add(image);
    log.warn(
      { image },
      'what runs in this image can look into its agent and forge results: its node cannot be run by the dynamic loader',
    );
  }

  /** Attaches before starting, so that a container that ends at once is noticed. */
  return async ({ containerId, image, gateway, mustStart, endedBy, signal }) => {
    const container = docker.getContainer(containerId);
    const asked = { stream: true, stdin: true, stdout: true, stderr: true, hijack: true };
    const stream = (await call((abortSignal) => container.attach({ ...asked, abortSignal }), signal)) as Duplex;
    try {
      if (mustStart) await call((abortSignal) => container.start({ abortSignal }), signal);
      // While attached, so that the stream ends with exactly this run.
      const facts = await inspect(containerId, signal);
      if (facts === null) throw new SandboxLost('The container is gone.');
      const session = await openSession({
        stream,
        gateway,
        clock,
        helloTimeoutMs: limits.helloTimeoutMs,
        keys: containerKeys(secret, facts.Id, facts.State.StartedAt),
        isFresh: mustStart,
      });
      if (!session.isGuarded) warnOnce(image);
      return createAgentSandbox({ containerId, image, endedBy, gateway, gone: GONE }, session, limits, clock);
    } catch (error) {
      stream.destroy();
      throw error;
    }
  };
}
