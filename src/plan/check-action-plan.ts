/** The rules an action plan must keep: known subtasks, the order of the dependencies, tools that exist (PLAN-1). */
import { repeated } from './check-decomposition.ts';
import { checkActionCount } from './check-sizes.ts';
import { FAULTS_EN } from './fault-words-en.ts';
import { groupedBy } from './faults.ts';
import type { FaultWords } from './fault-words.ts';
import type { Faults } from './faults.ts';
import type { ActionPlan, SelectedEnvironment, TaskDecomposition } from '../state/plan.ts';

export interface Available {
  readonly tools: readonly string[];
  readonly environments: readonly string[];
  /** Subtasks that are finished already: a later plan need not name them. */
  readonly done?: ReadonlySet<string>;
  readonly words?: FaultWords;
}

export function checkActionPlan(
  plan: ActionPlan,
  decomposition: TaskDecomposition,
  environment: Pick<SelectedEnvironment, 'name'>,
  available: Available,
): Faults {
  const known = new Set(decomposition.subtasks.map((subtask) => subtask.id));
  const order = plan.execution_order;
  const { words = FAULTS_EN } = available;
  return [
    checkActionCount(plan, decomposition.subtasks.length, words),
    unknownIds(plan, known, words),
    repeated(order.filter((id) => known.has(id))).map(words.orderedTwice),
    outOfOrder(order, decomposition, available.done ?? new Set()).map(([id, late]) => words.outOfOrder(id, late)),
    unavailableTypes(plan.actions).map(([type, by]) => words.unavailableType(type, by)),
    missingTools(plan.actions, available.tools).map(([tool, by]) => words.unknownTool(tool, by, available.tools)),
    available.environments.includes(environment.name)
      ? []
      : [words.unknownEnvironment(environment.name, available.environments)],
  ];
}

function unknownIds(
  { execution_order: order, actions }: ActionPlan,
  known: ReadonlySet<string>,
  words: FaultWords,
): readonly string[] {
  const ordered = new Set(order);
  const acted = new Set(actions.map((action) => action.task_id));
  return [...new Set([...ordered, ...acted])]
    .filter((id) => !known.has(id))
    .map((id) => {
      const places = [...(ordered.has(id) ? ['execution_order'] : []), ...(acted.has(id) ? ['actions'] : [])];
      return words.unknownSubtask(id, places, [...known]);
    });
}

/** What something is wrong with, and the subtasks concerned. */
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
