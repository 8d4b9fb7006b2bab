/** Schemas of what a task was asked to do and within which bounds. */
import { z } from 'zod';
import { agree, type Differs } from './stored-check.ts';
import type { TaskRequest, TaskSettings } from './request.ts';

export const Person = z.object({ id: z.number(), login: z.string() });

const ReactionTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('issue'), issue: z.number() }),
  z.object({ kind: z.literal('issue_comment'), commentId: z.number() }),
  z.object({ kind: z.literal('review_comment'), commentId: z.number() }),
]);

export const StoredRequest = z.object({
  repo: z.object({ installationId: z.number(), repositoryId: z.number(), owner: z.string(), name: z.string() }),
  issue: z.number(),
  trigger: z.enum(['label', 'mention', 'review']),
  target: ReactionTarget,
  title: z.string(),
  body: z.string(),
  author: Person,
  requester: Person,
  instruction: z.string().nullable(),
  plansFirst: z.literal(true).exactOptional(),
  pullRequest: z.number().exactOptional(),
  hidden: z.number().exactOptional(),
  askedAt: z.string().exactOptional(),
  deliveryId: z.string(),
});

const Budget = z.object({ tokens: z.number(), usd: z.number(), minutes: z.number(), modelCalls: z.number() });
export const BudgetLimit = z.keyof(Budget);

const ReplanLimits = z.object({
  enabled: z.boolean(),
  minConfidence: z.number(),
  confirmsLowConfidence: z.boolean(),
  confirmationThreshold: z.number(),
  clarifications: z.number(),
  redecompositions: z.number(),
  regenerations: z.number(),
  actionRetries: z.number(),
  partialReplans: z.number(),
  monitoringRevisions: z.number(),
  total: z.number(),
  detectsLoops: z.boolean(),
  sameTrigger: z.number(),
});

const PlanningSettings = z.object({
  enabled: z.boolean(),
  strategy: z.enum(['chain_of_thought', 'hierarchical', 'simple']),
  level: z.enum(['detailed', 'moderate', 'minimal']),
  reflection: z.object({
    enabled: z.boolean(),
    onError: z.boolean(),
    interval: z.number(),
    depth: z.enum(['deep', 'moderate', 'shallow']),
  }),
  maxRevisions: z.number(),
  review: z.object({ plan: z.boolean(), diff: z.boolean() }),
  replanning: ReplanLimits,
  assumes: z.boolean(),
  assumeAfterMs: z.number(),
});

export const StoredSettings = z.object({
  language: z.enum(['en', 'ja']),
  triggerLabel: z.string(),
  budget: Budget,
  budgetExtensions: z.number(),
  maxSubtasks: z.number(),
  planning: PlanningSettings,
  environments: z.array(z.string()),
  commandTimeoutMs: z.number(),
  keepSandboxMs: z.number(),
  outageMs: z.number(),
  protectedPaths: z.array(z.string()),
  botSlug: z.string(),
  untrustedComments: z.enum(['include', 'ignore']),
  allowedBots: z.array(z.number()),
  conversationTokens: z.number(),
});

agree<Differs<z.infer<typeof StoredRequest>, TaskRequest, 'request'>>();
agree<Differs<z.infer<typeof StoredSettings>, TaskSettings, 'settings'>>();
