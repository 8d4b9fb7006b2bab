/** What was found missing after the plan was carried out becomes subtasks of its own (REPLAN-7). */
import type { Subtask, TaskDecomposition } from '../state/plan.ts';

/** More at once is another task. */
const MAX_ADDED = 10;

export function addedWork(
  { subtasks }: Pick<TaskDecomposition, 'subtasks'>,
  wanted: readonly string[],
): readonly Subtask[] {
  const taken = new Set(subtasks.map(({ id }) => id));
  return wanted
    .filter((text) => text.trim() !== '')
    .slice(0, MAX_ADDED)
    .map((description): Subtask => {
      const id = freeId(taken);
      taken.add(id);
      return {
        id,
        description,
        dependencies: [],
        estimated_complexity: 'medium',
        required_tools: [],
        from_verification: true,
      };
    });
}

function freeId(taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(`extra_${number}`)) number += 1;
  return `extra_${number}`;
}
