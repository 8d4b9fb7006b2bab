/** What a task was asked to do and within which bounds, fixed when it begins. */
import { z } from 'zod';
import { Plan } from './plan.ts';
import { boolean, trueOrAbsent, number, string, strings, type Stored } from './stored-data.ts';

/** As the port of GitHub has it. */
export const Person = z.object({ id: number, login: string });

/** Within fairness between installations (OPS-5). */
export type Priority = z.infer<typeof Priority>;
export const Priority = z.enum(['high', 'normal', 'low']);

/** Why a follow-up began that nobody asked for (GH-2). What a check reports is data, whatever it says. */
export interface FailedChecks extends Stored<typeof FailedChecks> {}
export const FailedChecks = z.object({
  /** Which one this is of how many that may begin by themselves. */
  attempt: number,
  of: number,
  /** Secrets are masked; of many the last have no report. */
  failed: z.array(z.object({ name: string, conclusion: string, url: string.nullable(), report: string })).readonly(),
  /** Names of those that fail on the base as well. */
  outside: strings.readonly(),
});

/** One of the operator's profiles of models that somebody asked for (MODEL-5): by the label that began it, another one of the issue, or in words. */
export type AskedProfile = z.infer<typeof AskedProfile>;
export const AskedProfile = z.object({ name: string, by: z.enum(['trigger', 'label', 'words']) });

export interface TaskRequest extends Stored<typeof TaskRequest> {}
export const TaskRequest = z.object({
  repo: z.object({ installationId: number, repositoryId: number, owner: string, name: string }),
  issue: number,
  trigger: z.enum(['label', 'mention', 'review', 'checks']),
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
  /** With the trigger `checks`. */
  checks: FailedChecks.exactOptional(),
  /** Its plan is shown and waits for approval before anything is carried out (GH-2, GH-5). */
  plansFirst: trueOrAbsent,
  /** Begun by the word `retry`: whatever blocks the issue is not waited for (GH-2). */
  isRetry: trueOrAbsent,
  /** Of the task before it: it is carried out again, from the base and without planning (PLAN-10). */
  plan: Plan.exactOptional(),
  /** The pull request of ours that this follows up on, where it was asked for there. */
  pullRequest: number.exactOptional(),
  /** Characters of hidden text that were taken out of the instruction before. */
  hidden: number.exactOptional(),
  /** Where the issue bears a label for it. */
  priority: Priority.exactOptional(),
  profile: AskedProfile.exactOptional(),
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

const DailyBudget = z.object({
  tokens: number.nullable(),
  usd: number.nullable(),
  minutes: number.nullable(),
  modelCalls: number.nullable(),
});

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
  /** What all tasks of the repository may spend in a day; null: as much as they like. Absent where nothing is limited. */
  dailyBudget: DailyBudget.exactOptional(),
  maxSubtasks: number,
  /** How often verification may lead back to work (EXEC-1). */
  maxLoops: number,
  planning: PlanningSettings,
  environments: strings,
  /** Of these the image is not the one that comes with the service: what is in it is not known. */
  ownImages: strings,
  /** What its sandboxes let through; `hosts` are those beside the built-in ones. */
  network: z.object({ mode: z.enum(['none', 'allowlist', 'open']), hosts: strings }),
  commandTimeoutMs: number,
  /** How long a sandbox is kept while the task waits for people. */
  keepSandboxMs: number,
  /** How long one that was stopped is kept, and a task whose App is suspended waits. */
  keepStoppedMs: number,
  outageMs: number,
  protectedPaths: strings,
  botSlug: string,
  /** What becomes of comments by people without write access. */
  untrustedComments: z.enum(['include', 'ignore']),
  /** Ids of bots whose comments are read. */
  allowedBots: z.array(number),
  /** What a conversation of the action loop may grow to before it is begun anew. */
  conversationTokens: number,
  /** What the repository's own configuration says to verify a change by (GH-9); null: as the plan says, or as detected. */
  commands: z.object({ test: string.nullable(), build: string.nullable(), lint: string.nullable() }),
  /** Whether whoever asked is asked to review the pull request. */
  requestsReview: boolean,
  /** Who else is asked: users, and teams as `team:slug`. */
  reviewers: strings,
  /** Every pull request is a draft, whatever verification says. */
  alwaysDraft: boolean,
  /** Guidance for the model, beside the project's own files of rules. */
  instructions: string,
  /** What of the environment is not for the plan to choose; null: as it chooses, or as detected. */
  pinned: z.object({
    environment: string.nullable(),
    image: string.nullable(),
    setup: strings.nullable(),
    verification: z.array(z.object({ command: string, expected_output: string })).nullable(),
  }),
  /** By whom it is worked on (MODEL-5); its id is the seed of the choice. A category that is missing is as `meta`. */
  models: z
    .object({
      /** Null: one model is set for everything. */
      profile: string.nullable(),
      categories: z.record(
        string,
        z.object({
          candidates: z.array(z.object({ tool: string, model: string, weight: number })),
          fallback: boolean,
          cooldownMs: number,
        }),
      ),
    })
    .exactOptional(),
  /** The configuration files that these settings were made of, and what of them went beyond the operator's limits. */
  configuration: z.object({
    files: z.array(z.object({ repository: string, commit: string })),
    lowered: strings,
  }),
});

export function issueKey(request: Pick<TaskRequest, 'repo' | 'issue'>): string {
  return `${request.repo.owner}/${request.repo.name}#${request.issue}`;
}
