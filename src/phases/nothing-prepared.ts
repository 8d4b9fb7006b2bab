/** Where the preparation of an environment begins, and begins again after a workspace is lost. */
export const NOTHING_PREPARED = { containerId: null, image: null, cloned: false, cloneFailures: 0, setup: [], checks: [] } as const;
