/**
 * Decisions on re-planning, as they are recorded (REPLAN-8). One that is carried out, or that a person is to confirm,
 * stands in the history before anything follows from it, as a step of its phase; the one `replan_decision` comes when
 * it is known what came of it. Inside both are `decided`, which a decision that nothing follows from is from the start.
 */
import type { Recorded } from './fact.ts';
import type { ReplanDecision } from '../calls/judgement-schemas.ts';
import type { Plan } from '../plan/plan.ts';
import type { DecisionPoint, OverrideReason, ReplanKind, Situation } from '../replan/decision.ts';

type Decision = {
  readonly replan_id: string;
  readonly phase: DecisionPoint;
  readonly confidence: number;
  /** False: refused by the system or a person, or not confirmed. */
  readonly executed: boolean;
  readonly override_reason: OverrideReason | null;
  readonly duration: number;
  readonly plan_before: Plan | null;
  readonly plan_after: Plan | null;
};

type Judged = Decision & {
  readonly llm_decision: ReplanDecision | null;
  readonly verdict: 'continue' | 'replan' | 'confirm';
  readonly kind: ReplanKind | null;
  readonly situation: Situation;
  readonly warns: boolean;
  readonly contradiction: string | null;
};

export type DecidedFact = Judged & {
  readonly type: 'replan_decision';
  readonly name: 'decided';
  readonly result: 'skipped' | null;
};

type PendingFact = Judged & {
  readonly type: 'phase';
  readonly name: 'replan_pending';
  readonly result: null;
};

type CompletedFact = Decision & {
  readonly type: 'replan_decision';
  readonly name: 'completed';
  readonly llm_decision: ReplanDecision;
  readonly result: 'success' | 'failure' | 'skipped';
};

export type ReplanFact = DecidedFact | PendingFact | CompletedFact;

export function toRecord(decided: DecidedFact): DecidedFact | PendingFact {
  const { result } = decided;
  return result === null ? { ...decided, type: 'phase', name: 'replan_pending', result } : decided;
}

/** The fact as the machine knows it. */
export function asDecided(fact: Recorded): Recorded {
  return fact.type === 'phase' && fact.name === 'replan_pending' ? { ...fact, type: 'replan_decision', name: 'decided' } : fact;
}
