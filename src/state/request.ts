/** What a task was asked to do and its limits, fixed when it begins. */
import { z } from 'zod';
import { Plan } from './plan.ts';
import { boolean, trueOrAbsent, number, string, strings, type Stored } from './stored-data.ts';

/** As defined by the GitHub port. */
export const Person = z.object({ id: number, login: string });

/** Within fairness between installations (OPS-5). */
export type Priority = z.infer<typeof Priority>;
export const Priority = z.enum(['high', 'normal', 'low']);

/** Why a follow-up started without a person's request (GH-2). Reports of checks are data, whatever they say. */
export interface FailedChecks extends Stored<typeof FailedChecks> {}
export const FailedChecks = z.object({
  /** Its number among the follow-ups that may start by themselves. */
  attempt: number,
  of: number,
  /** Secrets are masked; of many checks the last ones have no report. */
  failed: z.array(z.object({ name: string, conclusion: string, url: string.nullable(), report: string })).readonly(),
  /** Names of checks that fail on the base, too. */
  outside: strings.readonly(),
});

/**
 * The model profile that somebody asked for (MODEL-5): by the trigger label, another label of the issue, or in words.
 */
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
  /** Present with the trigger `checks`. */
  checks: FailedChecks.exactOptional(),
  /** The plan is shown and waits for approval before anything is carried out (GH-2, GH-5). */
  plansFirst: trueOrAbsent,
  /** Started by `retry`: blocking issues are ignored (GH-2). */
  isRetry: trueOrAbsent,
  /** The previous task's plan: carried out again, from the base and without planning (PLAN-10). */
  plan: Plan.exactOptional(),
  /** Our pull request that this follows up on, if it was requested there. */
  pullRequest: number.exactOptional(),
  /** Characters of hidden text that were removed from the instruction. */
  hidden: number.exactOptional(),
  /** Present if the issue has a priority label. */
  priority: Priority.exactOptional(),
  profile: AskedProfile.exactOptional(),
  /** The limit that was set in words (GH-5), for this task only; the amount is in its settings. */
  limitInWords: z.enum(['tokens', 'usd']).exactOptional(),
  /** When it was requested, according to GitHub: earlier texts count (GH-2). If absent, no comments are read. */
  askedAt: string.exactOptional(),
  /** The delivery that started it, for the trace. */
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
  /** Revisions by reflections during the work before a person is asked. */
  maxRevisions: number,
  /** What the model reviews (EXEC-7). */
  review: z.object({ plan: z.literal(['auto', true, false]), diff: boolean }),
  replanning: ReplanLimits,
  assumes: boolean,
  assumeAfterMs: number,
});

/** The settings that a task keeps for its whole life, whatever is configured later. */
export interface TaskSettings extends Stored<typeof TaskSettings> {}
export const TaskSettings = z.object({
  /** The language of our own words. */
  language: z.enum(['en', 'ja']),
  /** The model writes in the language of the issue, whichever that is. */
  followsIssue: trueOrAbsent,
  triggerLabel: string,
  budget: Budget,
  /** How often people may extend the budget by the same amount. */
  budgetExtensions: number,
  /** The repository's daily budget; a limit that is null is unlimited. Absent if nothing is limited. */
  dailyBudget: DailyBudget.exactOptional(),
  maxSubtasks: number,
  /** How often verification may lead back to work (EXEC-1). */
  maxLoops: number,
  planning: PlanningSettings,
  environments: strings,
  /** Environments whose image is not ours, so its content is unknown. */
  ownImages: strings,
  /** What its sandboxes may reach; `hosts` are those beside the built-in ones. */
  network: z.object({ mode: z.enum(['none', 'allowlist', 'open']), hosts: strings }),
  commandTimeoutMs: number,
  /** How long a running sandbox is kept while the task waits for people. */
  keepSandboxMs: number,
  /** How long a stopped sandbox is kept, and how long a task with a suspended App waits. */
  keepStoppedMs: number,
  outageMs: number,
  protectedPaths: strings,
  botSlug: string,
  /** What happens to comments by people without write access. */
  untrustedComments: z.enum(['include', 'ignore']),
  /** Ids of bots whose comments are read. */
  allowedBots: z.array(number),
  /** The size at which a conversation of the action loop is restarted. */
  conversationTokens: number,
  /** The repository's own verification commands (GH-9); null: as planned or detected. */
  commands: z.object({ test: string.nullable(), build: string.nullable(), lint: string.nullable() }),
  /** Whether the requester is asked to review the pull request. */
  requestsReview: boolean,
  /** Further reviewers: users, and teams as `team:slug`. */
  reviewers: strings,
  /** Every pull request is a draft, whatever verification says. */
  alwaysDraft: boolean,
  /** Guidance for the model, beside the project's own rule files. */
  instructions: string,
  /** The parts of the environment that the plan may not choose; null: chosen or detected. */
  pinned: z.object({
    environment: string.nullable(),
    image: string.nullable(),
    setup: strings.nullable(),
    verification: z.array(z.object({ command: string, expected_output: string })).nullable(),
  }),
  /**
   * The models that may work on it (MODEL-5); the task id is the seed of the choice. A missing category uses `meta`.
   */
  models: z
    .object({
      /** Null if one model is set for everything. */
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
  /** The configuration files that these settings were made from, and what in them exceeded the operator's limits. */
  configuration: z.object({
    files: z.array(z.object({ repository: string, commit: string })),
    lowered: strings,
  }),
});

export function issueKey(request: Pick<TaskRequest, 'repo' | 'issue'>): string {
  return `${request.repo.owner}/${request.repo.name}#${request.issue}`;
}
