/**
 * Sandboxes as Docker containers: one container and one volume per task. Both are found by name and labels, so the
 * service has nothing to remember.
 */
import type Docker from 'dockerode';
import type { ContainerInspectInfo } from 'dockerode';
import type { BaseLogger } from 'pino';
import { Fault, RetryLater } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Sandbox, Sandboxes, SandboxSpec } from '../ports/sandbox.ts';
import { agentSource } from './agent-source.ts';
import { createConnect, type Connecting } from './connect.ts';
import { containerSettings, sandboxName, type ContainerInput, type SandboxLimits } from './container-settings.ts';
import {
  dockerTrouble,
  imageMissing,
  isBuiltHere,
  isImageMissing,
  nameOfAnother,
  orNull,
  notYet,
  stateInWords,
  statusOf,
  engineWords,
  createEngine,
} from './docker-engine.ts';
import { createRemoval, reapSandboxes } from './docker-removal.ts';
import { pullImage } from './pull-image.ts';
import { SandboxLost } from './session.ts';

export interface DockerSandboxesOptions {
  readonly docker: Docker;
  /** Names this installation; objects with another name are never touched. */
  readonly instance: string;
  /** Known only to the processes of the installation; the agents' keys derive from it. */
  readonly secret: string;
  readonly limits: SandboxLimits;
  /** Images that `check` looks for. */
  readonly images: readonly string[];
  readonly log: Pick<BaseLogger, 'info' | 'warn'>;
  readonly clock: Clock;
}

export function createDockerSandboxes(options: DockerSandboxesOptions): Sandboxes {
  const { docker, instance, limits, log, clock } = options;
  const engine = createEngine(docker, instance, { clock, timeoutMs: limits.engineTimeoutMs });
  const { call, isOurs } = engine;
  const remove = createRemoval(engine, clock);
  const connect = createConnect(engine, options);

  return {
    async attach(taskId, gateway, signal) {
      const facts = await engine.inspect(sandboxName(taskId), signal);
      if (facts === null || !isOurs(facts.Config.Labels)) return null;
      const { Status } = facts.State;
      const target = { containerId: facts.Id, image: facts.Config.Image, gateway, endedBy: null, signal };
      try {
        if (Status === 'exited') return await restart(facts, target);
        if (Status !== 'created' && Status !== 'running') return null;
        return await connect({ ...target, mustStart: Status === 'created' });
      } catch (error) {
        if (!isGone(error)) throw dockerTrouble(error);
        if (Status === 'running') return restartIfSilent(target, error);
        log.warn({ task: taskId, err: error }, 'sandbox no longer starts and counts as lost');
        return null;
      }
    },

    async create(spec, gateway, signal) {
      await remove(spec.taskId, signal);
      let made: string | null = null;
      try {
        await refuseVolumeOfAnother(sandboxName(spec.taskId), signal);
        made = await make({ instance, spec, limits, agentSource: agentSource() }, signal);
        return await connect({
          containerId: made,
          image: spec.image,
          gateway,
          mustStart: true,
          endedBy: null,
          signal,
        });
      } catch (error) {
        signal?.throwIfAborted();
        throw await asTrouble(error, spec, made);
      }
    },

    async stop(taskId, signal) {
      const facts = await engine.inspect(sandboxName(taskId), signal);
      if (facts !== null && isOurs(facts.Config.Labels)) await halt(facts.Id, signal);
    },

    remove,

    reap: (rule) => reapSandboxes({ engine, clock, instance, log }, rule),

    /** Images with a registry are pulled when needed, so only those built here must exist. */
    async check() {
      await call(() => docker.ping()).catch((error: unknown) => {
        throw dockerTrouble(error);
      });
      for (const image of options.images.filter(isBuiltHere)) {
        if ((await orNull(call(() => docker.getImage(image).inspect()))) === null) throw imageMissing(image);
      }
    },
  };

  /** The agent was killed, or the container stopped while the task waited; the workspace still exists. */
  async function restart(facts: ContainerInspectInfo, target: Omit<Connecting, 'mustStart'>): Promise<Sandbox> {
    const endedBy = likelyCause(facts);
    log.info({ container: facts.Id, endedBy }, 'sandbox is being restarted');
    return connect({ ...target, mustStart: true, endedBy });
  }

  /**
   * Restarts a container that has ended or whose agent does not respond; one that obeys another driver is left alone.
   */
  async function restartIfSilent(target: Omit<Connecting, 'mustStart'>, why: unknown): Promise<Sandbox | null> {
    const { containerId, signal } = target;
    try {
      if (why instanceof SandboxLost && why.isSilent) await halt(containerId, signal);
      const facts = await engine.inspect(containerId, signal);
      if (facts?.State.Status === 'exited') return await restart(facts, target);
    } catch (error) {
      if (!isGone(error)) throw dockerTrouble(error);
    }
    log.warn({ container: containerId, err: why }, 'sandbox does not answer and counts as lost');
    return null;
  }

  /**
   * After a real refusal everything is removed; after a temporary error the next attempt continues with what exists.
   */
  async function asTrouble(error: unknown, spec: SandboxSpec, made: string | null): Promise<Error> {
    if (isImageMissing(error)) return imageMissing(spec.image, 'it is still not there after a pull');
    const trouble = error instanceof SandboxLost ? error : dockerTrouble(error);
    if (trouble instanceof RetryLater || error instanceof Fault) return trouble;
    let facts: ContainerInspectInfo | null;
    try {
      facts = await engine.inspect(sandboxName(spec.taskId));
      // The object that has the name now belongs to another driver.
      if (made !== null && (facts?.Id !== made || isGoing(facts))) return notYet(error);
      await remove(spec.taskId);
    } catch (unreachable) {
      log.warn({ task: spec.taskId, err: unreachable }, 'failed sandbox could not be removed');
      return dockerTrouble(unreachable);
    }
    return new Fault(
      'sandbox_failed',
      `The sandbox of this task did not start: ${engineWords(error)} ${facts === null ? '' : stateInWords(facts)}`.trim(),
      `Check that the image ${spec.image} has node and bash, that its /workspace belongs to user 1000, and that the machine has free memory and disk space.`,
      error,
    );
  }

  async function make(input: ContainerInput, signal: AbortSignal | undefined): Promise<string> {
    const { image, taskId } = input.spec;
    const ask = async (): Promise<string> =>
      (await call((abortSignal) => docker.createContainer({ ...containerSettings(input), abortSignal }), signal)).id;
    try {
      return await ask();
    } catch (error) {
      if (isImageMissing(error)) {
        if (isBuiltHere(image)) throw imageMissing(image);
        await pullImage({ docker, clock, log, silenceMs: limits.pullSilenceMs }, image, signal);
      } else if (statusOf(error) === 409) {
        // Another driver is creating the same container at this moment; the later one wins.
        await remove(taskId, signal);
      } else {
        throw error;
      }
      return ask().catch(async (again: unknown) => {
        throw statusOf(again) === 409 ? await nameTaken(taskId, again) : again;
      });
    }
  }

  /** The engine would mount a volume of that name whoever owns it; for a container it refuses the name itself. */
  async function refuseVolumeOfAnother(name: string, signal: AbortSignal | undefined): Promise<void> {
    const volume = await orNull(call((abortSignal) => docker.getVolume(name).inspect({ abortSignal }), signal));
    if (volume === null || isOurs(volume.Labels)) return;
    if ((await engine.inspect(name, signal)) === null) throw nameOfAnother(name, 'volume');
  }

  async function nameTaken(taskId: string, error: unknown): Promise<Error> {
    const facts = await engine.inspect(sandboxName(taskId));
    if (facts === null || isOurs(facts.Config.Labels)) return notYet(error);
    return nameOfAnother(sandboxName(taskId), 'container', error);
  }

  /** 304 means that it is stopped already. */
  async function halt(nameOrId: string, signal?: AbortSignal): Promise<void> {
    try {
      await call((abortSignal) => docker.getContainer(nameOrId).stop({ t: 5, abortSignal }), signal);
    } catch (error) {
      if (statusOf(error) !== 304 && statusOf(error) !== 404) throw dockerTrouble(error);
    }
  }

  function likelyCause({ State }: ContainerInspectInfo): string {
    if (State.OOMKilled) return `memory ran out (limit ${Math.round(limits.memoryBytes / 1024 ** 2)} MiB)`;
    if (State.ExitCode !== 137)
      return `the program that runs commands in it ended with exit code ${State.ExitCode} ${State.Error}`.trim();
    return 'everything in it was killed: by a command such as "kill -9 -1" or "pkill -9 node", or because the machine or its Docker engine was restarted';
  }
}

function isGoing({ State }: ContainerInspectInfo): boolean {
  return State.Status === 'removing' || State.Dead;
}

function isGone(error: unknown): boolean {
  return error instanceof SandboxLost || statusOf(error) === 404 || statusOf(error) === 409;
}
