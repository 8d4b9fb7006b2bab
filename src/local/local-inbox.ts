/**
 * The inbox of a task that is driven in this process. It is not stored: messages are in the comments, and are
 * put in again at the next start; the driver recognises what it has read.
 */
import type { InboxItem, TaskInbox } from '../state/inbox-item.ts';

export interface LocalInbox extends TaskInbox {
  push(item: InboxItem): void;
  /** Resolves when there is an unread item, or the signal aborts. */
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
