/**
 * How everybody but the driver reaches a task: items wait here until the driver has copied them into the history
 * and acknowledges them. A signal wakes a running driver at once; it may get lost, the item may not.
 */
export interface Inbox<Item extends { readonly id: string }> {
  read(taskId: string): Promise<readonly Item[]>;
  acknowledge(taskId: string, ids: readonly string[]): Promise<void>;
  /** Calls back when something arrives for this task; returns how to stop listening. */
  listen(taskId: string, onArrival: () => void): () => void;
}
