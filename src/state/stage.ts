/** Where the work on a task is: each stage with what is only its own. */
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
  /** Of work that this plan goes on from: what is done stays done; otherwise the boxes begin anew (REPLAN-7). */
  readonly keepsDone: boolean;
  /** Subtasks that did not succeed and stay so, unless this plan has actions for them (REPLAN-3). */
  readonly leftBehind: readonly string[];
  /** What was judged before the first plan and is made anew: a re-plan that fails leads back to it (REPLAN-10). */
  readonly fallback: Draft | null;
}

/** What was answered (`found`) waits for the judgement whether it will do. */
export type Draft = DraftOfStep & {
  /** What the answer said of itself, until it is judged. */
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
      /** Set while the review of the plan is in hand. */
      readonly reviewing: boolean;
    };

export interface Division {
  readonly decomposition: TaskDecomposition;
  readonly criteria: readonly AcceptanceCriterion[];
}

export interface WorkStage {
  readonly is: 'work';
  /** A workspace was ready for it, or people approved of it. */
  readonly begun: boolean;
  /** Set while people are to say whether the plan may be carried out (GH-2). */
  readonly approval: Approval | null;
  /** What passed before a late comment led back to work; it still counts when nothing is done about it. */
  readonly passed: { readonly checks: readonly Check[]; readonly toolCount: number } | null;
}

export interface Approval {
  /** The question that shows the plan; null before the first. */
  readonly questionId: number | null;
  /** The plan is another than was shown. */
  readonly isChanged: boolean;
  /** It was approved while something else that was said is being weighed. */
  readonly isAgreed: boolean;
  /** Whoever said something that changes nothing was told how to answer. */
  readonly isExplained: boolean;
  /** What the model would know about what was said. */
  readonly open: readonly string[];
}

export interface VerifyStage {
  readonly is: 'verify';
  /** It was looked whether the base branch moved. */
  readonly isBaseKnown: boolean;
  readonly checks: readonly Check[];
  /** Whether the acceptance criteria are met; null while that was not asked. */
  readonly assessment: Assessment | null;
  readonly assessed: Assessed | null;
  /** What the answer said of the whole, until it is judged. */
  readonly carried?: CarriedJudgement;
  /** Set while the review of the change is in hand. */
  readonly reviewing: boolean;
}

/** What the last judgement said of the result as a whole (PLAN-7). */
export interface Assessed {
  readonly result: 'success' | 'partial_success' | 'failure';
  /** How much of the goal is reached, in percent. */
  readonly rate: number | null;
  /** In the model's words. */
  readonly missing: readonly string[];
}

export interface Report {
  readonly ending: Ending;
  /** What it was doing when it came to its end. */
  readonly endedIn: Activity;
  /** Also where there is no plan yet. */
  readonly goal: GoalUnderstanding | null;
  readonly checks: readonly Check[];
  readonly assessment: Assessment | null;
  readonly assessed: Assessed | null;
  readonly savedAtEnd: boolean;
  readonly pullRequest: PullRequestSeen | null;
  /** In vain. */
  readonly pullRequestSought: boolean;
  readonly resultComment: { readonly id: number; readonly url: string } | null;
  readonly progressFinished: boolean;
  readonly labelFinished: boolean;
  readonly sandboxRemoved: boolean;
  /** Steps of the ending that could not be taken, with the reason. */
  readonly skipped: readonly SkippedStep[];
  /** The model's words for the pull request; null when it had none, absent while it was not asked. */
  readonly summary?: WorkSummary | null;
}

export interface PullRequestSeen {
  /** Whom GitHub did not ask for a review, though the repository names them. */
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
  /** The open points that it names as risks, in their own words; none: it names none of those. */
  readonly risks: readonly string[];
}
