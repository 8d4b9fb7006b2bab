/** The actions of a plan in the order in which they are done. */
import { plannedAt } from '../state/lay-out.ts';
import type { PlannedPlace } from '../state/decided-facts.ts';
import type { Plan, PlannedAction, Subtask } from '../state/plan.ts';

type Planned = Pick<Plan, 'action_plan' | 'task_decomposition'>;
type Ordered = Pick<Subtask, 'id' | 'dependencies'>;
/** All that the order depends on. */
interface Order {
  readonly action_plan: {
    readonly execution_order: readonly string[];
    readonly actions: readonly Pick<PlannedAction, 'task_id'>[];
  };
  readonly task_decomposition: { readonly subtasks: readonly Ordered[] };
}

/**
 * Subtasks as `execution_order` says, those it leaves out behind as their dependencies allow; a subtask without an action of its own gets
 * one that is the subtask.
 */
export function orderedPlaces(plan: Order): readonly PlannedPlace[] {
  const { subtasks } = plan.task_decomposition;
  const named = plan.action_plan.execution_order;
  const order = [...named, ...afterTheirDependencies(subtasks.filter((subtask) => !named.includes(subtask.id)))];
  return order.flatMap((id): readonly PlannedPlace[] => {
    const own = plan.action_plan.actions.flatMap((action, at) => (action.task_id === id ? [at] : []));
    return own.length > 0 || !subtasks.some((one) => one.id === id) ? own : [id];
  });
}

export function orderedActions(plan: Planned): readonly PlannedAction[] {
  return orderedPlaces(plan).map((place) => plannedAt(plan, place));
}

function afterTheirDependencies(subtasks: readonly Ordered[]): readonly string[] {
  const waiting = new Map(subtasks.map((subtask) => [subtask.id, subtask]));
  const order: string[] = [];
  while (waiting.size > 0) {
    const open = [...waiting.values()];
    const next = open.find((subtask) => !subtask.dependencies.some((id) => waiting.has(id))) ?? open[0];
    if (!next) break;
    waiting.delete(next.id);
    order.push(next.id);
  }
  return order;
}
