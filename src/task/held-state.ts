/** A task that is held: it waits for an answer, shows its plan first, or was paused. Part of the union in task.ts. */
import type { ReplanDecision } from '../calls/judgement-schemas.ts';
import type { ReplanKind, Situation } from '../replan/decision.ts';
import type { Budget } from './request.ts';
import type { Planned, Resumable, TaskIn } from './task.ts';
import type { Work } from './work-state.ts';

export type WaitReason = 'question' | 'confirmation' | 'intervention' | 'budget' | 'plan_approval';

/** Waiting for people: no worker, no lock, after a minute no running container. */
export interface Waiting {
  readonly reason: WaitReason;
  readonly questionId: number;
  readonly since: number;
  /** When the stated assumptions hold; null waits for as long as it takes. */
  readonly until: number | null;
  /** The state to go on from. */
  readonly back: Resumable;
  /** The re-plan that a confirmation is about. */
  readonly proposal: { readonly kind: ReplanKind; readonly decision: ReplanDecision; readonly situation: Situation } | null;
  /** Where nobody answers, the model judges again by the assumptions: it wanted more than to ask. */
  readonly again?: true;
  /** Only how to go on is asked: the plan goes on, and what is said may change it like any comment. */
  readonly onlyHow?: true;
  /** People were reminded of the question. */
  readonly reminded?: true;
  /** Somebody answered neither yes nor no, and is told how to; once. */
  readonly unread?: 'to_explain' | 'explained';
  /** Which part of the budget is used up. */
  readonly limit?: keyof Budget;
  /** What was in the sandbox when the budget ended is on its branch. */
  readonly saved?: true;
}

/** A plan to be approved, and what was said about it. */
export interface Proposed extends Planned {
  /** Nothing of it is done; it counts what was weighed. */
  readonly begun: Work;
  /** The question that shows this plan; null before the first. */
  readonly questionId: number | null;
  /** It is another than was shown. */
  readonly isChanged?: true;
  /** It was approved while something else that was said is being weighed. */
  readonly isAgreed?: boolean;
  /** Whoever said something that changes nothing was told so. */
  readonly isExplained?: true;
  /** What the model would know about what was said. */
  readonly open?: readonly string[];
}

/** Held on by a person: no worker, no lock, after a minute no running container. */
export interface Paused {
  /** The version of the task as it began: the number of its reminder. */
  readonly pause: number;
  /** Login of who asked for it. */
  readonly by: string;
  readonly since: number;
  /** The state to go on from, a question that is open included. */
  readonly back: Resumable | TaskIn<'wait'>;
  readonly reminded?: true;
  /** What was in the sandbox is on its branch, or may not be pushed as it is. */
  readonly saved?: true;
}
