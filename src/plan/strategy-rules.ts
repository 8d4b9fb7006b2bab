/** What a strategy requires of a decomposition, and how it changes one (PLAN-3). */
import { afterTheirDependencies, needs } from './action-order.ts';
import { listed, type Faults } from './faults.ts';
import type { Subtask, TaskDecomposition } from '../state/plan.ts';

type Strategy = 'chain_of_thought' | 'hierarchical' | 'simple';
type Placed = Pick<Subtask, 'id' | 'parent_id'>;

/** Large parts, their steps, and the steps of those. */
const MAX_LEVELS = 3;
/** Up to this many subtasks need no tree. */
const FEW = 3;

/** `mayBeFlat`: no decomposition was valid, and a plain list was asked for. */
export function checkStrategy(
  subtasks: readonly Placed[],
  { strategy, mayBeFlat }: { readonly strategy: Strategy; readonly mayBeFlat: boolean },
): Faults {
  if (strategy === 'simple') return [];
  const parents = new Map(subtasks.map(({ id, parent_id: parent = '' }) => [id, parent]));
  const deep = subtasks.filter(({ id }) => isDeeper(parents, id)).map(({ id }) => id);
  const isFlat = [...parents.values()].every((parent) => parent === '');
  return [
    deep.length === 0
      ? []
      : [
          `${listed(deep)}: more than ${MAX_LEVELS} levels by parent_id. Put what is below the third into the description of its parent, or higher up.`,
        ],
    strategy === 'hierarchical' && isFlat && subtasks.length > FEW && !mayBeFlat
      ? ['The subtasks form no tree. Name in parent_id which large part each step belongs to.']
      : [],
  ];
}

/** A cycle of parents is reported separately. */
function isDeeper(parents: ReadonlyMap<string, string>, id: string): boolean {
  const chain = new Set<string>();
  for (let at = id; parents.has(at); at = parents.get(at) ?? '') {
    if (chain.has(at)) return false;
    chain.add(at);
  }
  return chain.size > MAX_LEVELS;
}

export function byStrategy(division: TaskDecomposition, strategy: Strategy): TaskDecomposition {
  switch (strategy) {
    case 'chain_of_thought':
      return division;
    case 'simple':
      return { reasoning: '', subtasks: asList(division.subtasks) };
    case 'hierarchical':
      return { ...division, subtasks: afterTheirParts(division.subtasks) };
  }
}

/** An order only; subtasks with stated dependencies stay in the right order. */
function asList(subtasks: readonly Subtask[]): readonly Subtask[] {
  const byId = new Map(subtasks.map((subtask) => [subtask.id, subtask]));
  return afterTheirDependencies(subtasks).flatMap((id): readonly Subtask[] => {
    const { parent_id: _, ...subtask } = byId.get(id) ?? {};
    return 'id' in subtask ? [{ ...subtask, dependencies: [] }] : [];
  });
}

/** A parent is done after its parts, except parts that depend on it. */
function afterTheirParts(subtasks: readonly Subtask[]): readonly Subtask[] {
  const whole = new Map(subtasks.map((subtask) => [subtask.id, subtask]));
  for (const { id, parent_id: name = '' } of subtasks) {
    const parent = whole.get(name);
    if (parent === undefined || parent.dependencies.includes(id) || needs(whole, id, name)) continue;
    whole.set(name, { ...parent, dependencies: [...parent.dependencies, id] });
  }
  return [...whole.values()];
}
