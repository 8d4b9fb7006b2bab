/**
 * Sandboxes as Docker containers: one container and one volume per task, both found again by name and labels, so
 * that nothing about them has to be remembered by the service.
 */
import type { Duplex } from 'node:stream';
import type Docker from 'dockerode';
import type { BaseLogger } from 'pino';
import { Fault } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Sandbox, SandboxGateway, Sandboxes, SandboxSpec } from '../ports/sandbox.ts';
import { agentSource } from './agent-source.ts';
import { containerSettings, sandboxName, volumeSettings, type ContainerInput } from './container-settings.ts';
import { dockerFault, imageMissing, orNull, statusOf } from './docker-errors.ts';
import { createDockerSandbox } from './docker-sandbox.ts';
import type { SandboxLimits } from './limits.ts';
import { SandboxLost } from './sandbox-lost.ts';
import { openSession } from './session.ts';

export interface DockerSandboxesOptions {
  readonly docker: Docker;
  /** Names this installation; what carries another name is never touched. */
  readonly instance: string;
  readonly limits: SandboxLimits;
  /** Images that `check` looks for. */
  readonly images: readonly string[];
  readonly log: Pick<BaseLogger, 'info' | 'warn'>;
  readonly clock: Clock;
}

const removalPollMs = 50;
const removalTries = 200;

export function createDockerSandboxes(options: DockerSandboxesOptions): Sandboxes {
  const { docker, instance, limits, log, clock } = options;

  async function attach(taskId: string, gateway: SandboxGateway): Promise<Sandbox | null> {
    const container = docker.getContainer(sandboxName(taskId));
    const facts = await orNull(container.inspect());
    if (facts === null || !isOurs(facts.Config.Labels)) return null;
    try {
      const { Status } = facts.State;
      if (Status !== 'created' && Status !== 'running') return null;
      return await converse(facts.Id, gateway, Status === 'created');
    } catch (error) {
      const isGone = error instanceof SandboxLost || statusOf(error) === 404 || statusOf(error) === 409;
      if (!isGone) throw dockerFault(error);
      log.warn({ task: taskId, err: error }, 'sandbox does not answer, taken for lost');
      return null;
    }
  }

  async function create(spec: SandboxSpec, gateway: SandboxGateway): Promise<Sandbox> {
    const input: ContainerInput = { instance, spec, limits, agentSource: agentSource() };
    await remove(spec.taskId);
    try {
      await docker.createVolume(volumeSettings(input));
      const container = await make(input);
      return await converse(container.id, gateway, true);
    } catch (error) {
      const state = await lastState(spec.taskId);
      await remove(spec.taskId).catch((err: unknown) => log.warn({ task: spec.taskId, err }, 'failed sandbox could not be removed'));
      if (isImageMissing(error)) throw imageMissing(spec.image);
      if (error instanceof Fault || (statusOf(error) === null && !(error instanceof SandboxLost))) throw dockerFault(error);
      const why = error instanceof Error ? error.message.trim() : String(error);
      throw new Fault(
        'sandbox_failed',
        `The sandbox of this task did not start: ${why} ${state}`.trim(),
        `See that the image ${spec.image} has node and bash, that /workspace in it belongs to user 1000, and that the machine has memory and disk left.`,
        error,
      );
    }
  }

  /** Another driver may be making the same container at this moment; the later one wins. */
  async function make(input: ContainerInput): Promise<Docker.Container> {
    try {
      return await docker.createContainer(containerSettings(input));
    } catch (error) {
      if (statusOf(error) !== 409) throw error;
      await remove(input.spec.taskId);
      await docker.createVolume(volumeSettings(input));
      return docker.createContainer(containerSettings(input));
    }
  }

  /** Attached before it is started, a container that ends at once is noticed at once. */
  async function converse(containerId: string, gateway: SandboxGateway, mustStart: boolean): Promise<Sandbox> {
    const container = docker.getContainer(containerId);
    const stream = await container.attach({ stream: true, stdin: true, stdout: true, stderr: true, hijack: true });
    try {
      if (mustStart) await container.start();
      const session = await openSession({ stream: stream as Duplex, gateway, clock, helloTimeoutMs: limits.helloTimeoutMs });
      return createDockerSandbox(containerId, session, limits, clock);
    } catch (error) {
      (stream as Duplex).destroy();
      throw error;
    }
  }

  async function lastState(taskId: string): Promise<string> {
    try {
      const { State } = await docker.getContainer(sandboxName(taskId)).inspect();
      return `(State: ${State.Status}, exit code ${State.ExitCode}${State.OOMKilled ? ', out of memory' : ''}${State.Error === '' ? '' : `, ${State.Error}`}.)`;
    } catch {
      return '';
    }
  }

  async function remove(taskId: string): Promise<void> {
    const name = sandboxName(taskId);
    const facts = await orNull(docker.getContainer(name).inspect());
    if (facts !== null && isOurs(facts.Config.Labels)) {
      await untilGone(() => docker.getContainer(facts.Id).remove({ force: true, v: true }));
    }
    const volume = await orNull(docker.getVolume(name).inspect());
    if (volume !== null && isOurs(volume.Labels)) await untilGone(() => docker.getVolume(name).remove());
  }

  /** 409 means that a removal is under way or that the engine has not let go yet. */
  async function untilGone(act: () => Promise<unknown>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await act();
        return;
      } catch (error) {
        if (statusOf(error) === 404) return;
        if (statusOf(error) !== 409 || tries === removalTries) throw dockerFault(error);
        await clock.sleep(removalPollMs);
      }
    }
  }

  async function reap(isAlive: (taskId: string) => Promise<boolean>): Promise<readonly string[]> {
    const filters = { label: [`planwright.instance=${instance}`, 'planwright.role=task'] };
    const [containers, volumes] = await Promise.all([docker.listContainers({ all: true, filters }), docker.listVolumes({ filters })]).catch(
      (error: unknown) => {
        throw dockerFault(error);
      },
    );
    const labels = [...containers.map((found) => found.Labels), ...volumes.Volumes.map((found) => found.Labels)];
    const taskIds = new Set(labels.flatMap((found) => found?.['planwright.task'] ?? []));
    const reaped: string[] = [];
    for (const taskId of taskIds) {
      if (await isAlive(taskId)) continue;
      await remove(taskId);
      reaped.push(taskId);
      log.info({ task: taskId }, 'sandbox without a living task removed');
    }
    return reaped;
  }

  async function check(): Promise<void> {
    try {
      await docker.ping();
    } catch (error) {
      throw dockerFault(error);
    }
    for (const image of options.images) {
      if ((await orNull(docker.getImage(image).inspect())) === null) throw imageMissing(image);
    }
  }

  function isOurs(labels: Readonly<Record<string, string>> | null | undefined): boolean {
    return labels?.['planwright.instance'] === instance;
  }

  return { attach, create, remove, reap, check };
}

function isImageMissing(error: unknown): boolean {
  return statusOf(error) === 404 && error instanceof Error && /no such image/i.test(error.message);
}
