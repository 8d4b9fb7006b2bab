/** One gateway for each task, from when its sandbox is first needed until the task has ended. */
import type { SandboxGateway } from '../ports/sandbox.ts';

export interface Gateways {
  of(taskId: string): SandboxGateway;
  close(taskId: string): void;
}

export function createGateways(make: (taskId: string) => SandboxGateway): Gateways {
  const open = new Map<string, SandboxGateway>();
  return {
    of(taskId) {
      const gateway = open.get(taskId) ?? make(taskId);
      open.set(taskId, gateway);
      return gateway;
    },
    close(taskId) {
      open.get(taskId)?.close();
      open.delete(taskId);
    },
  };
}
