/** A plan becomes the current one: the first leads to a sandbox, or to people who approve of it; a later one back to work. */
import { orderedPlaces } from '../plan/order.ts';
import { split } from '../plan/kept-actions.ts';
import { planOf } from '../state/select.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import { isQuestionOnly } from '../state/replanning.ts';
import type { WorkLayout } from '../state/decided-facts.ts';
import type { Fact } from '../state/facts.ts';
import type { Plan } from '../state/plan.ts';
import type { Task } from '../state/task.ts';

/** The plan that was made, where it will do. */
export function adopt(task: Task, { suggestions }: { readonly suggestions?: string }): readonly Fact[] {
  const plan = planOf(task);
  if (plan === null || task.stage.is !== 'plan') return [];
  const said = suggestions === undefined ? {} : { suggestions };
  if (task.work === null)
    return [{ type: 'phase', name: 'plan_adopted', how: 'begin', reason: '', ...said, ...fromTheStart(plan) }];
  const done = task.stage.keepsDone ? doneSubtasks(task.work) : new Set<string>();
  const reason =
    task.replanning.records.findLast((record) => record.executed && !isQuestionOnly(record))?.decision.reasoning ?? '';
  return [{ type: 'phase', name: 'plan_adopted', how: 'go_on', reason, ...said, ...layoutOf(task, plan, { done }) }];
}

function fromTheStart(plan: Plan): WorkLayout {
  return { kept: [], ahead: orderedPlaces(plan), saved: 0 };
}

/** Another plan for the work in hand; with `again`, what it does not touch stays as it ended. */
export function layoutOf(
  { work }: Task,
  plan: Plan,
  keeping: { readonly done: ReadonlySet<string>; readonly again?: ReadonlySet<string> },
): WorkLayout {
  return work === null ? fromTheStart(plan) : split(work, plan, keeping);
}

/** Where the work goes on: with the container that is there, or with one that has to be prepared first. */
export function afterAdoption(task: Task, before: Task): readonly Fact[] {
  const { workspace, plan, request } = task;
  if (before.plan === null) return request.plansFirst === true ? [{ type: 'phase', name: 'approval_wanted' }] : [];
  if (before.stage.is !== 'plan' || plan === null) return [];
  const isSame =
    (workspace.is === 'ready' || workspace.is === 'stopped') &&
    workspace.environment.name === plan.selected_environment.name;
  if (workspace.is === 'ready' && !isSame)
    return [{ type: 'environment', name: 'preparing', keeps_container: false, replaces: workspace.containerId }];
  if (workspace.is === 'stopped')
    return [{ type: 'environment', name: 'preparing', keeps_container: isSame, replaces: null }];
  return [];
}
