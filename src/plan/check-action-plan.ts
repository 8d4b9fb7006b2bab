/** The rules of an action plan: known subtasks, the order of the dependencies, existing tools (PLAN-1). */
import { repeated } from './check-decomposition.ts';
import { checkActionCount } from './check-texts.ts';
import { groupedBy, listed, quoted, type Faults } from './faults.ts';
import type { ActionPlan, SelectedEnvironment, TaskDecomposition } from '../state/plan.ts';

export interface Available {
  readonly tools: readonly string[];
  readonly environments: readonly string[];
  /** Subtasks that are finished already; a later plan need not contain them. */
  readonly done?: ReadonlySet<string>;
}

export function checkActionPlan(
  plan: ActionPlan,
  decomposition: TaskDecomposition,
  environment: Pick<SelectedEnvironment, 'name'>,
  available: Available,
): Faults {
  const known = new Set(decomposition.subtasks.map((subtask) => subtask.id));
  const order = plan.execution_order;
  const { tools, environments, done = new Set() } = available;
  return [
    checkActionCount(plan, decomposition.subtasks.length),
    unknownIds(plan, known),
    repeated(order.filter((id) => known.has(id))).map(
      (id) => `execution_order names ${quoted(id)} more than once. Name it once, behind everything it depends on.`,
    ),
    outOfOrder(order, decomposition, done).map(
      ([id, late]) => `execution_order puts ${quoted(id)} before ${listed(late)}, on which it depends. Put it behind.`,
    ),
    unavailableTypes(plan.actions).map(
      ([type, by]) =>
        `The action type ${quoted(type)} (${those(by)}) is not available here; use tool_call or ask_human.`,
    ),
    missingTools(plan.actions, tools).map(
      ([tool, by]) => `There is no tool ${quoted(tool)} (${those(by)}). Use one of: ${tools.join(', ')}.`,
    ),
    environments.includes(environment.name)
      ? []
      : [`There is no environment ${quoted(environment.name)}. Choose one of: ${environments.join(', ')}.`],
  ];
}

function those(subtasks: readonly string[]): string {
  return `${subtasks.length === 1 ? 'subtask' : 'subtasks'} ${listed(subtasks)}`;
}

function unknownIds({ execution_order: order, actions }: ActionPlan, known: ReadonlySet<string>): readonly string[] {
  const ordered = new Set(order);
  const acted = new Set(actions.map((action) => action.task_id));
  return [...new Set([...ordered, ...acted])]
    .filter((id) => !known.has(id))
    .map((id) => {
      const places = [...(ordered.has(id) ? ['execution_order'] : []), ...(acted.has(id) ? ['actions'] : [])];
      const verb = places.length === 1 && ordered.has(id) ? 'names' : 'name';
      return `${quoted(id)} is not a subtask, but ${places.join(' and ')} ${verb} it. The subtasks are: ${listed([...known])}.`;
    });
}

/** What is wrong, and the subtasks concerned. */
type Found = readonly (readonly [string, readonly string[]])[];

function outOfOrder(order: readonly string[], { subtasks }: TaskDecomposition, done: ReadonlySet<string>): Found {
  const at = new Map(order.map((id, index) => [id, index]));
  const known = new Set(subtasks.map((subtask) => subtask.id));
  const place = (id: string) => at.get(id) ?? (known.has(id) && !done.has(id) ? order.length : -1);
  return subtasks.flatMap((subtask) => {
    const late = [...new Set(subtask.dependencies)].filter((id) => at.has(subtask.id) && place(id) > place(subtask.id));
    return late.length === 0 ? [] : [[subtask.id, late] as const];
  });
}

type Actions = ActionPlan['actions'];

function unavailableTypes(actions: Actions): Found {
  const odd = actions.filter(({ action_type: type }) => type !== 'tool_call' && type !== 'ask_human');
  return [...groupedBy(odd, (action) => [action.action_type])].map(([type, by]) => [type, subtasksOf(by)]);
}

function missingTools(actions: Actions, tools: readonly string[]): Found {
  const missing = actions.filter(
    ({ action_type: type, tool }) => type === 'tool_call' && tool !== '' && !tools.includes(tool),
  );
  return [...groupedBy(missing, (action) => [action.tool])].map(([tool, by]) => [tool, subtasksOf(by)]);
}

function subtasksOf(actions: Actions): readonly string[] {
  return [...new Set(actions.map((action) => action.task_id))];
}
