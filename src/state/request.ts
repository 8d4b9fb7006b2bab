/** What a task was asked to do and within which bounds, fixed when it begins. */
import { z } from 'zod';
import { boolean, trueOrAbsent, number, string, strings, type Stored } from './stored-data.ts';

/** As the port of GitHub has it. */
export const Person = z.object({ id: number, login: string });

export interface TaskRequest extends Stored<typeof TaskRequest> {}
export const TaskRequest = z.object({
  repo: z.object({ installationId: number, repositoryId: number, owner: string, name: string }),
  issue: number,
  trigger: z.enum(['label', 'mention', 'review']),
  /** What gets the reactions. */
  target: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('issue'), issue: number }),
    z.object({ kind: z.literal('issue_comment'), commentId: number }),
    z.object({ kind: z.literal('review_comment'), commentId: number }),
  ]),
  title: string,
  body: string,
  author: Person,
  requester: Person,
  instruction: string.nullable(),
  /** Its plan is shown and waits for approval before anything is carried out (GH-2, GH-5). */
  plansFirst: trueOrAbsent,
  /** The pull request of ours that this follows up on, where it was asked for there. */
  pullRequest: number.exactOptional(),
  /** Characters of hidden text that were taken out of the instruction before. */
  hidden: number.exactOptional(),
  /** The limit that was set in words (GH-5), for this task alone; how much it is stands in its settings. */
  limitInWords: z.enum(['tokens', 'usd']).exactOptional(),
  /**
   * When it was asked for, as GitHub says it: what was written before counts (GH-2). Where it does not say, no
   * comments are read.
   */
  askedAt: string.exactOptional(),
  /** The delivery that began it, for the trace. */
  deliveryId: string,
});

export interface Budget extends Stored<typeof Budget> {}
const Budget = z.object({ tokens: number, usd: number, minutes: number, modelCalls: number });

export type BudgetLimit = Stored<typeof BudgetLimit>;
export const BudgetLimit = z.keyof(Budget);

export interface ReplanLimits extends Stored<typeof ReplanLimits> {}
const ReplanLimits = z.object({
  enabled: boolean,
  minConfidence: number,
  confirmsLowConfidence: boolean,
  confirmationThreshold: number,
  clarifications: number,
  questionsInWork: number,
  redecompositions: number,
  regenerations: number,
  actionRetries: number,
  partialReplans: number,
  monitoringRevisions: number,
  total: number,
  detectsLoops: boolean,
  sameTrigger: number,
});

export interface PlanningSettings extends Stored<typeof PlanningSettings> {}
const PlanningSettings = z.object({
  /** False: one loop without a plan. */
  enabled: boolean,
  strategy: z.enum(['chain_of_thought', 'hierarchical', 'simple']),
  level: z.enum(['detailed', 'moderate', 'minimal']),
  reflection: z.object({
    enabled: boolean,
    onError: boolean,
    interval: number,
    depth: z.enum(['deep', 'moderate', 'shallow']),
  }),
  /** Revisions by reflections while working, before a person is asked. */
  maxRevisions: number,
  /** What is reviewed by the model (EXEC-7). */
  review: z.object({ plan: z.literal(['auto', true, false]), diff: boolean }),
  replanning: ReplanLimits,
  assumes: boolean,
  assumeAfterMs: number,
});

/** The settings a task keeps for its whole life, whatever is configured later. */
export interface TaskSettings extends Stored<typeof TaskSettings> {}
export const TaskSettings = z.object({
  /** Of our own words. */
  language: z.enum(['en', 'ja']),
  /** The model writes in the language of the issue, whichever that is. */
  followsIssue: trueOrAbsent,
  triggerLabel: string,
  budget: Budget,
  /** How often people may extend the budget by the same amount again. */
  budgetExtensions: number,
  maxSubtasks: number,
  planning: PlanningSettings,
  environments: strings,
  /** Of these the image is not the one that comes with the service: what is in it is not known. */
  ownImages: strings,
  /** What its sandboxes let through; `hosts` are those beside the built-in ones. */
  network: z.object({ mode: z.enum(['none', 'allowlist', 'open']), hosts: strings }),
  commandTimeoutMs: number,
  /** How long a sandbox is kept while the task waits for people. */
  keepSandboxMs: number,
  outageMs: number,
  protectedPaths: strings,
  botSlug: string,
  /** What becomes of comments by people without write access. */
  untrustedComments: z.enum(['include', 'ignore']),
  /** Ids of bots whose comments are read. */
  allowedBots: z.array(number),
  /** What a conversation of the action loop may grow to before it is begun anew. */
  conversationTokens: number,
  /** Whether whoever asked is asked to review the pull request. */
  requestsReview: boolean,
});

export function issueKey(request: Pick<TaskRequest, 'repo' | 'issue'>): string {
  return `${request.repo.owner}/${request.repo.name}#${request.issue}`;
}
