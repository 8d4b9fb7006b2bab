/** The sandbox a driver is attached to: attached once, used many times, detached at the end. */
import type { Sandbox, SandboxGateway, Sandboxes, SandboxSpec } from '../ports/sandbox.ts';

/** The container named in a task's history no longer exists. */
export class WorkspaceLost extends Error {
  override readonly name = 'WorkspaceLost';
  readonly containerId: string;
  constructor(containerId: string, why: string) {
    super(why);
    this.containerId = containerId;
  }
}

interface Reach {
  /** Hosts that the task allows in addition to the usual ones. */
  readonly hosts: readonly string[];
}

export interface WhichSandbox extends Reach {
  readonly taskId: string;
  readonly containerId: string;
  readonly signal: AbortSignal;
}

export interface SandboxSessions {
  /** The task's container if it runs and was made from the requested image, else a new one. */
  openOrCreate(
    spec: SandboxSpec & Reach,
    signal: AbortSignal,
  ): Promise<{ readonly sandbox: Sandbox; readonly isNew: boolean }>;
  /** Works with exactly the container `containerId`; throws `WorkspaceLost` if it is gone. */
  using<T>(which: WhichSandbox, work: (sandbox: Sandbox) => Promise<T>): Promise<T>;
  acknowledge(taskId: string, key: string): void;
  release(taskId: string): Promise<void>;
}

type AttachTo = Pick<WhichSandbox, 'taskId' | 'hosts'>;

export function createSandboxSessions(
  sandboxes: Sandboxes,
  gatewayFor: (taskId: string, hosts: readonly string[]) => SandboxGateway,
  isLost: (error: unknown) => boolean,
): SandboxSessions {
  const attached = new Map<string, Sandbox>();

  async function attach({ taskId, hosts }: AttachTo, signal: AbortSignal): Promise<Sandbox | null> {
    const known = attached.get(taskId);
    if (known) return known;
    const sandbox = await sandboxes.attach(taskId, gatewayFor(taskId, hosts), signal);
    if (sandbox) attached.set(taskId, sandbox);
    return sandbox;
  }

  async function existing(which: WhichSandbox, before: unknown): Promise<Sandbox> {
    const { containerId, signal } = which;
    const sandbox = await attach(which, signal);
    if (sandbox?.containerId === containerId) return sandbox;
    const now =
      sandbox === null
        ? 'The container of the task is gone or does not start again.'
        : 'Another container has taken its place.';
    throw new WorkspaceLost(containerId, before instanceof Error ? `${before.message} ${now}` : now);
  }

  async function release(taskId: string): Promise<void> {
    const sandbox = attached.get(taskId);
    attached.delete(taskId);
    await sandbox?.detach();
  }

  return {
    release,
    async openOrCreate({ hosts, ...spec }, signal) {
      const found = await attach({ taskId: spec.taskId, hosts }, signal);
      if (found?.image === spec.image) return { sandbox: found, isNew: false };
      await release(spec.taskId);
      const made = await sandboxes.create(spec, gatewayFor(spec.taskId, hosts), signal);
      attached.set(spec.taskId, made);
      return { sandbox: made, isNew: true };
    },
    async using(which, work) {
      const sandbox = await existing(which, null);
      try {
        return await work(sandbox);
      } catch (error) {
        if (!isLost(error)) throw error;
        // A broken stream says nothing about the container, so the call is repeated with the same key.
        await release(which.taskId).catch(() => undefined);
        return work(await existing(which, error)).catch((again: unknown) => {
          throw isLost(again)
            ? new WorkspaceLost(which.containerId, again instanceof Error ? again.message : '')
            : again;
        });
      }
    },
    acknowledge(taskId, key) {
      attached.get(taskId)?.acknowledge([key]);
    },
  };
}
