/**
 * A planning answer's judgement of itself counts, unless it is worth a second look (REPLAN-2): it wants a change, is
 * not sure, or the plan is large. An answer without one is judged in a separate call.
 */
import { isLarge, isReviewedInstead } from '../plan/large-plan.ts';
import { SURE } from '../replan/policy.ts';
import { isAt } from '../state/select.ts';
import { proceed } from './proceed.ts';
import type { FactNamed, Facts } from '../state/facts.ts';
import type { DecisionPoint, ReplanDecision } from '../state/judgements.ts';
import type { Draft } from '../state/stage.ts';
import type { Task } from '../state/task.ts';

/** Applies to the result found just now. Returns nothing if a separate call judges it next. */
export function judgedByItself(task: Task): Facts {
  if (!isAt(task, 'plan')) return [];
  const { planning } = task.settings;
  if (!planning.replanning.enabled) return proceed(task);
  const { draft } = task.stage;
  const { carried } = draft;
  const isReviewed = draft.step === 'actions' && draft.found !== null && isReviewedInstead(planning, draft.found);
  if (carried === undefined) return isReviewed ? proceed(task) : [];
  const isEnough = isReviewed ? !carried.decision.replan_needed : !isWorthASecondLook(draft, carried.decision);
  return isEnough ? [judgedAs(POINT[draft.step], carried)] : [];
}

const POINT: { readonly [Step in Draft['step']]: DecisionPoint } = {
  goal: 'goal_understanding',
  division: 'task_decomposition',
  actions: 'action_sequence',
};

function isWorthASecondLook(draft: Draft, { replan_needed: isNeeded, confidence }: ReplanDecision): boolean {
  return isNeeded || confidence < SURE || isOfMuch(draft);
}

/** False while the size of the task is not known yet, at the goal. */
function isOfMuch(draft: Draft): boolean {
  if (draft.step === 'goal' || draft.found === null) return false;
  return isLarge(draft.step === 'division' ? { task_decomposition: draft.found.decomposition } : draft.found);
}

export function judgedAs(
  point: DecisionPoint,
  { replan_id, decision }: NonNullable<Draft['carried']>,
): FactNamed<'judged'> {
  return { type: 'phase', name: 'judged', replan_id, point, decision };
}
