/**
 * The state of a task: what every stage shares, and four regions that stand beside each other. Where the work is (`stage`), its
 * container (`workspace`), what people are asked (`asked`) and whether it is paused (`paused`) change one without the other; the plan
 * and the work on it have one place each. `evolve.ts` is the only writer.
 */
import type { Discussion } from './discussion.ts';
import type { Effect, EffectKind, UnusableAnswer } from './effect.ts';
import type { Activity, CommandRecord, Ending, TroubleCode } from './outcome.ts';
import type { Service } from '../errors.ts';
import type { IssueImages } from './issue-images.ts';
import type { AcceptanceCriterion, GoalUnderstanding, Plan, TaskDecomposition } from './plan.ts';
import type { Asked, DueTimes, Question } from './question.ts';
import type { RefusedChange } from './refused-changes.ts';
import type { Replanning } from './replanning.ts';
import type { TaskRequest, TaskSettings } from './request.ts';
import type { ReviewRecord } from './reviews.ts';
import type { UsageTotals } from './usage.ts';
import type { Work } from './work.ts';
import type { CommentSeen } from './conversation.ts';
import type { Snapshot } from '../ports/repositories.ts';

export interface Task {
  readonly id: string;
  readonly traceId: string;
  /** Sequence number of the newest fact. */
  readonly version: number;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly request: TaskRequest;
  readonly settings: TaskSettings;
  readonly usage: UsageTotals;
  readonly progressComment: { readonly id: number; readonly url: string } | null;
  /** The effect whose start is recorded and whose outcome is not. */
  readonly inFlight: InFlight | null;
  /** Set while an outage is waited out. */
  readonly retry: Retry | null;
  readonly comments: readonly CommentSeen[];
  readonly workspaceLosses: number;
  /** What earlier tasks of the issue did, in words; '' when there were none. */
  readonly earlierTasks: string;
  readonly replanning: Replanning;
  /** Every question so far, those that nobody was asked included. */
  readonly questions: readonly Question[];
  /** Absent until it was read. */
  readonly discussion?: Discussion;
  /** Absent while there was nothing to look at. */
  readonly images?: IssueImages;
  /** How often people extended the budget. */
  readonly extensions: number;
  readonly refusedChanges: readonly RefusedChange[];
  readonly reviews: readonly ReviewRecord[];
  /** Answers of the model to the question in hand that could not be used: shown to it when it is asked again. */
  readonly unusable: readonly UnusableAnswer[];

  readonly snapshot: Snapshot | null;
  /** The plan that is carried out, also while another is being made. */
  readonly plan: Plan | null;
  /** A changed plan that is about to take its place. */
  readonly revision: Plan | null;
  readonly work: Work | null;

  readonly stage: Stage;
  readonly workspace: Workspace;
  /** Open questions; at most one of them blocks. */
  readonly asked: readonly Asked[];
  /** Somebody asked for a pause; it begins when the step in hand is over. */
  readonly pausing: { readonly by: string } | null;
  readonly paused: Paused | null;
}

export interface InFlight {
  readonly effect: Effect;
  readonly key: string;
  readonly starts: number;
}

export interface Retry {
  readonly since: number;
  readonly attempt: number;
  readonly dueAt: number;
  readonly message: string;
  readonly of: Service;
}

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
  /** What was judged before the first plan and is made anew: a re-plan that fails leads back to it (REPLAN-10). */
  readonly standing: Draft | null;
}

/** What was answered (`found`) waits for the judgement whether it will do. */
export type Draft =
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
  /** Tests that passed before a late comment led back to work; they still count when nothing is done about it. */
  readonly passed: { readonly tests: CommandRecord; readonly toolCount: number } | null;
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
  readonly tests: CommandRecord | null;
  /** Set while the review of the change is in hand. */
  readonly reviewing: boolean;
}

export interface Report {
  readonly ending: Ending;
  /** What it was doing when it came to its end. */
  readonly endedIn: Activity;
  /** Also where there is no plan yet. */
  readonly goal: GoalUnderstanding | null;
  readonly tests: CommandRecord | null;
  readonly savedAtEnd: boolean;
  readonly pullRequest: PullRequestSeen | null;
  readonly resultComment: { readonly id: number; readonly url: string } | null;
  readonly progressFinished: boolean;
  readonly sandboxRemoved: boolean;
  /** Steps of the ending that could not be taken, with the reason. */
  readonly skipped: readonly SkippedStep[];
  /** The model's words for the pull request; null when it had none, absent while it was not asked. */
  readonly summary?: WorkSummary | null;
}

export interface PullRequestSeen {
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
}

export type Workspace = { readonly is: 'none' } | Preparing | Ready | Stopped;

export interface Preparing {
  readonly is: 'preparing';
  readonly containerId: string | null;
  readonly image: string | null;
  readonly cloned: boolean;
  readonly cloneFailures: number;
  readonly setup: readonly CommandRecord[];
  readonly checks: EnvironmentReport['checks'];
  /** A stopped container that is gone on with if it is still there: nothing in it has to be prepared again. */
  readonly kept: { readonly containerId: string; readonly environment: EnvironmentReport } | null;
  /** The container of another environment, whose work is saved before a new one takes its place. */
  readonly replaces: string | null;
  /** The work was cut back already, because what was saved beyond the checkpoint is on another machine. */
  readonly wentBack: boolean;
}

export interface Ready {
  readonly is: 'ready';
  readonly containerId: string;
  readonly environment: EnvironmentReport;
}

/** Let go of while nothing is done, or removed at the end; `containerId` may be started again, null where it is gone. */
export interface Stopped {
  readonly is: 'stopped';
  readonly containerId: string | null;
  readonly environment: EnvironmentReport;
}

export interface EnvironmentReport {
  readonly name: string;
  readonly image: string;
  readonly setup: readonly CommandRecord[];
  readonly checks: readonly { readonly command: CommandRecord; readonly expected: string; readonly passed: boolean }[];
  readonly failed: boolean;
}

export interface Paused {
  /** The version of the task as it began: the number of its reminder. */
  readonly pause: number;
  /** Login of who asked for it. */
  readonly by: string;
  readonly since: number;
  readonly isReminded: boolean;
  /** What was in the sandbox is on its branch, or may not be pushed as it is. */
  readonly isSaved: boolean;
  readonly due: DueTimes;
}

/** A task that is known to be at this stage, with what is there at that stage. */
export type At<Is extends Stage['is']> = Task & { readonly stage: Extract<Stage, { readonly is: Is }> } & Has<Is>;
type Has<Is> = Is extends 'plan'
  ? { readonly snapshot: Snapshot }
  : Is extends 'work' | 'verify'
    ? { readonly snapshot: Snapshot; readonly plan: Plan; readonly work: Work }
    : unknown;
