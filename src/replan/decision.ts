/** Where re-planning is judged, what it can lead to, and what one decision leaves behind (REPLAN-1, 2, 8). */
import type { Plan } from '../plan/plan.ts';
import type { ReplanDecision } from '../calls/judgement-schemas.ts';

/** The five places where the model is asked, by the names people and models know. */
export type DecisionPoint = 'goal_understanding' | 'task_decomposition' | 'action_sequence' | 'execution' | 'reflection';

/** What a granted decision does, whichever words asked for it. */
export type ReplanKind =
  /** Ask the people on the issue. */
  | 'clarification'
  /** Understand the goal anew (level 5). */
  | 'goal'
  /** Divide the work anew (level 4). */
  | 'decomposition'
  /** Plan all actions anew (level 3). */
  | 'actions'
  /** Plan the actions from the failed one on anew (level 2). */
  | 'partial'
  /** The same action again (level 1). */
  | 'retry'
  /** More actions after the plan was carried out. */
  | 'monitoring';

export type OverrideReason = 'limit_reached' | 'low_confidence' | 'infinite_loop' | 'refused_by_person' | 'disabled' | 'unreadable';

/** The moment a decision is about. */
export interface Situation {
  readonly point: DecisionPoint;
  /** The subtask in hand during execution, else null. */
  readonly subtask: string | null;
  /** The action in hand during execution, else null: retries count per action. */
  readonly action: string | null;
  /** What went wrong, made comparable: numbers, paths, times and quotes left out. */
  readonly cause: string;
  /** What the model calls the trouble (transient, persistent, fatal), where it does. */
  readonly errorClass?: string;
  /** Why it wants to re-plan, made comparable too. */
  readonly reason?: string;
}

export interface ReplanRecord {
  readonly id: string;
  readonly point: DecisionPoint;
  readonly decision: ReplanDecision;
  readonly kind: ReplanKind | null;
  readonly executed: boolean;
  readonly override: OverrideReason | null;
  readonly at: number;
  /** The plan that was judged, if there was one yet: one that was never begun is known nowhere else. */
  readonly planBefore?: Plan;
  readonly result: 'pending' | 'success' | 'failure' | 'skipped';
}
