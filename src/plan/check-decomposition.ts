/** The rules a decomposition must keep: known ids, no duplicates, no cycles, no more subtasks than allowed (PLAN-1). */
import type { Subtask, TaskDecomposition } from './plan.ts';

export function checkDecomposition({ subtasks }: TaskDecomposition, maxSubtasks: number): readonly string[] {
  const ids = subtasks.map((subtask) => subtask.id);
  const known = new Set(ids);
  const duplicates = repeated(ids);
  const unknown = subtasks.flatMap((subtask) =>
    subtask.dependencies.filter((id) => !known.has(id)).map((id) => `Subtask "${subtask.id}" depends on "${id}", which is not a subtask.`),
  );
  const cycle = findCycle(subtasks);
  const parentOf = ({ parent_id: parent }: Subtask) => (parent === undefined || parent === '' ? [] : [parent]);
  const orphans = subtasks.flatMap((subtask) =>
    parentOf(subtask).flatMap((parent) =>
      known.has(parent) ? [] : [`Subtask "${subtask.id}" names "${parent}" as its parent_id, which is not a subtask.`],
    ),
  );
  const circle = findCycle(subtasks.map((subtask) => ({ id: subtask.id, dependencies: parentOf(subtask) })));
  return [
    ...(subtasks.length > maxSubtasks ? [`There are ${subtasks.length} subtasks; at most ${maxSubtasks} are allowed.`] : []),
    ...duplicates.map((id) => `The subtask id "${id}" is used more than once.`),
    ...unknown,
    ...(cycle ? [`The dependencies form a cycle: ${shownCycle(cycle)}.`] : []),
    ...orphans,
    ...(circle ? [`The parent_id of these subtasks form a cycle, and a subtask cannot be part of itself: ${shownCycle(circle)}.`] : []),
  ];
}

/** Each value that occurs more than once, once. */
export function repeated(values: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return [...new Set(values.filter((value) => seen.has(value) || !seen.add(value)))];
}

function shownCycle(cycle: readonly string[]): string {
  return cycle.length <= 20
    ? cycle.join(' → ')
    : [...cycle.slice(0, 10), `… (${cycle.length - 20} more) …`, ...cycle.slice(-10)].join(' → ');
}

/** The ids along one cycle, the first repeated at the end; null when the subtasks form a graph without cycles. */
export function findCycle(subtasks: readonly Pick<Subtask, 'id' | 'dependencies'>[]): readonly string[] | null {
  const dependencies = new Map(subtasks.map((subtask) => [subtask.id, subtask.dependencies]));
  const finished = new Set<string>();
  for (const { id } of subtasks) {
    const path: string[] = [];
    const onPath = new Set<string>();
    const stack: { readonly id: string; next: number }[] = [{ id, next: 0 }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1] as { readonly id: string; next: number };
      if (top.next === 0 && !finished.has(top.id)) {
        if (onPath.has(top.id)) return [...path.slice(path.indexOf(top.id)), top.id];
        path.push(top.id);
        onPath.add(top.id);
      }
      const following = finished.has(top.id) ? undefined : dependencies.get(top.id)?.[top.next];
      top.next += 1;
      if (following !== undefined) {
        stack.push({ id: following, next: 0 });
        continue;
      }
      stack.pop();
      if (onPath.delete(top.id)) path.pop();
      finished.add(top.id);
    }
  }
  return null;
}
