/**
 * Sandboxes without isolation (EXEC-2): plain processes in a temporary folder, for a person's own machine and for
 * tests. Everything else is as with a container: the agent and its sealed notes, keys, time limits, the gateway. The
 * processes end with their driver; the folder stays until the task has ended.
 */
import { randomUUID } from 'node:crypto';
import type { BaseLogger } from 'pino';
import { Fault, RetryLater } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Sandbox, SandboxGateway, Sandboxes } from '../ports/sandbox.ts';
import { createAgentSandbox } from './agent-sandbox.ts';
import type { SandboxLimits } from './container-settings.ts';
import { startPlainAgent, type PlainAgent } from './plain-agent.ts';
import { createPlaces, type Place } from './process-places.ts';
import { containerKeys } from './seal.ts';
import { openSession, SandboxLost } from './session.ts';

export interface ProcessSandboxesOptions {
  /** The folder with the notes about sandboxes. */
  readonly directory: string;
  readonly secret: string;
  readonly limits: SandboxLimits;
  /** The PATH; nothing else of the environment is passed on. */
  readonly path: string;
  readonly log: Pick<BaseLogger, 'info' | 'warn'>;
  readonly clock: Clock;
}

interface Running {
  readonly agent: PlainAgent;
  readonly startedAs: string;
}

const GONE = 'whatever ran in the background is gone';
const ENDED_BY =
  'planwright itself was ended meanwhile, which ends what runs in a sandbox without isolation, or a command killed the agent';

export function createProcessSandboxes(options: ProcessSandboxesOptions): Sandboxes {
  const { secret, limits, log, clock } = options;
  const places = createPlaces(options.directory);
  const running = new Map<string, Running>();

  function start(place: Place): Running {
    const begun = { agent: startPlainAgent(place, options), startedAs: randomUUID() };
    running.set(place.taskId, begun);
    places.stopped(place, null);
    return begun;
  }

  function living(taskId: string): Running | null {
    const known = running.get(taskId);
    return known?.agent.isAlive() === true ? known : null;
  }

  async function connect(place: Place, begun: Running, to: Attaching): Promise<Sandbox> {
    to.signal?.throwIfAborted();
    const session = await openSession({
      stream: begun.agent.stream(),
      gateway: to.gateway,
      clock,
      helloTimeoutMs: limits.helloTimeoutMs,
      keys: containerKeys(secret, place.id, begun.startedAs),
      isFresh: true,
    });
    const { image } = place;
    const started = { containerId: `process-${place.id}`, image, endedBy: to.endedBy, gateway: to.gateway, gone: GONE };
    return createAgentSandbox(started, session, limits, clock);
  }

  /** Ends everything that the sandbox started, including what a killed agent left behind. */
  async function end(taskId: string): Promise<void> {
    const known = living(taskId);
    running.delete(taskId);
    const place = places.find(taskId);
    if ((known === null || !(await known.agent.end())) && place !== null) await startPlainAgent(place, options).end();
  }

  async function remove(taskId: string): Promise<void> {
    await end(taskId);
    await places.remove(taskId);
  }

  return {
    async attach(taskId, gateway, signal) {
      const place = places.find(taskId);
      if (place === null) return null;
      const known = living(taskId);
      try {
        if (known !== null) return await connect(place, known, { gateway, endedBy: null, signal });
      } catch (error) {
        if (!(error instanceof SandboxLost)) throw error;
        log.warn({ task: taskId, err: error }, 'the agent does not answer and is restarted');
        await end(taskId);
      }
      try {
        return await connect(place, start(place), { gateway, endedBy: ENDED_BY, signal });
      } catch (error) {
        if (!(error instanceof SandboxLost)) throw error;
        log.warn({ task: taskId, err: error }, 'sandbox no longer starts and counts as lost');
        return null;
      }
    },

    async create(spec, gateway, signal) {
      await remove(spec.taskId);
      signal?.throwIfAborted();
      const place = places.make(spec.taskId, spec.image);
      try {
        return await connect(place, start(place), { gateway, endedBy: null, signal });
      } catch (error) {
        if (error instanceof SandboxLost) throw new RetryLater(error.message, { of: 'sandbox', cause: error });
        throw error;
      }
    },

    async stop(taskId) {
      const place = places.find(taskId);
      if (place === null) return;
      await end(taskId);
      places.stopped(place, clock.now());
    },

    remove,

    async reap({ isAlive, keepStoppedMs }) {
      const reaped: string[] = [];
      for (const taskId of places.taskIds()) {
        const stoppedAt = places.find(taskId)?.stoppedAt ?? null;
        const isOver = stoppedAt !== null && clock.now() - stoppedAt >= keepStoppedMs;
        if (!isOver && (await isAlive(taskId))) continue;
        await remove(taskId);
        reaped.push(taskId);
      }
      return reaped;
    },

    /** Processes of a sandbox are found by /proc; without it, none are killed. */
    async check() {
      if (process.platform === 'linux') return;
      throw new Fault(
        'configuration',
        `A sandbox of plain processes works only on Linux; this is ${process.platform}.`,
        'Install Docker, and run it without "--sandbox process".',
      );
    },
  };
}

interface Attaching {
  readonly gateway: SandboxGateway;
  readonly endedBy: string | null;
  readonly signal: AbortSignal | undefined;
}
