/** The items in a task's inbox. */
import { z } from 'zod';
import { Around } from './around-task.ts';
import { Person, TaskRequest, TaskSettings } from './request.ts';
import { boolean, number, string, type Stored } from './stored-data.ts';

/**
 * The way for everybody except the driver to reach a task. Items wait here until the driver has copied them into the
 * history and acknowledges them. A signal wakes a running driver at once; the signal may get lost, the item may not.
 */
export interface TaskInbox {
  read(taskId: string): Promise<readonly InboxItem[]>;
  acknowledge(taskId: string, ids: readonly string[]): Promise<void>;
  /** Calls back when an item arrives for this task; returns a function that stops listening. */
  listen(taskId: string, onArrival: () => void): () => void;
}

export type InboxItem = Stored<typeof InboxItem>;
export const InboxItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), id: string, traceId: string, request: TaskRequest, settings: TaskSettings }),
  z.object({
    kind: z.literal('comment'),
    id: string,
    /** The comment is addressed to us; otherwise it counts only as an answer to an open question. */
    addressed: boolean.exactOptional(),
    /** GitHub's id of the comment; a review has none. */
    commentId: number.exactOptional(),
    /** Said on a pull request of ours; a review never answers a question. */
    on: z.object({ pullRequest: number, isReview: boolean }).exactOptional(),
    by: Person,
    text: string,
  }),
  /** A comment as its author edited it at that time. */
  z.object({
    kind: z.literal('correction'),
    id: string,
    commentId: number,
    at: string,
    by: Person,
    /** Null if the comment no longer has a text. */
    text: string.nullable(),
    /** The text is this control word, which answers only some questions. */
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
  /** The issue may no longer be blocked (GH-2). */
  z.object({ kind: z.literal('blockers_changed'), id: string }),
  /** Somebody continues the task on their own machine: whether anything may be assumed, and how soon. */
  z.object({ kind: z.literal('attended'), id: string, assumes: boolean, assumeAfterMs: number }),
]);
