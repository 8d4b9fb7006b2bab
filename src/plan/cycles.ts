/** Circles among subtasks. Without a deep stack, in proportion to the size of the graph. */
import type { Subtask } from '../state/plan.ts';

/** Ids along one cycle, the first repeated at the end; of a long one the beginning and the end. */
export interface Cycle {
  readonly ids: readonly string[];
  /** Left out in the middle. */
  readonly hidden: number;
}

const MAX_SHOWN = 20;

/** Enough of them that without the last step of each there is no cycle any more; none for a graph without cycles. */
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
