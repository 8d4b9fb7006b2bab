/** What one sandbox was denied since it was last told: a few places by name, and how many more there were. */
import type { Denials } from '../ports/sandbox.ts';

interface DeniedList {
  add(host: string, port: number, why: string): void;
  /** Null where nothing was denied; what is taken is told once. */
  take(): Denials | null;
}

const most = 10;
/** Of more places than these it is not known any more which were counted. */
const mostCounted = 1_000;
/** What was asked for is written by the sandbox: shown is what can be a host, and nothing that reads as a sentence. */
const hostLike = /^[a-z0-9._:-]{1,253}$/;

export function createDeniedList(): DeniedList {
  let told: Denials['to'] = [];
  const known = new Set<string>();
  return {
    add(asked, port, why) {
      const host = hostLike.test(asked) ? asked : '';
      const key = `${host}:${port} ${why}`;
      if (known.has(key) || known.size >= mostCounted) return;
      known.add(key);
      if (told.length < most) told = [...told, { host, port, why }];
    },
    take() {
      if (known.size === 0) return null;
      const taken = { to: told, more: known.size - told.length };
      told = [];
      known.clear();
      return taken;
    },
  };
}
