import type { Preparing, Prepared } from '../../task/task.ts';

/** Where the preparation of an environment begins, and begins again after a workspace is lost. */
export const NOTHING_PREPARED = { containerId: null, image: null, cloned: false, cloneFailures: 0, setup: [], checks: [] } as const;

/** The container that was stopped while the task waited, for a preparation that may go on with it. */
export function keptOf({ keptContainer, environment }: Pick<Prepared, 'keptContainer' | 'environment'>): Pick<Preparing, 'kept'> {
  return keptContainer === undefined ? {} : { kept: { containerId: keptContainer, environment } };
}
