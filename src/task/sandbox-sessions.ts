/** The sandbox a driver holds on to while it drives: attached once, asked many times, let go at the end. */
import type { Sandbox, SandboxGateway, Sandboxes, SandboxSpec } from '../ports/sandbox.ts';

/** The container a task's history speaks of is not there any more. */
export class WorkspaceLost extends Error {
  override readonly name = 'WorkspaceLost';
  readonly containerId: string;
  constructor(containerId: string) {
    super('The workspace of the task is lost.');
    this.containerId = containerId;
  }
}

export interface SandboxSessions {
  /** The task's container if it lives, else a new one. */
  openOrCreate(spec: SandboxSpec): Promise<Sandbox>;
  /** The very container `containerId`; throws `WorkspaceLost` when it is gone. */
  existing(taskId: string, containerId: string): Promise<Sandbox>;
  /** Rejections of `work` that mean a lost container become `WorkspaceLost`. */
  using<T>(taskId: string, containerId: string, work: (sandbox: Sandbox) => Promise<T>): Promise<T>;
  acknowledge(taskId: string, key: string): void;
  release(taskId: string): Promise<void>;
}

export function createSandboxSessions(
  sandboxes: Sandboxes,
  gatewayFor: (taskId: string) => SandboxGateway,
  isLost: (error: unknown) => boolean,
): SandboxSessions {
  const held = new Map<string, Sandbox>();

  async function attach(taskId: string): Promise<Sandbox | null> {
    const known = held.get(taskId);
    if (known) return known;
    const sandbox = await sandboxes.attach(taskId, gatewayFor(taskId));
    if (sandbox) held.set(taskId, sandbox);
    return sandbox;
  }

  async function existing(taskId: string, containerId: string): Promise<Sandbox> {
    const sandbox = await attach(taskId);
    if (sandbox?.containerId !== containerId) throw new WorkspaceLost(containerId);
    return sandbox;
  }

  async function release(taskId: string): Promise<void> {
    const sandbox = held.get(taskId);
    held.delete(taskId);
    await sandbox?.detach();
  }

  return {
    existing,
    release,
    async openOrCreate(spec) {
      const found = await attach(spec.taskId);
      if (found) return found;
      const made = await sandboxes.create(spec, gatewayFor(spec.taskId));
      held.set(spec.taskId, made);
      return made;
    },
    async using(taskId, containerId, work) {
      const sandbox = await existing(taskId, containerId);
      try {
        return await work(sandbox);
      } catch (error) {
        if (!isLost(error)) throw error;
        // The stream broke, which says nothing about the container: what lives is asked again, by the same key.
        await release(taskId).catch(() => undefined);
        return work(await existing(taskId, containerId)).catch((again: unknown) => {
          throw isLost(again) ? new WorkspaceLost(containerId) : again;
        });
      }
    },
    acknowledge(taskId, key) {
      held.get(taskId)?.acknowledge([key]);
    },
  };
}
