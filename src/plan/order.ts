/** The actions of a plan in the order in which they are done. */
import type { Plan, PlannedAction, Subtask } from './plan.ts';

/**
 * Subtasks as `execution_order` says, those it leaves out behind as their dependencies allow; a subtask without an action of its own gets
 * one that is the subtask.
 */
export function orderedActions(plan: Pick<Plan, 'action_plan' | 'task_decomposition'>): readonly PlannedAction[] {
  const { subtasks } = plan.task_decomposition;
  const named = plan.action_plan.execution_order;
  const order = [...named, ...afterTheirDependencies(subtasks.filter((subtask) => !named.includes(subtask.id)))];
  return order.flatMap((id) => {
    const own = plan.action_plan.actions.filter((action) => action.task_id === id);
    const subtask = subtasks.find((one) => one.id === id);
    return own.length > 0 || !subtask ? own : [impliedAction(id, subtask.description)];
  });
}

function afterTheirDependencies(subtasks: readonly Subtask[]): readonly string[] {
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

function impliedAction(taskId: string, description: string): PlannedAction {
  return {
    task_id: taskId,
    action_type: 'tool_call',
    tool: 'run_command',
    purpose: description,
    expected_outcome: '',
    fallback_strategy: '',
  };
}
