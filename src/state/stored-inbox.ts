/** What waits in the inbox of a task, and how it is read back from where it was stored. */
import { z } from 'zod';
import { Fault } from '../errors.ts';
import { agree, mistakeIn, type Differs } from './stored-check.ts';
import { Person, StoredRequest, StoredSettings } from './stored-request.ts';
import type { TaskRequest, TaskSettings } from './request.ts';
import type { Person as PersonOnGitHub } from '../ports/github.ts';

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

export type InboxItem =
  | {
      readonly kind: 'start';
      readonly id: string;
      readonly traceId: string;
      readonly request: TaskRequest;
      readonly settings: TaskSettings;
    }
  | {
      readonly kind: 'comment';
      readonly id: string;
      /** It was said to us; otherwise it counts only as the answer to an open question. */
      readonly addressed?: boolean;
      /** GitHub's number of it; a review has none. */
      readonly commentId?: number;
      /** Said on a pull request of ours; a review is never the answer to a question. */
      readonly on?: { readonly pullRequest: number; readonly isReview: boolean };
      readonly by: PersonOnGitHub;
      readonly text: string;
    }
  /** A comment as its author changed it at that time. */
  | {
      readonly kind: 'correction';
      readonly id: string;
      readonly commentId: number;
      readonly at: string;
      readonly by: PersonOnGitHub;
      /** Null: it says nothing any more. */
      readonly text: string | null;
      /** The text is this control word, which answers some questions only. */
      readonly word?: 'resume' | 'retry' | 'approve';
    }
  | {
      readonly kind: 'control';
      readonly id: string;
      readonly word: 'stop' | 'pause' | 'resume';
      readonly by: PersonOnGitHub | null;
      readonly reason: string;
    };

const StoredItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    id: z.string(),
    traceId: z.string(),
    request: StoredRequest,
    settings: StoredSettings,
  }),
  z.object({
    kind: z.literal('comment'),
    id: z.string(),
    addressed: z.boolean().exactOptional(),
    commentId: z.number().exactOptional(),
    on: z.object({ pullRequest: z.number(), isReview: z.boolean() }).exactOptional(),
    by: Person,
    text: z.string(),
  }),
  z.object({
    kind: z.literal('correction'),
    id: z.string(),
    commentId: z.number(),
    at: z.string(),
    by: Person,
    text: z.string().nullable(),
    word: z.enum(['resume', 'retry', 'approve']).exactOptional(),
  }),
  z.object({
    kind: z.literal('control'),
    id: z.string(),
    word: z.enum(['stop', 'pause', 'resume']),
    by: Person.nullable(),
    reason: z.string(),
  }),
]);

agree<Differs<z.infer<typeof StoredItem>, InboxItem, 'inbox item'>>();

export function readInboxItem(value: unknown): InboxItem {
  return read(StoredItem, upgradedItem(value), 'What waits in the inbox of a task');
}

export function readRequest(value: unknown): TaskRequest {
  return read(StoredRequest, upgradedRequest(value), 'The request of a task');
}

export function readSettings(value: unknown): TaskSettings {
  return read(StoredSettings, upgradedSettings(value), 'The settings of a task');
}

/** A later version adds here what items of earlier ones lack. */
function upgradedItem(value: unknown): unknown {
  return value;
}

/** A later version adds here what requests of earlier ones lack. */
function upgradedRequest(value: unknown): unknown {
  return value;
}

/** A later version adds here what settings of earlier ones lack. */
function upgradedSettings(value: unknown): unknown {
  return value;
}

function read<Read>(schema: z.ZodType<Read>, value: unknown, what: string): Read {
  const found = schema.safeParse(value);
  if (found.success) return found.data;
  throw new Fault(
    'internal',
    `${what} cannot be read: ${mistakeIn(found.error, value)}.`,
    'It was written by another version, or changed. Run the version that wrote it, or ask for the task anew.',
  );
}
