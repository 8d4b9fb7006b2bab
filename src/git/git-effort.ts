/**
 * What git on the host does for one task: no sandbox has it work without end. What was refused or broken off counts like
 * what was taken. Kept in memory: another worker that goes on with the task counts anew.
 */
import type { ChildProcess } from 'node:child_process';

export interface EffortLimits {
  /** Of one push. */
  readonly pushBytes: number;
  readonly pushMs: number;
  /** Of each process of one command. */
  readonly cpuSeconds: number;
  /** Of all commands of the task. */
  readonly allCpuSeconds: number;
}

const EFFORT_LIMITS: EffortLimits = {
  pushBytes: 200 * 1024 * 1024,
  pushMs: 3 * 60_000,
  cpuSeconds: 60,
  allCpuSeconds: 5 * 60,
};

export interface Effort {
  readonly limits: EffortLimits;
  /** Children that run for this task, so that they end with it. */
  readonly running: Set<ChildProcess>;
  /** Pushes that wait for the one before them. */
  waiting: number;
  lastPush: Promise<void>;
  /** What was sent to git, unpacked. */
  bytes: number;
  cpuSeconds: number;
}

/** All pushes of a task together, as a multiple of the largest one. */
export const MAX_PUSHES = 10;
const MAX_AT_ONCE = 4;
const MIB = 1024 * 1024;

export function createEffort(limits: Partial<EffortLimits> = {}): Effort {
  return {
    limits: { ...EFFORT_LIMITS, ...limits },
    running: new Set(),
    waiting: 0,
    lastPush: Promise.resolve(),
    bytes: 0,
    cpuSeconds: 0,
  };
}

export function isCrowded({ running, waiting }: Effort): boolean {
  return running.size + waiting >= MAX_AT_ONCE;
}

/** In one line, for whoever reads it in the sandbox; null when git may work. */
export function whyNoMore({ limits, bytes, cpuSeconds }: Effort): string | null {
  if (cpuSeconds >= limits.allCpuSeconds) {
    return `Git on the host has worked ${limits.allCpuSeconds} s for this task, also at what it refused, and does no more for it: what was saved stays; ask for the rest as another task.`;
  }
  if (bytes >= limits.pushBytes * MAX_PUSHES) {
    const sent = Math.round((limits.pushBytes * MAX_PUSHES) / MIB);
    return `This task has sent ${sent} MB to git on the host, also with what was refused, and may send no more: what was saved stays; ask for the rest as another task.`;
  }
  return null;
}

export function cpuSecondsAllowed({ limits, cpuSeconds }: Effort): number {
  return Math.max(1, Math.min(limits.cpuSeconds, limits.allCpuSeconds - cpuSeconds));
}

/** Resolves when all pushes before this one are over, with what ends this one's turn. */
export async function takeTurn(effort: Effort): Promise<() => void> {
  const before = effort.lastPush;
  let end = (): void => {};
  effort.lastPush = new Promise((resolve) => {
    end = resolve;
  });
  effort.waiting += 1;
  await before;
  effort.waiting -= 1;
  return end;
}
