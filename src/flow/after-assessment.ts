/**
 * The acceptance criteria are judged once the plan is carried out (EXEC-6). The same answer may contain the judgement
 * of the whole result, which saves a call (REPLAN-2).
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

/**
 * A judgement that would change the plan or is not sure is repeated in a call of its own; so is that of a large plan.
 */
function needsSecondLook({ plan }: Task, { replan_needed, confidence }: ReplanDecision): boolean {
  return replan_needed || confidence < SURE || (plan !== null && isLarge(plan));
}
