/** What a person asked for, read from a webhook payload. The text is the text at that moment (GH-2). */
import { z } from 'zod';
import { ALL_CONTROL_WORDS, type BeginningWord, isAnswering } from './control-words.ts';

const RepositoryRef = z.object({ installationId: z.int(), repositoryId: z.int(), owner: z.string(), name: z.string() });
const Person = z.object({ id: z.int(), login: z.string() });
const ReactionTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('issue'), issue: z.int() }),
  z.object({ kind: z.literal('issue_comment'), commentId: z.int() }),
  z.object({ kind: z.literal('review_comment'), commentId: z.int() }),
]);

const ControlWord = z.enum(ALL_CONTROL_WORDS);

const common = {
  repo: RepositoryRef,
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
  z.object({ kind: z.literal('review'), review: z.int(), body: z.string(), handles: z.array(z.string()) }),
  z.object({
    kind: z.literal('line_comment'),
    review: z.int().nullable(),
    comment: LineComment,
    handles: z.array(z.string()),
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
   * Said to us on a pull request that is ours, as the event tells; `issue` is its number. Which issue it is about, and what
   * else the review says, is asked of GitHub: then it becomes a `start`, a `stop` or a `command` on that issue.
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
  /** Any other control word; without `addressed` it is to us only while a task is active. `text` is what was said, without the mention. */
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
  /** A comment was changed by its own author, or taken back (null). It counts only for an answer that is not used yet (GH-6). */
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

type Start = Extract<Intent, { readonly kind: 'start' }>;

/** How a start says by which word it was asked for. */
export const BEGUN_BY: { readonly [Word in BeginningWord]: Pick<Start, 'isRetry' | 'isPlan'> } = {
  retry: { isRetry: true },
  plan: { isPlan: true },
};

/** The word by which a task is begun anew; for a plan its label says the same. */
export function begunBy({ isRetry, isPlan }: Start): BeginningWord | null {
  if (isRetry === true) return 'retry';
  return isPlan === true ? 'plan' : null;
}
