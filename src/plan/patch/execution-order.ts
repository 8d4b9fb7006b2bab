/** The order of work: as preferred, finished subtasks first, none before one that it depends on. */
import type { Subtask } from '../../state/plan.ts';

export function executionOrder(
  subtasks: readonly Subtask[],
  preferred: readonly string[],
  doneIds: ReadonlySet<string>,
): readonly string[] {
  const nodes = new Map(subtasks.map((subtask) => [subtask.id, subtask]));
  const all = [...new Set([...preferred, ...nodes.keys()])].filter((id) => nodes.has(id));
  const order = new Set<string>();
  const entered = new Set<string>();
  const visit = (id: string): void => {
    if (entered.has(id)) return;
    entered.add(id);
    for (const before of all) if (nodes.get(id)?.dependencies.includes(before)) visit(before);
    order.add(id);
  };
  for (const id of all) if (doneIds.has(id)) visit(id);
  for (const id of all) visit(id);
  return [...order];
}
