/** The rules an action plan must keep: known subtasks, the order of the dependencies, tools that exist (PLAN-1). */
import { repeated } from './check-decomposition.ts';
import { checkActionCount } from './check-sizes.ts';
import type { ActionPlan, SelectedEnvironment, TaskDecomposition } from './plan.ts';

export interface Available {
  readonly tools: readonly string[];
  readonly environments: readonly string[];
  /** Subtasks that are finished already: a later plan need not name them. */
  readonly done?: ReadonlySet<string>;
}

export function checkActionPlan(
  plan: ActionPlan,
  decomposition: TaskDecomposition,
  environment: Pick<SelectedEnvironment, 'name'>,
  available: Available,
): readonly string[] {
  const known = new Set(decomposition.subtasks.map((subtask) => subtask.id));
  const order = plan.execution_order;
  return [
    ...checkActionCount(plan, decomposition.subtasks.length),
    ...order.filter((id) => !known.has(id)).map((id) => `execution_order names "${id}", which is not a subtask.`),
    ...repeated(order).map((id) => `execution_order names "${id}" more than once.`),
    ...plan.actions
      .filter((action) => !known.has(action.task_id))
      .map((action) => `An action names the subtask "${action.task_id}", which does not exist.`),
    ...outOfOrder(order, decomposition, available.done ?? new Set()),
    ...plan.actions.flatMap((action) => missingTool(action, available.tools)),
    ...(available.environments.includes(environment.name)
      ? []
      : [`There is no environment "${environment.name}". The environments are: ${available.environments.join(', ')}.`]),
  ];
}

function outOfOrder(order: readonly string[], { subtasks }: TaskDecomposition, done: ReadonlySet<string>): readonly string[] {
  const at = new Map(order.map((id, index) => [id, index]));
  const known = new Set(subtasks.map((subtask) => subtask.id));
  const place = (id: string) => at.get(id) ?? (known.has(id) && !done.has(id) ? order.length : -1);
  return subtasks.flatMap((subtask) =>
    subtask.dependencies
      .filter((id) => at.has(subtask.id) && place(id) > place(subtask.id))
      .map((id) => `execution_order puts "${subtask.id}" before "${id}", on which it depends.`),
  );
}

function missingTool(action: ActionPlan['actions'][number], tools: readonly string[]): readonly string[] {
  if (action.action_type === 'ask_human') return [];
  if (action.action_type !== 'tool_call')
    return [`The action type "${action.action_type}" (subtask "${action.task_id}") is not available here; use tool_call or ask_human.`];
  if (action.tool === '' || tools.includes(action.tool)) return [];
  return [`There is no tool "${action.tool}" (subtask "${action.task_id}"). The tools are: ${tools.join(', ')}.`];
}
