/** Re-plans that were granted and are now carried out, as they are recorded (REPLAN-8). Pure. */
import { isQuestionOnly, pending } from '../state/replanning.ts';
import type { Plan } from '../state/plan.ts';
import type { ReplanRecord } from '../state/replanning.ts';
import type { ReplanDecision } from '../calls/judgement-schemas.ts';
import type { Fact } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import { planOf } from './decision-fact.ts';

export function completedReplans(
  task: Task,
  now: number,
  end: { readonly result: 'success' | 'failure'; readonly plan: Plan | null; readonly which: (record: ReplanRecord) => boolean },
): readonly Fact[] {
  return pending(task.replanning)
    .filter(end.which)
    .map(
      (record): Fact => ({
        type: 'replan_decision',
        name: 'completed',
        replan_id: record.id,
        phase: record.point,
        llm_decision: record.decision,
        confidence: record.decision.confidence,
        executed: true,
        override_reason: null,
        result: end.result,
        duration: now - record.at,
        plan_before: record.planBefore ?? planOf(task),
        plan_after: end.plan,
      }),
    );
}

/**
 * What was granted is done when the next judgement comes: the question was answered or assumed, and a goal or a division
 * that was made anew and is to be made anew once more leads to no plan of its own (REPLAN-8).
 */
export function overtakenReplans(task: Task, now: number, decision: ReplanDecision | null): readonly Fact[] {
  const isMadeAnew = (task.phase === 'understand' || task.phase === 'decompose') && decision?.replan_needed === true;
  const which = (record: ReplanRecord) => isQuestionOnly(record) || (isMadeAnew && record.kind !== 'retry');
  return completedReplans(task, now, { result: 'success', plan: planOf(task), which });
}

/** What the model was not sure of and nobody confirmed, or somebody refused: the decision is closed, not carried out. */
export function notCarriedOut(task: Task, why: 'refused_by_person' | 'low_confidence'): readonly Fact[] {
  const record = task.replanning.records.at(-1);
  if (task.phase !== 'wait' || task.proposal === null || record === undefined || record.result !== 'pending') return [];
  const plan = record.planBefore ?? planOf(task.back);
  return [
    {
      type: 'replan_decision',
      name: 'completed',
      replan_id: record.id,
      phase: record.point,
      llm_decision: record.decision,
      confidence: record.decision.confidence,
      executed: false,
      override_reason: why,
      result: 'skipped',
      duration: 0,
      plan_before: plan,
      plan_after: plan,
    },
  ];
}
