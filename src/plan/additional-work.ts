/** What was found missing after the plan was carried out becomes subtasks of its own (REPLAN-7). Pure. */
import type { Subtask, TaskDecomposition } from './plan.ts';

/** More at once is another task. */
const MAX_ADDED = 10;

export function withAdditionalWork(decomposition: TaskDecomposition, wanted: readonly string[]): TaskDecomposition {
  const taken = new Set(decomposition.subtasks.map(({ id }) => id));
  const added = wanted
    .filter((text) => text.trim() !== '')
    .slice(0, MAX_ADDED)
    .map((description): Subtask => {
      const id = freeId(taken);
      taken.add(id);
      return { id, description, dependencies: [], estimated_complexity: 'medium', required_tools: [], from_verification: true };
    });
  return added.length === 0 ? decomposition : { ...decomposition, subtasks: [...decomposition.subtasks, ...added] };
}

function freeId(taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(`extra_${number}`)) number += 1;
  return `extra_${number}`;
}
