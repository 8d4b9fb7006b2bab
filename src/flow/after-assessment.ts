/**
 * The acceptance criteria are judged when the plan is carried out (EXEC-6). The answer may carry the judgement of the
 * result as a whole, so that this costs no call of its own (REPLAN-2).
 */
import { isLarge } from '../plan/large-plan.ts';
import { SURE } from '../replan/policy.ts';
import type { FactNamed, Facts } from '../state/facts.ts';
import type { ReplanDecision } from '../state/judgements.ts';
import type { Task } from '../state/task.ts';
import { conclude } from './proceed.ts';

export function afterAssessment(task: Task, { judgement }: FactNamed<'completion_assessment'>): Facts {
  if (task.stage.is !== 'verify') return [];
  if (!task.settings.planning.replanning.enabled) return conclude(task);
  if (judgement === undefined || needsSecondLook(task, judgement.decision)) return [];
  return [{ type: 'phase', name: 'judged', point: 'reflection', ...judgement }];
}

/** What would change the plan, or is not sure, is asked once more by itself; so is what a large plan came to. */
function needsSecondLook({ plan }: Task, { replan_needed, confidence }: ReplanDecision): boolean {
  return replan_needed || confidence < SURE || (plan !== null && isLarge(plan));
}
