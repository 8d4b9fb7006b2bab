/**
 * The state of a task: what all stages share, and regions that change independently of each other: where the work is
 * (`stage`), its container (`workspace`), what people are asked (`asked`), whether it is paused (`paused`), whether the
 * App is suspended and the model limited. Plan and work have one place each. `evolve.ts` is the only writer.
 */
import type { Service } from '../errors.ts';
import type { Snapshot } from '../ports/repositories.ts';
import type { BaseMove } from './base-move.ts';
import type { BaseRun } from './checks.ts';
import type { TaskDay } from './day-spending.ts';
import type { Effect } from './effect.ts';
import type { Gathering } from './gathered.ts';
import type { Finding } from './findings.ts';
import type { Discussion, IssueImages } from './issue-content.ts';
import type { ReviewFact } from './facts.ts';
import type { UnusableAnswer, WhyRefused } from './model-facts.ts';
import type { CommandRecord, CommandRun, StateLabel } from './outcome.ts';
import type { Neighbours } from './neighbours.ts';
import type { Amendment, Plan } from './plan.ts';
import type { Asked, DueTimes, Question, Said } from './question.ts';
import type { Replanning } from './replans.ts';
import type { Budget, TaskRequest, TaskSettings } from './request.ts';
import type { EnvironmentReport, Tried } from './trouble-verdict.ts';
import type { SpentIn, UsageTotals } from './spending.ts';
import type { Stage } from './stage.ts';
import type { CommentSeen, Settled, Work } from './work.ts';

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
  /** Usage by phase and by day. */
  readonly spentIn: SpentIn;
  readonly progressComment: { readonly id: number; readonly url: string } | null;
  /** The last label that showed its state on the issue. */
  readonly label: StateLabel | null;
  /** The effect that has started and has no outcome yet. */
  readonly inFlight: InFlight | null;
  /** Set while an outage is waited out. */
  readonly retry: Retry | null;
  readonly comments: readonly CommentSeen[];
  /** What people said since the request, and what was assumed instead. */
  readonly said: readonly Said[];
  /** Findings, oldest first, and what settled them. */
  readonly findings: readonly Finding[];
  /** Commands that ran in the sandbox, oldest first; evidence is searched in these. */
  readonly commands: readonly CommandRun[];
  /** Results on the base commit of checks that fail at the end. */
  readonly baseRuns: readonly BaseRun[];
  /** Moves of the base branch, oldest first (GH-7). */
  readonly baseMoves: readonly BaseMove[];
  /** How often verification led back to work (EXEC-1). */
  readonly loops: number;
  /** Decisions made during the work, oldest first; no change of the plan clears them. */
  readonly decisions: readonly Settled[];
  /** What the model expects this work to conflict with. */
  readonly conflicts: readonly string[];
  /** Places its commands were not allowed to reach, as `host:port`. */
  readonly denied: readonly string[];
  readonly workspaceLosses: number;
  /** What earlier tasks of the issue did, as text; '' if there were none. */
  readonly earlierTasks: string;
  /** Other work in the repository; null if it has to be looked at before the next plan. */
  readonly neighbours: Neighbours | null;
  readonly replanning: Replanning;
  /** Every question so far, including those that nobody was asked. */
  readonly questions: readonly Question[];
  /** Absent until it was read. */
  readonly discussion?: Discussion;
  /** Absent if there was nothing to look at. */
  readonly images?: IssueImages;
  /** How often people extended the budget. */
  readonly extensions: number;
  /** The limits people raised it to; absent if only by the same amount each time. */
  readonly granted?: Budget;
  readonly today: TaskDay;
  /** Changes of protected paths that people approved, and who did. */
  readonly letThrough: readonly LetThrough[];
  readonly refusedChanges: readonly RefusedChange[];
  readonly amended: readonly Amended[];
  readonly replies: readonly Reply[];
  readonly reviews: readonly ReviewRecord[];
  /** Unusable answers to the current call, shown to the model when it is repeated. */
  readonly unusable: readonly UnusableAnswer[];
  /** When the current structured call started; null if there is none. */
  readonly askedSince: number | null;

  readonly snapshot: Snapshot | null;
  /** Absent until the repository was looked at, and if no plan is made. */
  readonly gathering?: Gathering;
  /** The plan that is carried out, also while another one is being made. */
  readonly plan: Plan | null;
  /** A changed plan that is about to be adopted. */
  readonly revision: Plan | null;
  readonly work: Work | null;

  readonly stage: Stage;
  readonly workspace: Workspace;
  /** Open questions; at most one of them blocks. */
  readonly asked: readonly Asked[];
  /** Somebody asked for a pause; it begins when the effect in flight is over. */
  readonly pausing: { readonly by: string } | null;
  readonly paused: Paused | null;
  /** The rate limit of the model's provider (MODEL-5); null from its next answer on. */
  readonly limited: Limited | null;
  /** The App is suspended: nothing is done until that is lifted. */
  readonly suspended: { readonly since: number; readonly due: DueTimes } | null;
}

export interface Limited {
  /** The start of this wait, and of the first one since an answer. */
  readonly since: number;
  readonly first: number;
  readonly attempt: number;
  /** Null when the limit is over and the call is repeated. */
  readonly due: DueTimes | null;
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

export type ReviewRecord = Pick<ReviewFact, 'of' | 'result' | 'feedback'> & {
  /** The plan that was refused. */
  readonly plan?: Plan;
  /** It failed without asking for anything: it does not count as a failure and was repeated. */
  readonly isMadeAgain?: true;
};

export interface LetThrough {
  readonly digest: string;
  readonly by: string;
}

/** A change of the plan that people asked for and that could not be made: they are told once, and again at the end. */
export interface RefusedChange {
  /** Index of the comment that asked for it. */
  readonly comment: number;
  /** How the model understood it; '' if that was unreadable. */
  readonly understanding: string;
  readonly refused: WhyRefused;
  readonly told: boolean;
}

/** What a comment amended, and its author. */
export interface Amended extends Amendment {
  readonly by: string;
}

/** The answer to what a comment asked; posted once. */
export interface Reply {
  /** Index of that comment. */
  readonly comment: number;
  readonly text: string;
  readonly isPosted: boolean;
}

export type Workspace = { readonly is: 'none' } | Preparing | Ready | Stopped;

export interface Preparing {
  readonly is: 'preparing';
  readonly containerId: string | null;
  readonly image: string | null;
  /** Nothing of the task has run in the container. */
  readonly isUnused: boolean;
  readonly cloned: boolean;
  /** What was cloned into an unused container; null for any other. */
  readonly clonedSha: string | null;
  readonly cloneFailures: number;
  readonly setup: readonly CommandRecord[];
  readonly checks: EnvironmentReport['checks'];
  /** A stopped container that is restarted if it still exists; then nothing has to be prepared. */
  readonly kept: { readonly containerId: string; readonly environment: EnvironmentReport } | null;
  /** The container of another environment; its work is saved before the new one replaces it. */
  readonly replaces: string | null;
  readonly tried: Tried;
  /** The work was reset already, because its newest part was saved on another machine. */
  readonly wentBack: boolean;
}

export interface Ready {
  readonly is: 'ready';
  readonly containerId: string;
  readonly environment: EnvironmentReport;
}

/** Stopped during a wait, or removed at the end. `containerId` may be restarted; null if it is gone. */
export interface Stopped {
  readonly is: 'stopped';
  readonly containerId: string | null;
  readonly environment: EnvironmentReport;
}

export interface Paused {
  /** The task's version when the pause began; part of the reminder's marker. */
  readonly pause: number;
  /** Login of the person who asked for it. */
  readonly by: string;
  readonly since: number;
  readonly isReminded: boolean;
  /** What was in the sandbox is on its branch, or may not be pushed. */
  readonly isSaved: boolean;
  readonly due: DueTimes;
}

/** A task that is known to be at this stage. */
export type At<Is extends Stage['is']> = Task & { readonly stage: Extract<Stage, { readonly is: Is }> } & Has<Is>;
type Has<Is> = Is extends 'plan'
  ? { readonly snapshot: Snapshot }
  : Is extends 'work' | 'verify'
    ? { readonly snapshot: Snapshot; readonly plan: Plan; readonly work: Work }
    : unknown;

/** How a drive of a task ends. */
export type DriveEnd =
  | { readonly kind: 'ended'; readonly task: Task }
  | { readonly kind: 'again'; readonly task: Task }
  | { readonly kind: 'wait'; readonly until: number; readonly task: Task }
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'nothing' };

/**
 * `unknown`: not even the beginning is readable, so nobody can be told and its leftovers are removed. Null: try again
 * later.
 */
export type UnrecordedEnd = Task | 'unknown' | null;
