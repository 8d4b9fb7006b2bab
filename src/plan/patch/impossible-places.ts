/** Places that a patch gives to subtasks, but at which they cannot be worked on: dependencies decide first (PLAN-9). */
import { allNeededBy } from '../action-order.ts';
import { childrenOf, type Tree } from './tree.ts';
import type { Edit } from './edit.ts';

/** Looked at when all operations are applied, since a later one may change the dependencies. For the model. */
export function impossiblePlaces({ tree, positioned, doneIds }: Edit): readonly string[] {
  const known = new Map<string, ReadonlySet<string>>();
  const needsOf = (id: string): ReadonlySet<string> => {
    const needed = known.get(id) ?? allNeededBy(tree.nodes, id);
    known.set(id, needed);
    return needed;
  };
  return [...positioned].flatMap((id) => {
    if (!tree.nodes.has(id)) return [];
    const parent = tree.parents.get(id) ?? null;
    const siblings = childrenOf(tree, parent);
    const at = siblings.indexOf(id);
    const comesLater = (one: string) => siblings.indexOf(ancestorUnder(tree, one, parent) ?? '') > at;
    const needed = [...needsOf(id)].find((one) => !doneIds.has(one) && comesLater(one));
    const needing = siblings.slice(0, at).find((one) => !doneIds.has(one) && needsOf(one).has(id));
    return [
      ...(needed === undefined ? [] : [`"${id}" cannot come before "${needed}": ${told(id, needed)}`]),
      ...(needing === undefined ? [] : [`"${id}" cannot come behind "${needing}": ${told(needing, id)}`]),
    ];
  });
}

/** The subtask itself, or the one that it is below, among the children of `parent`. */
function ancestorUnder(tree: Tree, id: string, parent: string | null): string | null {
  for (let at: string | null = id; at !== null; at = tree.parents.get(at) ?? null)
    if ((tree.parents.get(at) ?? null) === parent) return at;
  return null;
}

function told(id: string, needed: string): string {
  return `"${id}" depends on "${needed}", directly or through others. Change the dependencies too, or choose another place.`;
}
