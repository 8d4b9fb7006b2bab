/**
 * The rules a decomposition must keep: known ids, no duplicates, no cycles, no more subtasks than allowed
 * (PLAN-1).
 */
import { findCycles } from './cycles.ts';
import { groupedBy } from './faults.ts';
import { listed, quoted } from './shown-names.ts';
import type { Cycle } from './cycles.ts';
import type { Faults } from './faults.ts';
import type { Subtask } from '../state/plan.ts';

type Linked = Pick<Subtask, 'id' | 'dependencies' | 'parent_id'>;

export function checkDecomposition(
  { subtasks }: { readonly reasoning?: string; readonly subtasks: readonly Linked[] },
  maxSubtasks: number,
): Faults {
  const ids = subtasks.map((subtask) => subtask.id);
  const known = new Set(ids);
  const parentOf = ({ parent_id: parent }: Linked) => (parent === undefined || parent === '' ? [] : [parent]);
  const unknownIn = (namesOf: (subtask: Linked) => readonly string[]) =>
    [...groupedBy(subtasks, (subtask) => namesOf(subtask).filter((id) => !known.has(id)))].map(
      ([id, by]) => [quoted(id), [...new Set(by.map((subtask) => subtask.id))]] as const,
    );
  return [
    subtasks.length > maxSubtasks
      ? [`There are ${subtasks.length} subtasks; at most ${maxSubtasks} are allowed. Merge those that belong together.`]
      : [],
    repeated(ids).map(
      (id) => `The subtask id ${quoted(id)} is used more than once. Give each subtask an id of its own.`,
    ),
    unknownIn((subtask) => subtask.dependencies).map(
      ([id, by]) =>
        `${these(by, 'depends', 'depend')} on ${id}, which is not a subtask. Name one of the subtasks instead, add the missing one, or leave it out.`,
    ),
    findCycles(subtasks).map(
      (cycle) => `The dependencies form a cycle: ${shown(cycle)}. Take out the one that matters least.`,
    ),
    unknownIn(parentOf).map(
      ([id, by]) =>
        `${these(by, 'names', 'name')} ${id} as parent_id, which is not a subtask. Name one of the subtasks instead, or leave it out.`,
    ),
    findCycles(subtasks.map((subtask) => ({ id: subtask.id, dependencies: parentOf(subtask) }))).map(
      (cycle) =>
        `The parent_id of these subtasks form a cycle, and a subtask cannot be part of itself: ${shown(cycle)}. Leave one of them out.`,
    ),
  ];
}

function these(subtasks: readonly string[], one: string, many: string): string {
  return subtasks.length === 1 ? `Subtask ${listed(subtasks)} ${one}` : `Subtasks ${listed(subtasks)} ${many}`;
}

/** Each value that occurs more than once, once. */
export function repeated(values: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return [...new Set(values.filter((value) => seen.has(value) || !seen.add(value)))];
}

function shown({ ids, hidden }: Cycle): string {
  const names = ids.map((id) => quoted(id).slice(1, -1));
  if (hidden === 0) return names.join(' → ');
  const half = names.length / 2;
  return [...names.slice(0, half), `… (${hidden} more) …`, ...names.slice(half)].join(' → ');
}
