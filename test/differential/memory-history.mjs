/** A history in memory, by the contract of `src/ports/history.ts`: atomic, compare-and-set on the number. */

/** Far more than the longest life; stops a machine that writes endlessly. */
const MOST_ENTRIES = 40_000;

export function createMemoryHistory({ now, Fenced }) {
  const entries = [];

  function logFor(identity, isDead) {
    const own = [...entries];
    let isFenced = false;
    return {
      entries: own,
      append(added, at = now()) {
        if (isDead()) return new Promise(() => undefined);
        return write(added, at);
      },
      isCurrent: async () => !isFenced && own.length === entries.length,
      close: async () => undefined,
    };

    async function write(added, writtenAt) {
      if (isFenced || own.length !== entries.length) {
        isFenced = true;
        throw new Fenced('Another driver has taken over.');
      }
      if (entries.length > MOST_ENTRIES) throw new Error('The history of this life does not end.');
      const { taskId: task_uuid, issue, traceId: trace_id } = identity;
      const timestamp = new Date(writtenAt).toISOString();
      const stored = added.map((entry, at) => ({
        ...JSON.parse(JSON.stringify(entry)),
        seq: entries.length + at + 1,
        timestamp,
        task_uuid,
        issue,
        trace_id,
      }));
      entries.push(...stored);
      own.push(...stored);
      return stored;
    }
  }

  return {
    entries,
    /** As one driver sees it; calls after its death are never answered. */
    for: (isDead) => ({
      open: async (identity) => logFor(identity, isDead),
      read: async () => [...entries],
      readUndamaged: async () => [...entries],
      unfinished: async () => [],
      ofIssue: async () => [],
      touching: async () => [],
      recent: async () => [],
    }),
  };
}
