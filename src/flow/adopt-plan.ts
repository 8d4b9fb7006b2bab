/**
 * Makes a plan the current one. The first plan leads to a sandbox, or to people who have to approve it. A later one
 * (from a re-plan, a reflection, a comment or a review) leads back to work.
 */
import { layoutKeeping, laidOut, leftBehind, stillLeft } from '../plan/action-order.ts';
import { planOf, approvalIn } from '../state/select.ts';
import type { FactOf, Fact, Facts } from '../state/facts.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import { isQuestionOnly } from '../state/replans.ts';
import type { Task } from '../state/task.ts';

/** Adopts the plan that was made, if it is usable. */
export function adopt(task: Task, suggestions?: string): Facts {
  const plan = planOf(task);
  if (plan === null || task.stage.is !== 'plan') return [];
  const said = suggestions === undefined ? {} : { suggestions };
  if (task.work === null)
    return [{ type: 'phase', name: 'plan_adopted', how: 'begin', reason: '', ...said, ...laidOut(plan) }];
  const { keepsDone, leftBehind: left } = task.stage;
  const over = keepsDone ? [...doneSubtasks(task.work), ...stillLeft(left, plan.action_plan)] : [];
  const kept = layoutKeeping(task.work, plan, { done: new Set(over) });
  const reason =
    task.replanning.records.findLast((record) => record.executed && !isQuestionOnly(record))?.decision.reasoning ?? '';
  return [{ type: 'phase', name: 'plan_adopted', how: 'go_on', reason, ...said, ...kept }];
}

/** Work continues in the existing container, or in one that has to be prepared first. */
export function afterAdoption(task: Task, before: Task): Facts {
  const { workspace, plan, request } = task;
  if (before.plan === null) return request.plansFirst === true ? [{ type: 'phase', name: 'approval_wanted' }] : [];
  if (before.stage.is !== 'plan' || plan === null) return [];
  const isSame =
    (workspace.is === 'ready' || workspace.is === 'stopped') &&
    workspace.environment.name === plan.selected_environment.name;
  if (workspace.is === 'ready' && !isSame)
    return [{ type: 'environment', name: 'preparing', keeps_container: false, replaces: workspace.containerId }];
  if (workspace.is === 'stopped') {
    const isKept = isSame && workspace.containerId !== null;
    return [{ type: 'environment', name: 'preparing', keeps_container: isKept, replaces: null }];
  }
  return [];
}

type Revision = FactOf<'revision'>;

export function afterRevision(task: Task, revision: Revision): Facts {
  const { updated_plan: plan, source, again, reason, english } = revision;
  const why = { reason, ...(english === undefined ? {} : { english }) };
  const { stage, work } = task;
  if (work === null || (stage.is !== 'work' && stage.is !== 'verify')) return [];
  if (approvalIn(task) !== null)
    return [{ type: 'phase', name: 'plan_adopted', how: 'begin', ...why, ...laidOut(plan) }];
  // What these sources do not touch keeps its status; a reflection is about what failed.
  const isNarrow = source === 'comment' || source === 'review' || source === 'verification';
  const done = doneSubtasks(work);
  const keeping = isNarrow
    ? { done, again: new Set(again) }
    : { done: new Set([...done, ...stillLeft(leftBehind(work), plan.action_plan)]) };
  return [
    { type: 'phase', name: 'plan_adopted', how: 'go_on', ...why, ...layoutKeeping(work, plan, keeping) },
    ...(source === 'reflection' ? [COUNTED] : []),
  ];
}

const COUNTED: Fact = {
  type: 'phase',
  name: 'replan_granted',
  replan_id: null,
  counts: [],
  retries: null,
  triggers: [],
  is_revision: true,
};
