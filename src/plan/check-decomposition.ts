/** The rules a decomposition must keep: known ids, no duplicates, no cycles, no more subtasks than allowed (PLAN-1). */
import { findCycles } from './cycles.ts';
import { FAULTS_EN } from './fault-words-en.ts';
import { groupedBy } from './faults.ts';
import { quoted } from './shown-names.ts';
import type { Cycle } from './cycles.ts';
import type { FaultWords } from './fault-words.ts';
import type { Faults } from './faults.ts';
import type { Subtask } from '../state/plan.ts';

type Linked = Pick<Subtask, 'id' | 'dependencies' | 'parent_id'>;

export function checkDecomposition(
  { subtasks }: { readonly reasoning?: string; readonly subtasks: readonly Linked[] },
  maxSubtasks: number,
  words: FaultWords = FAULTS_EN,
): Faults {
  const ids = subtasks.map((subtask) => subtask.id);
  const known = new Set(ids);
  const parentOf = ({ parent_id: parent }: Linked) => (parent === undefined || parent === '' ? [] : [parent]);
  const unknownIn = (namesOf: (subtask: Linked) => readonly string[]) =>
    [...groupedBy(subtasks, (subtask) => namesOf(subtask).filter((id) => !known.has(id)))].map(
      ([id, by]) => [[...new Set(by.map((subtask) => subtask.id))], id] as const,
    );
  return [
    subtasks.length > maxSubtasks ? [words.tooManySubtasks(subtasks.length, maxSubtasks)] : [],
    repeated(ids).map(words.repeatedId),
    unknownIn((subtask) => subtask.dependencies).map(([by, id]) => words.unknownDependency(by, id)),
    findCycles(subtasks).map((cycle) => words.cycle(shown(cycle, words))),
    unknownIn(parentOf).map(([by, id]) => words.unknownParent(by, id)),
    findCycles(subtasks.map((subtask) => ({ id: subtask.id, dependencies: parentOf(subtask) }))).map((cycle) =>
      words.parentCycle(shown(cycle, words)),
    ),
  ];
}

/** Each value that occurs more than once, once. */
export function repeated(values: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return [...new Set(values.filter((value) => seen.has(value) || !seen.add(value)))];
}

function shown({ ids, hidden }: Cycle, words: FaultWords): string {
  const names = ids.map((id) => quoted(id).slice(1, -1));
  if (hidden === 0) return names.join(' → ');
  const half = names.length / 2;
  return [...names.slice(0, half), words.hidden(hidden), ...names.slice(half)].join(' → ');
}
