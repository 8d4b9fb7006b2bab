/**
 * Limits git's work on the host for one task, so that no sandbox can cause endless work. Refused and interrupted work
 * counts, too. Kept in memory: another worker that continues the task starts counting again.
 */
import type { ChildProcess } from 'node:child_process';

export interface EffortLimits {
  /** Per push. */
  readonly pushBytes: number;
  readonly pushMs: number;
  /** Per process of a command. */
  readonly cpuSeconds: number;
  /** All commands of the task. */
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
  /** Pushes that wait for earlier ones. */
  waiting: number;
  lastPush: Promise<void>;
  /** Bytes sent to git, uncompressed. */
  bytes: number;
  cpuSeconds: number;
}

/** All pushes of a task together, as a multiple of the largest allowed push. */
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

/** One line for readers in the sandbox; null while git may work. */
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

/** Resolves when all earlier pushes are over, with a function that ends this one's turn. */
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
