/**
 * How everybody but the driver reaches a task: items wait here until the driver has copied them into the history
 * and acknowledges them. A signal wakes a running driver at once; it may get lost, the item may not.
 */
import { z } from 'zod';

export const InboxItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    id: z.string(),
    traceId: z.string(),
    request: z.record(z.string(), z.unknown()),
    settings: z.record(z.string(), z.unknown()),
  }),
  /** `addressed`: it was said to us; otherwise it counts only as the answer to an open question. */
  z.object({
    kind: z.literal('comment'),
    id: z.string(),
    addressed: z.boolean().optional(),
    /** GitHub's number of it; a review has none. */
    commentId: z.number().optional(),
    /** Said on a pull request of ours; a review is never the answer to a question. */
    on: z.object({ pullRequest: z.number(), isReview: z.boolean() }).optional(),
    by: z.object({ id: z.number(), login: z.string() }),
    text: z.string(),
  }),
  /** A comment as its author changed it at that time; null: it says nothing any more. */
  z.object({
    kind: z.literal('correction'),
    id: z.string(),
    commentId: z.number(),
    at: z.string(),
    by: z.object({ id: z.number(), login: z.string() }),
    text: z.string().nullable(),
    /** The text is this control word, which answers some questions only. Listed here as it is stored: what `queue/` puts in has to fit. */
    word: z.enum(['resume', 'retry', 'approve']).optional(),
  }),
  z.object({
    kind: z.literal('control'),
    id: z.string(),
    word: z.enum(['stop', 'pause', 'resume']),
    by: z.object({ id: z.number(), login: z.string() }).nullable(),
    reason: z.string(),
  }),
]);
export type InboxItem = z.infer<typeof InboxItem>;

export interface Inbox {
  read(taskId: string): Promise<readonly InboxItem[]>;
  acknowledge(taskId: string, ids: readonly string[]): Promise<void>;
  /** Calls back when something arrives for this task; returns how to stop listening. */
  listen(taskId: string, onArrival: () => void): () => void;
}
