/** What waits in the inbox of a task. */
import { z } from 'zod';
import { Around } from './around-task.ts';
import { Person, TaskRequest, TaskSettings } from './request.ts';
import { boolean, number, string, type Stored } from './stored-data.ts';

/**
 * How everybody but the driver reaches a task: items wait here until the driver has copied them into the history
 * and acknowledges them. A signal wakes a running driver at once; it may get lost, the item may not.
 */
export interface TaskInbox {
  read(taskId: string): Promise<readonly InboxItem[]>;
  acknowledge(taskId: string, ids: readonly string[]): Promise<void>;
  /** Calls back when something arrives for this task; returns how to stop listening. */
  listen(taskId: string, onArrival: () => void): () => void;
}

export type InboxItem = Stored<typeof InboxItem>;
export const InboxItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), id: string, traceId: string, request: TaskRequest, settings: TaskSettings }),
  z.object({
    kind: z.literal('comment'),
    id: string,
    /** It was said to us; otherwise it counts only as the answer to an open question. */
    addressed: boolean.exactOptional(),
    /** GitHub's number of it; a review has none. */
    commentId: number.exactOptional(),
    /** Said on a pull request of ours; a review is never the answer to a question. */
    on: z.object({ pullRequest: number, isReview: boolean }).exactOptional(),
    by: Person,
    text: string,
  }),
  /** A comment as its author changed it at that time. */
  z.object({
    kind: z.literal('correction'),
    id: string,
    commentId: number,
    at: string,
    by: Person,
    /** Null: it says nothing any more. */
    text: string.nullable(),
    /** The text is this control word, which answers some questions only. */
    word: z.enum(['resume', 'retry', 'approve']).exactOptional(),
  }),
  z.object({ kind: z.literal('around'), id: string, what: Around }),
  z.object({
    kind: z.literal('control'),
    id: string,
    word: z.enum(['stop', 'pause', 'resume']),
    by: Person.nullable(),
    reason: string,
  }),
  /** What blocked the issue may block it no more (GH-2). */
  z.object({ kind: z.literal('blockers_changed'), id: string }),
  /** Who goes on with it on their own machine says whether anything may be assumed, and how soon. */
  z.object({ kind: z.literal('attended'), id: string, assumes: boolean, assumeAfterMs: number }),
]);
