/** What a person asked for, read from a webhook payload. The text is the text at that moment (GH-2). */
import { z } from 'zod';

const RepositoryRef = z.object({ installationId: z.int(), repositoryId: z.int(), owner: z.string(), name: z.string() });
const Person = z.object({ id: z.int(), login: z.string() });
const ReactionTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('issue'), issue: z.int() }),
  z.object({ kind: z.literal('issue_comment'), commentId: z.int() }),
  z.object({ kind: z.literal('review_comment'), commentId: z.int() }),
]);

const common = {
  repo: RepositoryRef,
  issue: z.int(),
  sender: Person.extend({ isBot: z.boolean() }),
  /** The same happening seen through two hooks has two delivery ids and one occurrence. */
  occurrence: z.string(),
};

export const Intent = z.discriminatedUnion('kind', [
  /** Begin a task on this issue, or join the one that is active there. */
  z.object({
    kind: z.literal('start'),
    ...common,
    trigger: z.enum(['label', 'mention']),
    target: ReactionTarget,
    title: z.string(),
    body: z.string(),
    author: Person,
    /** When, as GitHub says it. Intents of older versions do not know. */
    at: z.string().optional(),
    /** What was asked in the mention itself; null for a label. */
    instruction: z.string().nullable(),
    isPrivate: z.boolean(),
    /** It was the word `retry`: it begins a task anew, and joins none (GH-5). */
    isRetry: z.boolean().optional(),
    /** It was asked for a plan: it begins a task, and joins none (GH-5). */
    isPlan: z.boolean().optional(),
    /** Its plan is to be approved first: asked for, or the issue bears the label for it (GH-2). */
    plansFirst: z.boolean().optional(),
    /** The issue was closed already when it was asked for. */
    wasClosed: z.boolean().optional(),
  }),
  /** A control word to the task that is active on the issue. */
  z.object({ kind: z.literal('stop'), ...common, target: ReactionTarget }),
  /** Any other control word; without `addressed` it is to us only while a task is active. `text` is what was said, without the mention. */
  z.object({
    kind: z.literal('command'),
    ...common,
    target: ReactionTarget,
    word: z.enum(['pause', 'resume', 'status', 'retry', 'approve', 'plan', 'help']),
    addressed: z.boolean(),
    text: z.string(),
    isPrivate: z.boolean(),
  }),
  /** A comment that is not to us. While a question is open it may be the answer. */
  z.object({ kind: z.literal('remark'), ...common, target: ReactionTarget, text: z.string() }),
  /** A comment was changed by its own author, or taken back (null). It counts only for an answer that is not used yet (GH-6). */
  z.object({
    kind: z.literal('correction'),
    ...common,
    commentId: z.int(),
    at: z.string(),
    text: z.string().nullable(),
    /** The text is this control word: no order, and an answer only where the word would be one. */
    word: z.enum(['resume', 'retry', 'approve']).optional(),
  }),
  /** The label was removed, the issue closed, deleted or transferred: the active task stops. */
  z.object({
    kind: z.literal('withdraw'),
    ...common,
    reason: z.enum(['unlabeled', 'closed', 'deleted', 'transferred']),
    ofPlan: z.boolean().optional(),
  }),
]);
export type Intent = z.infer<typeof Intent>;
