/** What a task was asked to do and within which bounds, fixed when it begins. */
import type { ReplanLimits } from '../replan/counts.ts';
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
  /** When it was asked for, as GitHub says it: what was written before counts (GH-2). Tasks recorded before this was kept read no comments. */
  readonly askedAt?: string;
  /** The delivery that began it, for the trace. */
  readonly deliveryId: string;
}

/** The settings a task keeps for its whole life, so that its history replays alike under a changed configuration. */
export interface TaskSettings {
  readonly language: 'en' | 'ja';
  readonly triggerLabel: string;
  readonly budget: Budget;
  /** How often people may extend the budget by the same amount again; without it the task ends when the budget does. */
  readonly budgetExtensions?: number;
  /** The rules its facts are folded by; tasks recorded before they were numbered have none (see `newRules`). */
  readonly rules?: 2 | 3 | 4;
  readonly maxSubtasks: number;
  readonly planning: PlanningSettings;
  readonly environments: readonly string[];
  readonly commandTimeoutMs: number;
  /** How long a sandbox is kept while the task waits for people; tasks recorded before there was this setting have none. */
  readonly keepSandboxMs?: number;
  /** Tasks recorded before this existed keep their container when a new plan chooses another environment. */
  readonly changesEnvironment?: boolean;
  readonly outageMs: number;
  readonly protectedPaths: readonly string[];
  readonly botSlug: string;
  /** What becomes of comments by people without write access; tasks recorded before there was this read none. */
  readonly untrustedComments?: 'include' | 'ignore';
  /** Ids of bots whose comments are read. */
  readonly allowedBots?: readonly number[];
  /** What a conversation of the action loop may grow to before it is begun anew; tasks recorded before there was this have no end. */
  readonly conversationTokens?: number;
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
  /** What is reviewed by the model (EXEC-7); tasks recorded before there was this have no review. */
  readonly review?: { readonly plan: boolean; readonly diff: boolean };
  readonly replanning: ReplanLimits;
  readonly assumes: boolean;
  readonly assumeAfterMs: number;
}

/** What a task that was recorded before these settings existed goes by. */
export const PLANNING_OF_OLD: PlanningSettings = {
  enabled: true,
  strategy: 'chain_of_thought',
  level: 'detailed',
  reflection: { enabled: false, onError: false, interval: 0, depth: 'moderate' },
  maxRevisions: 0,
  replanning: {
    enabled: false,
    minConfidence: 0.5,
    confirmsLowConfidence: false,
    confirmationThreshold: 0.3,
    clarifications: 0,
    redecompositions: 0,
    regenerations: 0,
    actionRetries: 0,
    partialReplans: 0,
    monitoringRevisions: 0,
    total: 0,
    detectsLoops: true,
    sameTrigger: 2,
  },
  assumes: false,
  assumeAfterMs: 0,
};

export interface Budget {
  readonly tokens: number;
  readonly usd: number;
  readonly minutes: number;
  readonly modelCalls: number;
}

/**
 * Whether a task is folded by today's rules. Its time is looked at after everything that takes time, the model is
 * told when the budget comes to its end, comments lead to a reflection, and an ending says where it came.
 * A history from before goes by what held then: it must lead where it led.
 */
export function newRules({ settings }: { readonly settings: TaskSettings }): boolean {
  return (settings.rules ?? 0) >= 2;
}

/**
 * Whether a re-plan that fails before there is a plan leads back to what was judged, what people are to decide is
 * never assumed, and an action is told what it builds on and why it is tried again.
 */
export function thirdRules({ settings }: { readonly settings: TaskSettings }): boolean {
  return (settings.rules ?? 0) >= 3;
}

/** Whether tests that passed still stand when a late comment changes nothing, and it is said how many questions were left out. */
export function fourthRules({ settings }: { readonly settings: TaskSettings }): boolean {
  return (settings.rules ?? 0) >= 4;
}

export function issueKey(request: Pick<TaskRequest, 'repo' | 'issue'>): string {
  return `${request.repo.owner}/${request.repo.name}#${request.issue}`;
}
