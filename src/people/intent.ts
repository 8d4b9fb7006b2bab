/**
 * What a person asked for, read from a webhook payload (with its text at that moment, GH-2), and the delivery of it.
 */
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
  /** The same happening seen through two hooks has two delivery ids and one occurrence. */
  occurrence: string,
  /** The pull request on which it was said, where that was not the issue itself. */
  pullRequest: int.optional(),
};

const HAPPENED = [Around.options[0], Around.options[1], Around.options[2]] as const;
/** What the App may do changed; what it may now is asked of GitHub. */
const AccessChanged = z.object({ is: z.literal('access') });

export const LineComment = z.object({
  id: int,
  path: string,
  /** Null where GitHub does not say: the hunk ends with it. */
  line: int.nullable(),
  hunk: string,
  text: string,
});
export type LineComment = z.infer<typeof LineComment>;

/** `handles`: the names that meant us then. */
const SaidOnPullRequest = z.discriminatedUnion('kind', [
  /** What follows the mention; `word` when that is wholly a control word. */
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
  /** Begin a task on this issue, or join the one that is active there. */
  z.object({
    kind: z.literal('start'),
    ...common,
    trigger: z.enum(['label', 'mention', 'review', 'checks']),
    target: ReactionTarget,
    /** What else is shown to have been seen: the other lines of a review. */
    alsoSeen: z.array(ReactionTarget).optional(),
    title: string,
    body: string,
    author: Person,
    /** When, as GitHub says it; absent where it does not. */
    at: string.optional(),
    /** What was asked in the mention itself; null for a label. */
    instruction: string.nullable(),
    /** What failed, where nobody asked but checks on our own pull request failed. */
    checks: FailedChecks.optional(),
    /** Characters of hidden text that were taken out of the instruction already. */
    hidden: int.optional(),
    isPrivate: boolean,
    /** It was the word `retry`: it begins a task anew, and joins none (GH-5). */
    isRetry: maybe,
    /** With the plan of the task before it (PLAN-10). */
    samePlan: maybe,
    /** It was asked for a plan: it begins a task, and joins none (GH-5). */
    isPlan: maybe,
    /** Its plan is to be approved first: asked for, or the issue bears the label for it (GH-2). */
    plansFirst: maybe,
    /** Where the issue bears a label for it (OPS-5). */
    priority: Priority.optional(),
    /** The label that was set: which one starts a task here may be for the repository to say (GH-9). */
    label: string.optional(),
    /** Labels that the issue had by then and that may say how it is to be worked on here (`sayingHow`). */
    labels: strings.optional(),
    /** By whose models, where that was asked for (MODEL-5). */
    profile: AskedProfile.optional(),
    /** The issue was closed already when it was asked for. */
    wasClosed: maybe,
  }),
  /**
   * Said to us on a pull request of ours, as the event has it; `issue` is its number. GitHub is asked which issue
   * it is for and what else the review says: then it becomes a `start`, a `stop` or a `command` on that issue.
   */
  z.object({
    kind: z.literal('on_pull_request'),
    ...common,
    said: SaidOnPullRequest,
    at: string,
    isPrivate: boolean,
  }),
  /**
   * A check failed on a branch of ours; `issue` is the one in its name. GitHub is asked for the pull request and its
   * other checks: then it becomes a `start` on that issue.
   */
  z.object({
    kind: z.literal('checks_failed'),
    ...common,
    branch: string,
    sha: string,
    at: string,
    isPrivate: boolean,
  }),
  /** To the task that is active on the issue; without `addressed` it is to us only while there is one. */
  z.object({ kind: z.literal('stop'), ...common, target: ReactionTarget, addressed: boolean, isPrivate: boolean }),
  /**
   * Any other control word; without `addressed` it is to us only while a task is active. `text` is what
   * was said, without the mention.
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
  /** A comment that is not to us. While a question is open it may be the answer. */
  z.object({ kind: z.literal('remark'), ...common, target: ReactionTarget, text: string }),
  /**
   * A comment was changed by its own author, or taken back (null). It counts only for an answer
   * that is not used yet (GH-6).
   */
  z.object({
    kind: z.literal('correction'),
    ...common,
    commentId: int,
    at: string,
    text: string.nullable(),
    /** The text is this control word: no order, and an answer only where the word would be one. */
    word: z.enum(ALL_CONTROL_WORDS.filter(isAnswering)).optional(),
  }),
  /** The label was removed, the issue closed, deleted or transferred: the active task stops. */
  z.object({
    kind: z.literal('withdraw'),
    ...common,
    reason: z.enum(['unlabeled', 'closed', 'deleted', 'transferred']),
    /** When, as GitHub says it; absent where it does not. */
    at: string.optional(),
    /** The label that was removed. */
    label: string.optional(),
    /** GitHub's number of the issue over all repositories: others may wait for it (GH-2). */
    issueId: int,
  }),
  /**
   * It happened around the work, and nobody says it to a task. `issue` is 0 where it is about a repository, and the
   * number of that too where it is about an account.
   */
  z.object({ kind: z.literal('around'), ...common, what: z.discriminatedUnion('is', [...HAPPENED, AccessChanged]) }),
  /** Another issue blocks this one no more. */
  z.object({ kind: z.literal('unblocked'), ...common }),
]);
export type Intent = z.infer<typeof Intent>;
export type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { readonly kind: Kind }>;

export const DELIVERY_ID = /^[0-9A-Za-z][0-9A-Za-z-]{0,63}$/;

/** What the intake hands to the queue: one webhook that asks for something. */
const Delivery = z.object({
  /** GitHub's GUID; a redelivery has the same one. */
  deliveryId: string.regex(DELIVERY_ID),
  event: string,
  receivedAt: z.iso.datetime(),
  intent: Intent,
});
export type Delivery = z.infer<typeof Delivery>;

/** How a start says by which word it was asked for. */
export const BEGUN_BY: {
  readonly [Word in BeginningWord]: Pick<IntentOf<'start'>, 'isRetry' | 'samePlan' | 'isPlan'>;
} = {
  retry: { isRetry: true },
  retry_same_plan: { isRetry: true, samePlan: true },
  plan: { isPlan: true },
};

/** The word by which a task is begun anew; for a plan its label says the same. */
export function begunBy({ isRetry, samePlan, isPlan }: IntentOf<'start'>): BeginningWord | null {
  if (samePlan === true) return 'retry_same_plan';
  if (isRetry === true) return 'retry';
  return isPlan === true ? 'plan' : null;
}

export function personOf({ sender: { id, login } }: Intent): z.infer<typeof Person> {
  return { id, login };
}
