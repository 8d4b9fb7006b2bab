/**
 * Facts about re-planning that several stories record: notes for the model, what a re-plan counts as (REPLAN-4), and
 * its outcome (REPLAN-8).
 */
import type { Fact, Facts, FactNamed } from '../state/facts.ts';
import type { PlanStep } from '../state/decided-facts.ts';
import { triggersOf } from '../replan/counts.ts';
import type { Task } from '../state/task.ts';
import {
  isQuestionOnly,
  pendingReplans,
  type ReplanCountName,
  type ReplanKind,
  type Situation,
  type ReplanRecord,
} from '../state/replans.ts';
import { draftIn, planOf } from '../state/select.ts';
import type { Plan } from '../state/plan.ts';
import type { DecisionPoint, ReplanDecision } from '../state/judgements.ts';

/** Notes for the model's next planning call. */
export function noted(...notes: readonly string[]): Facts {
  return notes.length === 0 ? [] : [{ type: 'phase', name: 'noted', notes }];
}

export function beginStep(
  step: PlanStep,
  how: {
    readonly fallback: 'kept' | 'judged' | 'none';
    readonly keepsDone?: boolean;
    readonly leftBehind?: readonly string[];
  },
): FactNamed<'planning'> {
  const keeps = {
    ...(how.keepsDone === undefined ? {} : { keeps_done: how.keepsDone }),
    ...(how.leftBehind === undefined || how.leftBehind.length === 0 ? {} : { left_behind: how.leftBehind }),
  };
  return { type: 'phase', name: 'planning', step, fallback: how.fallback, ...keeps };
}

const COUNTS_AS: { readonly [Kind in ReplanKind]: readonly ReplanCountName[] } = {
  clarification: ['clarifications', 'total'],
  decomposition: ['redecompositions', 'total'],
  actions: ['regenerations', 'total'],
  partial: ['partialReplans', 'total'],
  monitoring: ['monitoringRevisions', 'total'],
  retry: ['total'],
  goal: ['total'],
};

interface Granting {
  /** Null for a question that no judgement asked for. */
  readonly replanId: string | null;
  readonly situation: Situation;
}

export function granted(task: Task, kind: ReplanKind, { replanId, situation }: Granting): Facts {
  return [
    {
      type: 'phase',
      name: 'replan_granted',
      replan_id: replanId,
      counts: COUNTS_AS[kind],
      retries: kind === 'retry' ? (situation.action ?? '') : null,
      triggers: triggersOf(kind, situation),
      is_revision: followsReflection(task, kind),
    },
  ];
}

export function grantedQuestion(task: Task, cause: string, point: DecisionPoint = 'execution'): Facts {
  return granted(task, 'clarification', { replanId: null, situation: { point, subtask: null, action: null, cause } });
}

interface End {
  readonly result: 'success' | 'failure';
  readonly plan: Plan | null;
  readonly which: (record: ReplanRecord) => boolean;
}

export function completedReplans(task: Task, { result, plan, which }: End): Facts {
  return pendingReplans(task.replanning)
    .filter(which)
    .map(
      (record): Fact => ({ ...lineOf(record, task), executed: true, override_reason: null, result, plan_after: plan }),
    );
}

function lineOf(record: ReplanRecord, task: Task) {
  return {
    type: 'replan_decision',
    name: 'completed',
    replan_id: record.id,
    phase: record.point,
    llm_decision: record.decision,
    ...(record.firstLook === undefined ? {} : { first_look: record.firstLook }),
    confidence: record.decision.confidence,
    duration: task.updatedAt - record.at,
    plan_before: record.planBefore ?? planOf(task),
  } as const;
}

/** Closes re-plans at the end of the task: granted ones failed, unconfirmed ones were not carried out. */
export function closedByEnd(task: Task): Facts {
  const unconfirmed = task.replanning.records.filter(({ executed, result }) => !executed && result === 'pending');
  return [
    ...completedReplans(task, { result: 'failure', plan: null, which: () => true }),
    ...unconfirmed.flatMap(({ id }) => notCarriedOut(task, id, 'low_confidence')),
  ];
}

/**
 * A granted re-plan is completed by the next judgement: its question was answered or assumed, or its goal or
 * decomposition is being replaced again and leads to no plan of its own (REPLAN-8).
 */
export function overtakenReplans(task: Task, decision: ReplanDecision | null): Facts {
  const isPlanned = draftIn(task, 'goal') !== null || draftIn(task, 'division') !== null;
  const isMadeAnew = isPlanned && decision?.replan_needed === true;
  const which = (record: ReplanRecord) => isQuestionOnly(record) || (isMadeAnew && record.kind !== 'retry');
  return completedReplans(task, { result: 'success', plan: planOf(task), which });
}

/** Closes a decision that the model was not sure of and nobody confirmed, or that somebody refused. */
export function notCarriedOut(task: Task, replanId: string, why: 'refused_by_person' | 'low_confidence'): Facts {
  const record = task.replanning.records.find(({ id }) => id === replanId);
  if (record === undefined) return [];
  const plan = record.planBefore ?? planOf(task);
  const line = { ...lineOf(record, task), duration: 0, plan_before: plan, plan_after: plan };
  return [{ ...line, executed: false, override_reason: why, result: 'skipped' }];
}

/** True for a change of the plan that a reflection called for; a retry or a question is not one. */
export function followsReflection({ stage, work }: Task, kind: ReplanKind): boolean {
  return (
    stage.is === 'work' &&
    kind !== 'retry' &&
    kind !== 'clarification' &&
    work?.judging?.reflection?.plan_revision_needed === true
  );
}
