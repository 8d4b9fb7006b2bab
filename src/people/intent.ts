/**
 * What a person asked for, read from a webhook payload (with its text at that moment, GH-2), and the delivery of it.
 */
import { z } from 'zod';
import { Person, TaskRequest } from '../state/request.ts';
import { ALL_CONTROL_WORDS, type BeginningWord, isAnswering } from './control-words.ts';

const { repo, target: ReactionTarget } = TaskRequest.shape;
const ControlWord = z.enum(ALL_CONTROL_WORDS);

const common = {
  repo,
  issue: z.int(),
  sender: Person.extend({ isBot: z.boolean() }),
  /** The same happening seen through two hooks has two delivery ids and one occurrence. */
  occurrence: z.string(),
  /** The pull request on which it was said, where that was not the issue itself. */
  pullRequest: z.int().optional(),
};

export const LineComment = z.object({
  id: z.int(),
  path: z.string(),
  /** Null where GitHub does not say: the hunk ends with it. */
  line: z.int().nullable(),
  hunk: z.string(),
  text: z.string(),
});
export type LineComment = z.infer<typeof LineComment>;

/** `handles`: the names that meant us then. */
const SaidOnPullRequest = z.discriminatedUnion('kind', [
  /** What follows the mention; `word` when that is wholly a control word. */
  z.object({ kind: z.literal('words'), target: ReactionTarget, text: z.string(), word: ControlWord.nullable() }),
  z.object({ kind: z.literal('review'), review: z.int(), body: z.string(), handles: z.array(z.string()).readonly() }),
  z.object({
    kind: z.literal('line_comment'),
    review: z.int().nullable(),
    comment: LineComment,
    handles: z.array(z.string()).readonly(),
  }),
]);

export const Intent = z.discriminatedUnion('kind', [
  /** Begin a task on this issue, or join the one that is active there. */
  z.object({
    kind: z.literal('start'),
    ...common,
    trigger: z.enum(['label', 'mention', 'review']),
    target: ReactionTarget,
    /** What else is shown to have been seen: the other lines of a review. */
    alsoSeen: z.array(ReactionTarget).optional(),
    title: z.string(),
    body: z.string(),
    author: Person,
    /** When, as GitHub says it; absent where it does not. */
    at: z.string().optional(),
    /** What was asked in the mention itself; null for a label. */
    instruction: z.string().nullable(),
    /** Characters of hidden text that were taken out of the instruction already. */
    hidden: z.int().optional(),
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
  /**
   * Said to us on a pull request of ours, as the event has it; `issue` is its number. GitHub is asked which issue
   * it is for and what else the review says: then it becomes a `start`, a `stop` or a `command` on that issue.
   */
  z.object({
    kind: z.literal('on_pull_request'),
    ...common,
    said: SaidOnPullRequest,
    at: z.string(),
    isPrivate: z.boolean(),
  }),
  /** A control word to the task that is active on the issue. */
  z.object({ kind: z.literal('stop'), ...common, target: ReactionTarget }),
  /**
   * Any other control word; without `addressed` it is to us only while a task is active. `text` is what
   * was said, without the mention.
   */
  z.object({
    kind: z.literal('command'),
    ...common,
    target: ReactionTarget,
    word: ControlWord.exclude(['stop']),
    addressed: z.boolean(),
    text: z.string(),
    isPrivate: z.boolean(),
  }),
  /** A comment that is not to us. While a question is open it may be the answer. */
  z.object({ kind: z.literal('remark'), ...common, target: ReactionTarget, text: z.string() }),
  /**
   * A comment was changed by its own author, or taken back (null). It counts only for an answer
   * that is not used yet (GH-6).
   */
  z.object({
    kind: z.literal('correction'),
    ...common,
    commentId: z.int(),
    at: z.string(),
    text: z.string().nullable(),
    /** The text is this control word: no order, and an answer only where the word would be one. */
    word: z.enum(ALL_CONTROL_WORDS.filter(isAnswering)).optional(),
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
export type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { readonly kind: Kind }>;

export const DELIVERY_ID = /^[0-9A-Za-z][0-9A-Za-z-]{0,63}$/;

/** What the intake hands to the queue: one webhook that asks for something. */
const Delivery = z.object({
  /** GitHub's GUID; a redelivery has the same one. */
  deliveryId: z.string().regex(DELIVERY_ID),
  event: z.string(),
  receivedAt: z.iso.datetime(),
  intent: Intent,
});
export type Delivery = z.infer<typeof Delivery>;

/** How a start says by which word it was asked for. */
export const BEGUN_BY: { readonly [Word in BeginningWord]: Pick<IntentOf<'start'>, 'isRetry' | 'isPlan'> } = {
  retry: { isRetry: true },
  plan: { isPlan: true },
};

/** The word by which a task is begun anew; for a plan its label says the same. */
export function begunBy({ isRetry, isPlan }: IntentOf<'start'>): BeginningWord | null {
  if (isRetry === true) return 'retry';
  return isPlan === true ? 'plan' : null;
}

export function personOf({ sender: { id, login } }: Intent): z.infer<typeof Person> {
  return { id, login };
}
