/** Re-plans that were granted and of which it is known now what came of them, as they are recorded (REPLAN-8). */
import { isQuestionOnly, pendingReplans } from '../state/replanning.ts';
import { draftIn, planOf } from '../state/select.ts';
import type { Fact } from '../state/facts.ts';
import type { ReplanDecision } from '../state/judgements.ts';
import type { Plan } from '../state/plan.ts';
import type { ReplanRecord } from '../state/replanning.ts';
import type { Task } from '../state/task.ts';

interface End {
  readonly result: 'success' | 'failure';
  readonly plan: Plan | null;
  readonly which: (record: ReplanRecord) => boolean;
}

export function completedReplans(task: Task, { result, plan, which }: End): readonly Fact[] {
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
    confidence: record.decision.confidence,
    duration: task.updatedAt - record.at,
    plan_before: record.planBefore ?? planOf(task),
  } as const;
}

/**
 * What was granted is done when the next judgement comes: the question was answered or assumed, and a goal or a division that was made
 * anew and is to be made anew once more leads to no plan of its own (REPLAN-8).
 */
export function overtakenReplans(task: Task, decision: ReplanDecision | null): readonly Fact[] {
  const isPlanned = draftIn(task, 'goal') !== null || draftIn(task, 'division') !== null;
  const isMadeAnew = isPlanned && decision?.replan_needed === true;
  const which = (record: ReplanRecord) => isQuestionOnly(record) || (isMadeAnew && record.kind !== 'retry');
  return completedReplans(task, { result: 'success', plan: planOf(task), which });
}

/** What the model was not sure of and nobody confirmed, or somebody refused: the decision is closed, not carried out. */
export function notCarriedOut(
  task: Task,
  replanId: string,
  why: 'refused_by_person' | 'low_confidence',
): readonly Fact[] {
  const record = task.replanning.records.find(({ id }) => id === replanId);
  if (record === undefined || record.result !== 'pending') return [];
  const plan = record.planBefore ?? planOf(task);
  const line = { ...lineOf(record, task), duration: 0, plan_before: plan, plan_after: plan };
  return [{ ...line, executed: false, override_reason: why, result: 'skipped' }];
}
