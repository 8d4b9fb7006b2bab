/** One injected fault, waiting for its requests. */
export interface Fault {
  readonly method?: string;
  /** `/repos/*\/*\/issues/*\/comments`: `*` is one part, `**` the rest. REST paths without /api/v3; git paths as they are. */
  readonly path: string | RegExp;
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** How often; 1 by default. */
  readonly times?: number;
  /** Matching requests to let through first. */
  readonly skip?: number;
  /** Does what was requested, and only then fails. */
  readonly applyFirst?: boolean;
  /** Waits before acting or, with `applyFirst`, between acting and answering. */
  readonly delayMs?: number;
  /** Like `delayMs`, until this settles. */
  readonly hold?: Promise<unknown>;
  /** Destroys the socket, before or after the effect, instead of answering. */
  readonly cutConnection?: 'before' | 'after';
}

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** How many faults are still waiting. */
  pending(): number;
  take(method: string, path: string): Fault | undefined;
}

interface Waiting {
  readonly fault: Fault;
  readonly pattern: RegExp;
  left: number;
  skip: number;
}

export function createFaults(): Faults {
  let waiting: Waiting[] = [];
  return {
    add(fault) {
      waiting.push({ fault, pattern: toPattern(fault.path), left: fault.times ?? 1, skip: fault.skip ?? 0 });
    },
    clear() {
      waiting = [];
    },
    pending() {
      return waiting.reduce((sum, one) => sum + one.left, 0);
    },
    take(method, path) {
      for (const one of waiting) {
        if ((one.fault.method ?? method).toUpperCase() !== method || !one.pattern.test(path)) continue;
        if (one.skip > 0) {
          one.skip -= 1;
          continue;
        }
        one.left -= 1;
        waiting = waiting.filter(({ left }) => left > 0);
        return one.fault;
      }
      return undefined;
    },
  };
}

function toPattern(path: string | RegExp): RegExp {
  if (path instanceof RegExp) return path;
  const source = path
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**', '\0')
    .replaceAll('*', '[^/]+')
    .replaceAll('\0', '.*');
  return new RegExp(`^${source}$`);
}

export async function wait(fault: Fault): Promise<void> {
  const { delayMs, hold } = fault;
  if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
  await hold;
}

export function describeFault(fault: Fault): string {
  if (fault.cutConnection !== undefined) return `connection cut ${fault.cutConnection} the effect`;
  return `${fault.status ?? 'delay'}${fault.applyFirst === true ? ' after the effect' : ''}`;
}
