/** Denied connections of one sandbox since the last report: some of the places by name, and the number of others. */
import type { Denials } from '../ports/sandbox.ts';

interface DeniedList {
  add(host: string, port: number, why: string): void;
  /** Null if nothing was denied. Each denial is reported once. */
  take(): Denials | null;
}

const most = 10;
/** With more places than this, repeated ones can no longer be told apart. */
const mostCounted = 1_000;
/** The name comes from the sandbox: only what can be a host is shown, nothing that reads like a sentence. */
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
