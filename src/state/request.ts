/** What a task was asked to do and within which bounds, fixed when it begins. */
import type { Person, ReactionTarget, RepositoryRef } from '../ports/github.ts';

export interface TaskRequest {
  readonly repo: RepositoryRef;
  readonly issue: number;
  readonly trigger: 'label' | 'mention' | 'review';
  readonly target: ReactionTarget;
  readonly title: string;
  readonly body: string;
  readonly author: Person;
  readonly requester: Person;
  readonly instruction: string | null;
  /** Its plan is shown and waits for approval before anything is carried out (GH-2, GH-5). */
  readonly plansFirst?: true;
  /** The pull request of ours that this follows up on, where it was asked for there. */
  readonly pullRequest?: number;
  /** Characters of hidden text that were taken out of the instruction before. */
  readonly hidden?: number;
  /** When it was asked for, as GitHub says it: what was written before counts (GH-2). Where it does not say, no comments are read. */
  readonly askedAt?: string;
  /** The delivery that began it, for the trace. */
  readonly deliveryId: string;
}

/** The settings a task keeps for its whole life, whatever is configured later. */
export interface TaskSettings {
  readonly language: 'en' | 'ja';
  readonly triggerLabel: string;
  readonly budget: Budget;
  /** How often people may extend the budget by the same amount again. */
  readonly budgetExtensions: number;
  readonly maxSubtasks: number;
  readonly planning: PlanningSettings;
  readonly environments: readonly string[];
  readonly commandTimeoutMs: number;
  /** How long a sandbox is kept while the task waits for people. */
  readonly keepSandboxMs: number;
  readonly outageMs: number;
  readonly protectedPaths: readonly string[];
  readonly botSlug: string;
  /** What becomes of comments by people without write access. */
  readonly untrustedComments: 'include' | 'ignore';
  /** Ids of bots whose comments are read. */
  readonly allowedBots: readonly number[];
  /** What a conversation of the action loop may grow to before it is begun anew. */
  readonly conversationTokens: number;
}

export interface PlanningSettings {
  /** False: one loop without a plan. */
  readonly enabled: boolean;
  readonly strategy: 'chain_of_thought' | 'hierarchical' | 'simple';
  readonly level: 'detailed' | 'moderate' | 'minimal';
  readonly reflection: {
    readonly enabled: boolean;
    readonly onError: boolean;
    readonly interval: number;
    readonly depth: 'deep' | 'moderate' | 'shallow';
  };
  /** Revisions by reflections while working, before a person is asked. */
  readonly maxRevisions: number;
  /** What is reviewed by the model (EXEC-7). */
  readonly review: { readonly plan: boolean; readonly diff: boolean };
  readonly replanning: ReplanLimits;
  readonly assumes: boolean;
  readonly assumeAfterMs: number;
}

export interface ReplanLimits {
  readonly enabled: boolean;
  readonly minConfidence: number;
  readonly confirmsLowConfidence: boolean;
  readonly confirmationThreshold: number;
  readonly clarifications: number;
  readonly redecompositions: number;
  readonly regenerations: number;
  readonly actionRetries: number;
  readonly partialReplans: number;
  readonly monitoringRevisions: number;
  readonly total: number;
  readonly detectsLoops: boolean;
  readonly sameTrigger: number;
}

export interface Budget {
  readonly tokens: number;
  readonly usd: number;
  readonly minutes: number;
  readonly modelCalls: number;
}

export type BudgetLimit = keyof Budget;

export function issueKey(request: Pick<TaskRequest, 'repo' | 'issue'>): string {
  return `${request.repo.owner}/${request.repo.name}#${request.issue}`;
}
