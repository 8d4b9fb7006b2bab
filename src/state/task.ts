/**
 * The state of a task: what every stage shares, and four regions that stand beside each other. Where the work is
 * (`stage`), its container (`workspace`), what people are asked (`asked`) and whether it is paused (`paused`)
 * change one without the other; the plan and the work on it have one place each. `evolve.ts` is the only writer.
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
import type { EnvironmentReport, Tried } from './set-up-trouble.ts';
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
  /** Of it, what calls of the model used in which phase and on which day. */
  readonly spentIn: SpentIn;
  readonly progressComment: { readonly id: number; readonly url: string } | null;
  /** By which the issue showed its state last. */
  readonly label: StateLabel | null;
  /** The effect whose start is recorded and whose outcome is not. */
  readonly inFlight: InFlight | null;
  /** Set while an outage is waited out. */
  readonly retry: Retry | null;
  readonly comments: readonly CommentSeen[];
  /** What people said since the request, and what was assumed instead. */
  readonly said: readonly Said[];
  /** What was found on the way, oldest first, and what settled it. */
  readonly findings: readonly Finding[];
  /** Those that ran in the sandbox, oldest first: what evidence is looked for in. */
  readonly commands: readonly CommandRun[];
  /** What fails at the end, on the base commit. */
  readonly baseRuns: readonly BaseRun[];
  /** What became of a base branch that moved, oldest first (GH-7). */
  readonly baseMoves: readonly BaseMove[];
  /** How often verification led back to work (EXEC-1). */
  readonly loops: number;
  /** What was settled on the way, oldest first; no change of the plan clears it. */
  readonly decisions: readonly Settled[];
  /** What the model fears that this work collides with. */
  readonly conflicts: readonly string[];
  /** Where its commands were not let through to, as `host:port`. */
  readonly denied: readonly string[];
  readonly workspaceLosses: number;
  /** What earlier tasks of the issue did, in words; '' when there were none. */
  readonly earlierTasks: string;
  /** What else goes on in the repository; null: to be looked at before it is planned on. */
  readonly neighbours: Neighbours | null;
  readonly replanning: Replanning;
  /** Every question so far, those that nobody was asked included. */
  readonly questions: readonly Question[];
  /** Absent until it was read. */
  readonly discussion?: Discussion;
  /** Absent while there was nothing to look at. */
  readonly images?: IssueImages;
  /** How often people extended the budget. */
  readonly extensions: number;
  /** What they extended it to; absent where only by the same amount each time. */
  readonly granted?: Budget;
  readonly today: TaskDay;
  /** Changes of protected paths that people let through, with who did. */
  readonly letThrough: readonly LetThrough[];
  readonly refusedChanges: readonly RefusedChange[];
  readonly amended: readonly Amended[];
  readonly replies: readonly Reply[];
  readonly reviews: readonly ReviewRecord[];
  /** Answers of the model to the question in hand that could not be used: shown to it when it is asked again. */
  readonly unusable: readonly UnusableAnswer[];
  /** Since when that question is asked; null where none is. */
  readonly askedSince: number | null;

  readonly snapshot: Snapshot | null;
  /** Absent until the repository was looked at, and where no plan is made. */
  readonly gathering?: Gathering;
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
  /** What the provider of the model allows is used up (MODEL-5); null from its next answer on. */
  readonly limited: Limited | null;
  /** The App is suspended: nothing is done until that is lifted. */
  readonly suspended: { readonly since: number; readonly due: DueTimes } | null;
}

export interface Limited {
  /** Of this wait, and of the first one since an answer. */
  readonly since: number;
  readonly first: number;
  readonly attempt: number;
  /** Null: it is over, and tried again. */
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
  /** It refused, and asked for nothing: it is no failure that is revised by, and was made once more. */
  readonly isMadeAgain?: true;
};

export interface LetThrough {
  readonly digest: string;
  readonly by: string;
}

/**
 * A change of the plan that people asked for and that could not be made: they are told once, and at the end again.
 */
export interface RefusedChange {
  /** Index of the comment that asked for it. */
  readonly comment: number;
  /** What the model took it to ask for; '' when it said nothing that could be read. */
  readonly understanding: string;
  readonly refused: WhyRefused;
  readonly told: boolean;
}

/** What a comment amended, and whose it was. */
export interface Amended extends Amendment {
  readonly by: string;
}

/** What a comment asked is answered, once. */
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
  readonly cloned: boolean;
  readonly cloneFailures: number;
  readonly setup: readonly CommandRecord[];
  readonly checks: EnvironmentReport['checks'];
  /** A stopped container, started again if it is still there: nothing in it has to be prepared again. */
  readonly kept: { readonly containerId: string; readonly environment: EnvironmentReport } | null;
  /** The container of another environment, whose work is saved before a new one takes its place. */
  readonly replaces: string | null;
  readonly tried: Tried;
  /** The work was cut back already, because what was saved beyond the checkpoint is on another machine. */
  readonly wentBack: boolean;
}

export interface Ready {
  readonly is: 'ready';
  readonly containerId: string;
  readonly environment: EnvironmentReport;
}

/**
 * Stopped while nothing is done, or removed at the end; `containerId` may be started again, null where it is gone.
 */
export interface Stopped {
  readonly is: 'stopped';
  readonly containerId: string | null;
  readonly environment: EnvironmentReport;
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

/** How a drive of a task ends. */
export type DriveEnd =
  | { readonly kind: 'ended'; readonly task: Task }
  | { readonly kind: 'again'; readonly task: Task }
  | { readonly kind: 'wait'; readonly until: number; readonly task: Task }
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'nothing' };

/**
 * `unknown`: not even the beginning can be read, so that nobody knows whom to tell, and what it kept is removed.
 * Null: to be tried again later.
 */
export type UnrecordedEnd = Task | 'unknown' | null;
