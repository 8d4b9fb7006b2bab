/**
 * The state of a task: what all phases share, and what the phase it is in knows. A phase sees only its own
 * fields; each later phase keeps what the earlier ones found out.
 * Above 250 lines, because the phases' fields build on each other.
 */
import type { CommentSeen, Work } from './work-state.ts';
import type { Discussion } from './discussion.ts';
import type { EffectKind, WrongAnswer } from './effect.ts';
import type { Paused, Proposed, Waiting } from './held-state.ts';
import type { IssueImages } from './issue-images.ts';
import type { Service } from '../errors.ts';
import type { CommandRecord, EndStatus } from './fact.ts';
import type { TaskRequest, TaskSettings } from './request.ts';
import type { TroubleCode } from './trouble.ts';
import type { AcceptanceCriterion, GoalUnderstanding, Plan, TaskDecomposition, TooMany } from '../plan/plan.ts';
import type { PlanVersion } from '../plan/version.ts';
import type { Snapshot } from '../ports/repositories.ts';
import type { Question } from '../questions/question.ts';
import type { ReplanCounts } from '../replan/counts.ts';
import type { ReplanRecord } from '../replan/decision.ts';
import type { RefusedChange } from './refused-changes.ts';
import type { ReviewRecord } from './reviews.ts';

export interface UsageTotals {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly usd: number;
  readonly modelMs: number;
  readonly commandMs: number;
  /** Waiting for people, which no budget pays for. */
  readonly waitedMs: number;
  /** Model calls that a crash interrupted: they may have been paid twice. */
  readonly interruptedCalls: number;
}

export interface TaskCommon {
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
  readonly inFlight: { readonly effect: EffectKind; readonly key: string; readonly starts: number } | null;
  /** Set while waiting for an outage to pass. */
  readonly retry: {
    readonly since: number;
    readonly attempt: number;
    readonly dueAt: number;
    readonly message: string;
    readonly of: Service;
  } | null;
  readonly comments: readonly CommentSeen[];
  readonly workspaceLosses: number;
  /** What earlier tasks of the issue did, in words; '' when there were none. */
  readonly earlierTasks: string;
  readonly replanning: Replanning;
  readonly questions: readonly Question[];
  /** Absent until it was read. */
  readonly discussion?: Discussion;
  /** Absent while there was nothing to look at. */
  readonly images?: IssueImages;
  /** How often people extended the budget. */
  readonly extensions?: number;
  /** Somebody asked for a pause; it begins when the step in hand is over. */
  readonly pausing?: { readonly by: string };
  /** Absent while every change that people asked for could be made. */
  readonly refusedChanges?: readonly RefusedChange[];
  /** Absent while nothing was reviewed. */
  readonly reviews?: readonly ReviewRecord[];
}

export interface Replanning {
  readonly counts: ReplanCounts;
  readonly records: readonly ReplanRecord[];
  /** What the model is told with its next planning question: reasons, answers, limits. */
  readonly notes: readonly string[];
  readonly versions: readonly PlanVersion[];
  readonly currentSince: number | null;
  readonly reason: string | null;
  readonly previous: { readonly done: number; readonly all: number } | null;
  /** The model was asked for an alternative since it last got what it wanted. */
  readonly escalated: boolean;
  /** People were told once that the limits are used up. */
  readonly peopleTold: boolean;
  /** Revisions that reflections led to. */
  readonly revisions: number;
}

/** Work that a re-plan goes on from: its container, its plan, what is done. */
export interface Carried {
  readonly containerId: string | null;
  readonly environment: EnvironmentReport;
  /** Stopped while the task waited, and good as it is if it is still there. */
  readonly keptContainer?: string;
  readonly plan: Plan;
  readonly work: Work;
  /** What is done stays done; otherwise the boxes begin anew (REPLAN-7). */
  readonly keepsDone: boolean;
}

/** What was judged before the first plan and is made anew: a re-plan that fails leads back to it (REPLAN-10). */
export type Standing =
  | { readonly phase: 'understand'; readonly goal: GoalUnderstanding }
  | { readonly phase: 'decompose'; readonly goal: GoalUnderstanding; readonly division: Division }
  | { readonly phase: 'sequence'; readonly plan: Plan };

export interface Looked {
  readonly snapshot: Snapshot;
  readonly carried: Carried | null;
  readonly standing?: Standing;
}
export interface Understood extends Looked {
  readonly goal: GoalUnderstanding;
}
export interface Decomposed extends Understood {
  readonly decomposition: TaskDecomposition;
  readonly criteria: readonly AcceptanceCriterion[];
}
export interface Planned {
  readonly snapshot: Snapshot;
  readonly plan: Plan;
}
export interface Prepared extends Planned {
  readonly environment: EnvironmentReport;
  readonly containerId: string | null;
  /** Stopped while the task waited, and good as it is if it is still there. */
  readonly keptContainer?: string;
}
export interface Executed extends Prepared {
  readonly work: Work;
  /** Tests that passed before a late comment led back to work. They still count when nothing is done about it. */
  readonly passed?: { readonly tests: CommandRecord; readonly toolCount: number };
}

export interface EnvironmentReport {
  readonly name: string;
  readonly image: string;
  readonly setup: readonly CommandRecord[];
  readonly checks: readonly { readonly command: CommandRecord; readonly expected: string; readonly passed: boolean }[];
  readonly failed: boolean;
}

export type EndReason =
  | 'finished'
  | 'already_done'
  | 'no_change'
  | 'not_achieved'
  | 'plan_not_passed'
  | 'change_not_passed'
  | 'unclear_goal'
  | 'stopped'
  | 'withdrawn'
  | 'empty_repository'
  | 'unavailable_repository'
  | 'invalid_answers'
  | 'impossible_plan'
  | 'too_many_subtasks'
  | 'budget'
  | 'protected_paths'
  | 'secret'
  | 'too_large'
  | 'branch_gone'
  | 'push_refused'
  | 'fault'
  | 'outage'
  | 'no_model_access'
  | 'sandbox_lost'
  | 'sandbox_failed'
  | 'no_access';

export interface Ending {
  readonly status: EndStatus;
  readonly reason: EndReason;
  /** Static sentence or text of ours or of GitHub; may hold quoted model text, so it is escaped when shown. */
  readonly detail: string;
  readonly list: readonly string[];
  /** The list is in the language of the people, and not for whoever looks closer. */
  readonly listForPeople?: true;
  readonly tooMany?: TooMany;
  /** What went wrong, told in the language of the people; `detail` is then for whoever looks closer. */
  readonly code?: TroubleCode;
}

export interface Report {
  readonly ending: Ending;
  readonly snapshot: Snapshot | null;
  readonly goal: GoalUnderstanding | null;
  readonly plan: Plan | null;
  readonly environment: EnvironmentReport | null;
  readonly work: Work | null;
  readonly tests: CommandRecord | null;
  readonly containerId: string | null;
  readonly savedAtEnd: boolean;
  readonly pullRequest: { readonly number: number; readonly url: string; readonly draft: boolean; readonly title: string } | null;
  readonly resultComment: { readonly id: number; readonly url: string } | null;
  readonly progressFinished: boolean;
  readonly sandboxRemoved: boolean;
  /** Steps of the ending that GitHub refused for good, with its reason. */
  readonly skipped: readonly {
    readonly effect: EffectKind;
    readonly reason: string;
    readonly code: TroubleCode;
    readonly paths?: readonly string[];
  }[];
  /** The phase in which it came to its end. */
  readonly endedIn: PhaseName;
  /** The model's words for the pull request; null when it had none, absent while it was not asked. */
  readonly summary?: WorkSummary | null;
}

export interface WorkSummary {
  readonly title: string;
  readonly body: string;
  readonly keyOutcomes: readonly string[];
}

export interface PhaseFields {
  readonly orient: object;
  /** What was answered waits for the judgement whether it will do. */
  readonly understand: Looked & { readonly wrongAnswers: readonly WrongAnswer[]; readonly found: GoalUnderstanding | null };
  readonly decompose: Understood & {
    readonly wrongAnswers: readonly WrongAnswer[];
    readonly found: Division | null;
    /** No division held together: a coarser one was asked for. */
    readonly coarser?: true;
  };
  readonly sequence: Decomposed & { readonly wrongAnswers: readonly WrongAnswer[]; readonly found: Plan | null } & UnderReview;
  readonly approve: Proposed;
  readonly prepare: Planned & Preparing;
  readonly execute: Executed;
  readonly verify: Executed & { readonly tests: CommandRecord | null } & UnderReview;
  readonly wait: Waiting;
  readonly pause: Paused;
  readonly report: Report;
  readonly ended: Report;
}

/** Set while the review of what is there is in hand, with its answers that could not be read. */
export interface UnderReview {
  readonly reviewing?: { readonly wrongAnswers: readonly WrongAnswer[] };
}

export interface Division {
  readonly decomposition: TaskDecomposition;
  readonly criteria: readonly AcceptanceCriterion[];
}

export interface Preparing {
  readonly containerId: string | null;
  readonly image: string | null;
  readonly cloned: boolean;
  readonly cloneFailures: number;
  readonly setup: readonly CommandRecord[];
  readonly checks: EnvironmentReport['checks'];
  /** Work to go on with: as it is, or cut back to its last checkpoint when the workspace was lost. */
  readonly earlierWork: Work | null;
  /** It was cut back already, because what was saved beyond the checkpoint is on another machine. */
  readonly wentBack?: true;
  /** A stopped container that is gone on with if it is still there: nothing in it has to be prepared again. */
  readonly kept?: { readonly containerId: string; readonly environment: EnvironmentReport };
  /** The container of another environment, whose work is saved before a new one takes its place. */
  readonly replaces?: string;
}

export type PhaseName = keyof PhaseFields;
export type TaskIn<Name extends PhaseName> = TaskCommon & PhaseFields[Name] & { readonly phase: Name };
export type Task = { [Name in PhaseName]: TaskIn<Name> }[PhaseName];
export type ActivePhase = Exclude<PhaseName, 'ended'>;
export type Resumable = Exclude<Task, TaskIn<'wait'> | TaskIn<'pause'> | TaskIn<'report'> | TaskIn<'ended'>>;

/** The one shape of a phase. */
export interface Phase<Name extends PhaseName> {
  readonly name: Name;
  /** What to do next, given everything recorded so far. Pure. */
  next(task: TaskIn<Name>): import('./effect.ts').Effect;
  /** Where a fact takes the task. Pure. A fact that means nothing here leaves the task as it is. */
  settle(task: TaskIn<Name>, fact: import('./fact.ts').Fact): Task;
}
