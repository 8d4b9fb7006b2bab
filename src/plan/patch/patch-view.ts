/** The plan as the model is shown it for changing it (PLAN-9): always the same extract of the same plan. */
import { cutText } from '../reworded.ts';
import { breadthFirst, childrenOf, treeOf } from './tree.ts';
import type { AcceptanceCriterion, Plan, Subtask } from '../../state/plan.ts';
import type { SubtaskState } from '../subtask-state.ts';

export const MAX_SHOWN_SUBTASKS = 200;
export const MAX_SHOWN_NODES = 200;
export const MAX_SHOWN_MESSAGES = 10;
export const MAX_MESSAGE_CHARACTERS = 300;

/** Subtasks in progress or blocked come first. */
const BY_STATE: readonly SubtaskState[] = [
  'RUNNING',
  'BLOCKED',
  'PENDING',
  'READY',
  'RETRY_WAIT',
  'FAILED',
  'SUCCEEDED',
  'SKIPPED',
  'CANCELED',
];

export interface Message {
  readonly by: { readonly login: string };
  readonly text: string;
}

export interface PatchView {
  /** One JSON object per line. */
  readonly subtasks: string;
  /** The children of each node, one JSON object per line; the top is null. */
  readonly tree: string;
  /** Oldest first. */
  readonly messages: readonly string[];
}

export function patchView(
  plan: Pick<Plan, 'task_decomposition' | 'acceptance_criteria'>,
  states: ReadonlyMap<string, SubtaskState>,
  messages: readonly Message[],
): PatchView {
  const { subtasks } = plan.task_decomposition;
  return {
    subtasks: subtaskLines(subtasks, states, plan.acceptance_criteria),
    tree: treeLines(subtasks),
    messages: messages
      .slice(-MAX_SHOWN_MESSAGES)
      .map(({ by, text }) => `@${by.login}: ${cutText(text, MAX_MESSAGE_CHARACTERS)}`),
  };
}

/** The 200 most relevant ones, in that order. */
export function shownSubtasks(
  subtasks: readonly Subtask[],
  states: ReadonlyMap<string, SubtaskState>,
): readonly Subtask[] {
  const rank = ({ id }: Subtask) => BY_STATE.indexOf(states.get(id) ?? 'PENDING');
  return subtasks.toSorted((a, b) => rank(a) - rank(b) || compare(a.id, b.id)).slice(0, MAX_SHOWN_SUBTASKS);
}

export function shownNodes(subtasks: readonly Subtask[]): readonly string[] {
  return breadthFirst(treeOf(subtasks)).slice(0, MAX_SHOWN_NODES);
}

function subtaskLines(
  subtasks: readonly Subtask[],
  states: ReadonlyMap<string, SubtaskState>,
  criteria: readonly AcceptanceCriterion[],
): string {
  const shown = shownSubtasks(subtasks, states);
  const lines = shown.map((subtask) => JSON.stringify(shownAs(subtask, states.get(subtask.id) ?? 'PENDING', criteria)));
  return [...lines, ...leftOut(subtasks.length - shown.length, 'subtasks')].join('\n');
}

function shownAs(subtask: Subtask, status: SubtaskState, criteria: readonly AcceptanceCriterion[]) {
  const { title, description } = subtask;
  const own = criteria
    .filter((criterion) => criterion.task_id === subtask.id)
    .map((criterion) => cutText(criterion.description, MAX_MESSAGE_CHARACTERS));
  return {
    task_id: subtask.id,
    status,
    ...(title === undefined ? {} : { title: cutText(title, MAX_MESSAGE_CHARACTERS) }),
    description: cutText(description, MAX_MESSAGE_CHARACTERS),
    dependencies: subtask.dependencies,
    ...(own.length === 0 ? {} : { acceptance_criteria: own }),
    parent_id: subtask.parent_id ?? null,
    phase_name: subtask.phase_name,
    milestone: subtask.milestone,
    wbs_level: subtask.wbs_level,
  };
}

function treeLines(subtasks: readonly Subtask[]): string {
  const tree = treeOf(subtasks);
  const shown = shownNodes(subtasks);
  const known = new Set(shown);
  const lines = [null, ...shown].flatMap((node) => {
    const children = childrenOf(tree, node).filter((id) => known.has(id));
    return children.length === 0 ? [] : [JSON.stringify({ node, children })];
  });
  return [...lines, ...leftOut(subtasks.length - shown.length, 'nodes')].join('\n');
}

function leftOut(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`… and ${count} more ${what}, left out here.`];
}

/** By code unit: the same on every machine, whatever its locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
