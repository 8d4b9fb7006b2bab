/** An inbox in memory, by the contract of `src/state/inbox-item.ts`. */

/** After this many reads without a call to any port, the machine is looping. */
const MOST_IDLE_READS = 20_000;

export function createMemoryInbox() {
  let waiting = [];
  let listeners = new Set();
  let idleReads = 0;

  return {
    waiting: () => waiting,
    push(item) {
      waiting.push(item);
      for (const heard of listeners) heard();
    },
    /** Something happened beside the inbox. */
    moved() {
      idleReads = 0;
    },
    /** A process died: nobody listens any more. */
    forget() {
      listeners = new Set();
    },
    for: (isDead) => ({
      async read() {
        if (isDead()) return new Promise(() => undefined);
        idleReads += 1;
        if (idleReads > MOST_IDLE_READS) throw new Error('The inbox is read again and again, and nothing is done.');
        return structuredClone(waiting);
      },
      async acknowledge(_taskId, ids) {
        if (isDead()) return new Promise(() => undefined);
        waiting = waiting.filter((item) => !ids.includes(item.id));
      },
      listen(_taskId, heard) {
        listeners.add(heard);
        return () => listeners.delete(heard);
      },
    }),
  };
}
