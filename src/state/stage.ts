/** The stage of a task: each with the data that belongs only to it. */
import type { Assessment } from './assessment.ts';
import type { Check } from './checks.ts';
import type { EffectKind } from './effect.ts';
import type { Activity, Ending, TroubleCode } from './outcome.ts';
import type { AcceptanceCriterion, GoalUnderstanding, Plan, TaskDecomposition } from './plan.ts';
import type { CarriedJudgement } from './work.ts';

export type Stage =
  | { readonly is: 'orient' }
  | PlanStage
  | WorkStage
  | VerifyStage
  | ({ readonly is: 'report' } & Report)
  | ({ readonly is: 'ended' } & Report);

export interface PlanStage {
  readonly is: 'plan';
  readonly draft: Draft;
  /**
   * This plan continues earlier work: finished subtasks stay finished; otherwise the checkboxes start again (REPLAN-7).
   */
  readonly keepsDone: boolean;
  /** Subtasks that did not succeed and stay so unless this plan has actions for them (REPLAN-3). */
  readonly leftBehind: readonly string[];
  /** The earlier result that is being replaced before the first plan: a failed re-plan goes back to it (REPLAN-10). */
  readonly fallback: Draft | null;
}

/** The answer (`found`) waits for the judgement whether it is good enough. */
export type Draft = DraftOfStep & {
  /** The answer's judgement of itself, until it is judged. */
  readonly carried?: CarriedJudgement;
};

type DraftOfStep =
  | { readonly step: 'goal'; readonly found: GoalUnderstanding | null }
  | {
      readonly step: 'division';
      readonly goal: GoalUnderstanding;
      readonly found: Division | null;
      readonly coarser: boolean;
    }
  | {
      readonly step: 'actions';
      readonly goal: GoalUnderstanding;
      readonly division: Division;
      readonly found: Plan | null;
      /** Set while the plan is being reviewed. */
      readonly reviewing: boolean;
    };

export interface Division {
  readonly decomposition: TaskDecomposition;
  readonly criteria: readonly AcceptanceCriterion[];
}

export interface WorkStage {
  readonly is: 'work';
  /** A workspace was ready for it, or people approved it. */
  readonly begun: boolean;
  /** Set while people decide whether the plan may be carried out (GH-2). */
  readonly approval: Approval | null;
  /** Checks that passed before a late comment led back to work; they still count if nothing is done about it. */
  readonly passed: { readonly checks: readonly Check[]; readonly toolCount: number } | null;
}

export interface Approval {
  /** The question that shows the plan; null before the first. */
  readonly questionId: number | null;
  /** The plan differs from the one shown. */
  readonly isChanged: boolean;
  /** It was approved while another comment is being considered. */
  readonly isAgreed: boolean;
  /** The author of a comment that changes nothing was told how to answer. */
  readonly isExplained: boolean;
  /** The model's questions about the comments. */
  readonly open: readonly string[];
}

export interface VerifyStage {
  readonly is: 'verify';
  /** The base branch was checked. */
  readonly isBaseKnown: boolean;
  readonly checks: readonly Check[];
  /** The judgement of the acceptance criteria; null until it was asked for. */
  readonly assessment: Assessment | null;
  readonly assessed: Assessed | null;
  /** The answer's judgement of the whole, until it is judged. */
  readonly carried?: CarriedJudgement;
  /** Set while the change is being reviewed. */
  readonly reviewing: boolean;
}

/** What the last judgement said of the whole result (PLAN-7). */
export interface Assessed {
  readonly result: 'success' | 'partial_success' | 'failure';
  /** How much of the goal is reached, in percent. */
  readonly rate: number | null;
  /** In the model's words. */
  readonly missing: readonly string[];
}

export interface Report {
  readonly ending: Ending;
  /** What the task was doing when it ended. */
  readonly endedIn: Activity;
  /** Known even if there is no plan. */
  readonly goal: GoalUnderstanding | null;
  readonly checks: readonly Check[];
  readonly assessment: Assessment | null;
  readonly assessed: Assessed | null;
  readonly savedAtEnd: boolean;
  readonly pullRequest: PullRequestSeen | null;
  /** True if none was found. */
  readonly pullRequestSought: boolean;
  readonly resultComment: { readonly id: number; readonly url: string } | null;
  readonly progressFinished: boolean;
  readonly labelFinished: boolean;
  readonly sandboxRemoved: boolean;
  /** Effects of the report that failed for good, with the reason. */
  readonly skipped: readonly SkippedStep[];
  /** The model's text for the pull request; null if it gave none, absent until it was asked. */
  readonly summary?: WorkSummary | null;
}

export interface PullRequestSeen {
  /** Reviewers that the repository names but GitHub did not ask. */
  readonly notAsked: readonly string[];
  readonly number: number;
  readonly url: string;
  readonly draft: boolean;
  readonly title: string;
}

export interface SkippedStep {
  readonly effect: EffectKind;
  readonly reason: string;
  readonly code?: TroubleCode;
  readonly paths?: readonly string[];
}

export interface WorkSummary {
  readonly title: string;
  readonly body: string;
  readonly keyOutcomes: readonly string[];
  /** The open points that it names as risks, in their recorded words; empty if it names none of them. */
  readonly risks: readonly string[];
}
