/** The rules of a decomposition: known ids, no duplicates, no cycles, no more subtasks than allowed (PLAN-1). */
import { groupedBy, listed, quoted, type Faults } from './faults.ts';
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

/** Each value that occurs more than once, listed once. */
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

/** Ids along one cycle, the first repeated at the end; the middle of a long cycle is left out. */
interface Cycle {
  readonly ids: readonly string[];
  /** The number of ids left out. */
  readonly hidden: number;
}

const MAX_SHOWN = 20;

/** Takes time linear in the graph. Returns enough cycles that removing the last step of each leaves none. */
export function findCycles(subtasks: readonly Pick<Subtask, 'id' | 'dependencies'>[]): readonly Cycle[] {
  const needs = new Map<string, Set<string>>();
  for (const { id, dependencies } of subtasks) {
    const known = needs.get(id) ?? new Set();
    for (const dependency of dependencies) known.add(dependency);
    needs.set(id, known);
  }
  const cycles: Cycle[] = [];
  const finished = new Set<string>();
  const path: string[] = [];
  const places = new Map<string, number>();
  const enter = (id: string) => {
    places.set(id, path.length);
    path.push(id);
    return { id, left: (needs.get(id) ?? new Set()).values() };
  };
  for (const start of needs.keys()) {
    if (finished.has(start)) continue;
    const stack = [enter(start)];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { value: id, done } = top.left.next();
      if (done) {
        stack.pop();
        path.pop();
        places.delete(top.id);
        finished.add(top.id);
        continue;
      }
      const place = places.get(id);
      if (place !== undefined) cycles.push(shortened(path, place));
      else if (needs.has(id) && !finished.has(id)) stack.push(enter(id));
    }
  }
  return cycles;
}

function shortened(path: readonly string[], from: number): Cycle {
  const back = path.slice(from, from + 1);
  const length = path.length - from + 1;
  if (length <= MAX_SHOWN) return { ids: [...path.slice(from), ...back], hidden: 0 };
  const half = MAX_SHOWN / 2;
  return { ids: [...path.slice(from, from + half), ...path.slice(1 - half), ...back], hidden: length - MAX_SHOWN };
}
