/** What a person asked for, read from a webhook payload (with its text at that moment, GH-2), and its delivery. */
import { z } from 'zod';
import { Around } from '../state/around-task.ts';
import { AskedProfile, FailedChecks, Person, Priority, TaskRequest } from '../state/request.ts';
import { boolean, string, strings } from '../state/stored-data.ts';
import { ALL_CONTROL_WORDS, type BeginningWord, isAnswering } from './control-words.ts';

const { repo, target: ReactionTarget } = TaskRequest.shape;
const ControlWord = z.enum(ALL_CONTROL_WORDS);
const int = z.int();
const maybe = boolean.optional();

const common = {
  repo,
  issue: int,
  sender: Person.extend({ isBot: boolean }),
  /** An event that arrives through two hooks has two delivery ids and one occurrence. */
  occurrence: string,
  /** The pull request on which it was said, if not on the issue itself. */
  pullRequest: int.optional(),
};

const HAPPENED = [Around.options[0], Around.options[1], Around.options[2]] as const;
/** The App's permissions changed; GitHub is asked for the current ones. */
const AccessChanged = z.object({ is: z.literal('access') });

export const LineComment = z.object({
  id: int,
  path: string,
  /** Null if GitHub does not say: then it is the last line of the hunk. */
  line: int.nullable(),
  hunk: string,
  text: string,
});
export type LineComment = z.infer<typeof LineComment>;

/** `handles`: the names that meant us at that time. */
const SaidOnPullRequest = z.discriminatedUnion('kind', [
  /** The text after the mention; `word` if it is exactly a control word. */
  z.object({ kind: z.literal('words'), target: ReactionTarget, text: string, word: ControlWord.nullable() }),
  z.object({ kind: z.literal('review'), review: int, body: string, handles: strings.readonly() }),
  z.object({
    kind: z.literal('line_comment'),
    review: int.nullable(),
    comment: LineComment,
    handles: strings.readonly(),
  }),
]);

export const Intent = z.discriminatedUnion('kind', [
  /** Start a task on this issue, or join the active one. */
  z.object({
    kind: z.literal('start'),
    ...common,
    trigger: z.enum(['label', 'mention', 'review', 'checks']),
    target: ReactionTarget,
    /** Other lines of a review that also get a reaction. */
    alsoSeen: z.array(ReactionTarget).optional(),
    title: string,
    body: string,
    author: Person,
    /** The time according to GitHub; absent if unknown. */
    at: string.optional(),
    /** The request in the mention itself; null for a label. */
    instruction: string.nullable(),
    /** The failed checks on our pull request, if no person asked. */
    checks: FailedChecks.optional(),
    /** Characters of hidden text that were removed from the instruction already. */
    hidden: int.optional(),
    isPrivate: boolean,
    /** Requested by `retry`: starts a new task and joins none (GH-5). */
    isRetry: maybe,
    /** With the previous task's plan (PLAN-10). */
    samePlan: maybe,
    /** Requested as a plan: starts a new task and joins none (GH-5). */
    isPlan: maybe,
    /** The plan has to be approved first: requested so, or by a label of the issue (GH-2). */
    plansFirst: maybe,
    /** If the issue has a priority label (OPS-5). */
    priority: Priority.optional(),
    /** The label that was set; whether it starts tasks may depend on the repository (GH-9). */
    label: string.optional(),
    /** Labels of the issue at that time that may say how to work on it (`sayingHow`). */
    labels: strings.optional(),
    /** The requested model profile, if any (MODEL-5). */
    profile: AskedProfile.optional(),
    /** The issue was closed already at that time. */
    wasClosed: maybe,
  }),
  /**
   * Addressed to us on our pull request, as in the event; `issue` is its number. GitHub is asked which issue it is for
   * and what else the review says; then it becomes a `start`, a `stop` or a `command` on that issue.
   */
  z.object({
    kind: z.literal('on_pull_request'),
    ...common,
    said: SaidOnPullRequest,
    at: string,
    isPrivate: boolean,
  }),
  /**
   * A check failed on our branch; `issue` is the one in its name. GitHub is asked for the pull request and its other
   * checks; then it becomes a `start` on that issue.
   */
  z.object({
    kind: z.literal('checks_failed'),
    ...common,
    branch: string,
    sha: string,
    at: string,
    isPrivate: boolean,
  }),
  /** For the active task on the issue; without `addressed` it is for us only while a task is active. */
  z.object({ kind: z.literal('stop'), ...common, target: ReactionTarget, addressed: boolean, isPrivate: boolean }),
  /**
   * Any other control word; without `addressed` it is for us only while a task is active. `text` is the message without
   * the mention.
   */
  z.object({
    kind: z.literal('command'),
    ...common,
    target: ReactionTarget,
    word: ControlWord.exclude(['stop']),
    addressed: boolean,
    text: string,
    isPrivate: boolean,
  }),
  /** A comment that is not addressed to us. While a question is open it may be the answer. */
  z.object({ kind: z.literal('remark'), ...common, target: ReactionTarget, text: string }),
  /**
   * A comment was edited by its author, or deleted (null). It counts only for an answer that is not used yet (GH-6).
   */
  z.object({
    kind: z.literal('correction'),
    ...common,
    commentId: int,
    at: string,
    text: string.nullable(),
    /** The text is this control word: never a command here, and an answer only where the word would be one. */
    word: z.enum(ALL_CONTROL_WORDS.filter(isAnswering)).optional(),
  }),
  /** The label was removed, or the issue closed, deleted or transferred: the active task stops. */
  z.object({
    kind: z.literal('withdraw'),
    ...common,
    reason: z.enum(['unlabeled', 'closed', 'deleted', 'transferred']),
    /** The time according to GitHub; absent if unknown. */
    at: string.optional(),
    /** The label that was removed. */
    label: string.optional(),
    /** GitHub's id of the issue over all repositories; other issues may wait for it (GH-2). */
    issueId: int,
  }),
  /**
   * A change around the work that is no message to a task. `issue` is 0 if it is about a repository; the repository id
   * is 0, too, if it is about an account.
   */
  z.object({ kind: z.literal('around'), ...common, what: z.discriminatedUnion('is', [...HAPPENED, AccessChanged]) }),
  /** Another issue no longer blocks this one. */
  z.object({ kind: z.literal('unblocked'), ...common }),
]);
export type Intent = z.infer<typeof Intent>;
export type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { readonly kind: Kind }>;

export const DELIVERY_ID = /^[0-9A-Za-z][0-9A-Za-z-]{0,63}$/;

/** What the webhook server passes to the queue: one webhook that asks for something. */
const Delivery = z.object({
  /** GitHub's GUID; a redelivery has the same one. */
  deliveryId: string.regex(DELIVERY_ID),
  event: string,
  receivedAt: z.iso.datetime(),
  intent: Intent,
});
export type Delivery = z.infer<typeof Delivery>;

/** The fields of a start that show which word requested it. */
export const BEGUN_BY: {
  readonly [Word in BeginningWord]: Pick<IntentOf<'start'>, 'isRetry' | 'samePlan' | 'isPlan'>;
} = {
  retry: { isRetry: true },
  retry_same_plan: { isRetry: true, samePlan: true },
  plan: { isPlan: true },
};

/** The word that started a new task; for a plan its label means the same. */
export function begunBy({ isRetry, samePlan, isPlan }: IntentOf<'start'>): BeginningWord | null {
  if (samePlan === true) return 'retry_same_plan';
  if (isRetry === true) return 'retry';
  return isPlan === true ? 'plan' : null;
}

export function personOf({ sender: { id, login } }: Intent): z.infer<typeof Person> {
  return { id, login };
}
