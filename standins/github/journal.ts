import type { Auth } from './auth.ts';

export interface RequestEntry {
  readonly number: number;
  readonly atMs: number;
  readonly method: string;
  /** With the query, without the host. */
  readonly path: string;
  readonly userAgent: string;
  readonly auth: Auth['kind'] | 'refused';
  readonly installationId: number | null;
  /** As sent; for git traffic only its length. Credentials in headers are not kept. */
  readonly body: string;
  readonly status: number;
  /** Whether the state changed, whatever the client was told. */
  readonly applied: boolean;
  readonly fault: string | null;
}

export interface PushEntry {
  readonly atMs: number;
  readonly repository: string;
  readonly ref: string;
  readonly before: string;
  readonly after: string;
  readonly forced: boolean;
  readonly accepted: boolean;
}

export interface Journal {
  readonly requests: RequestEntry[];
  readonly pushes: PushEntry[];
  /** Effective REST writes of the App, oldest first; pushes are in `pushes`. */
  writes(): readonly RequestEntry[];
  clear(): void;
}

const NO_WRITES = /\/access_tokens$|\/installation\/token$|\/attempts$|\/git-(upload|receive)-pack$/;

export function createJournal(): Journal {
  const requests: RequestEntry[] = [];
  const pushes: PushEntry[] = [];
  return {
    requests,
    pushes,
    writes() {
      return requests.filter(
        ({ method, path, applied }) => applied && method !== 'GET' && !NO_WRITES.test(path.split('?')[0] ?? ''),
      );
    },
    clear() {
      requests.length = 0;
      pushes.length = 0;
    },
  };
}
