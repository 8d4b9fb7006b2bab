/**
 * Where histories stand in Redis. All of them share one hash tag: an append changes the record and its indexes in one
 * step, and in a Cluster one step reaches one slot. The price is that a Cluster keeps them all on one of its nodes.
 */
const ROOT = 'planwright:{history}';

export const historyKeys = {
  /** A stream; the id of an entry is its number, `7-0`. */
  task: (taskId: string) => `${ROOT}:task:${taskId}`,
  /** The same stream, once it was set aside. */
  archive: (taskId: string) => `${ROOT}:archive:${taskId}`,
  /** A set: tasks without an end. */
  open: `${ROOT}:open`,
  /** Sorted sets of tasks, by when they began, and those set aside by when that was. */
  recent: `${ROOT}:recent`,
  issue: (issue: string) => `${ROOT}:issue:${issue}`,
  archived: `${ROOT}:archived`,
};
