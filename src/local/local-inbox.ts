/**
 * What waits for a task that is driven in this process. It is kept nowhere: what was said stands in the comments of the
 * issue, and is put in again by whoever starts next; the driver recognises what it has read.
 */
import type { InboxItem, TaskInbox } from '../state/inbox-item.ts';

export interface LocalInbox extends TaskInbox {
  push(item: InboxItem): void;
  /** Resolves when something is there that was not read yet, or the signal aborts. */
  arrival(signal: AbortSignal): Promise<void>;
}

export function createLocalInbox(): LocalInbox {
  let waiting: readonly InboxItem[] = [];
  let isUnread = false;
  const listeners = new Set<() => void>();

  return {
    push(item) {
      if (waiting.some(({ id }) => id === item.id)) return;
      waiting = [...waiting, item];
      isUnread = true;
      for (const call of listeners) call();
    },
    async read() {
      isUnread = false;
      return waiting;
    },
    async acknowledge(_taskId, ids) {
      waiting = waiting.filter(({ id }) => !ids.includes(id));
    },
    listen(_taskId, onArrival) {
      listeners.add(onArrival);
      return () => listeners.delete(onArrival);
    },
    arrival: (signal) =>
      new Promise((resolve) => {
        const over = () => {
          listeners.delete(over);
          signal.removeEventListener('abort', over);
          resolve();
        };
        if (signal.aborted || isUnread) return over();
        listeners.add(over);
        signal.addEventListener('abort', over, { once: true });
      }),
  };
}
