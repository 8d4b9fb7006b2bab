/** Finds what an operation names, and puts new subtasks in their place. Changes the given edit. */
import { setCriteria, type Edit, type Operation } from './edit.ts';
import { withFacets } from '../facets.ts';
import { reworded } from '../reworded.ts';
import { titleOf } from '../../state/subtask-title.ts';
import { childrenOf, insertNode, isWithin, type Spot } from './tree.ts';

type Wish = Pick<Operation<'move'>, 'parent_id' | 'position'>;

/** Names that models use for the top of the tree. */
const TOP: ReadonlySet<string> = new Set(['', 'root', 'node-root']);

const ANOTHER = 'Name one of the subtasks, or the temp_id of one that you create.';
const EITHER = 'Do one or the other.';

/** The id for a name; a subtask that is still to be created is created first. */
export function find(edit: Edit, name: string): string | null {
  const id = edit.ids.byTempId.get(name) ?? name;
  if (edit.placing.has(id))
    edit.problems.push(
      `The places of the new subtasks go in a circle at "${name}". Place one of them by a subtask that exists.`,
    );
  else if (edit.pending.has(id)) place(edit, id);
  if (edit.tree.nodes.has(id)) return id;
  if (!edit.placing.has(id))
    edit.problems.push(
      edit.removed.has(id)
        ? `"${name}" is removed by the same patch. ${EITHER}`
        : `There is no subtask "${name}". ${ANOTHER}`,
    );
  return null;
}

export function dependenciesOf(edit: Edit, names: readonly string[]): readonly string[] {
  const ids = names.flatMap((name) => {
    const id = edit.ids.byTempId.get(name) ?? name;
    const known = edit.tree.nodes.has(id) || edit.pending.has(id);
    if (!known)
      edit.problems.push(
        edit.removed.has(id)
          ? `"${name}", named in dependencies, is removed by the same patch. ${EITHER}`
          : `There is no subtask "${name}", named in dependencies. ${ANOTHER}`,
      );
    return known ? [id] : [];
  });
  return [...new Set(ids)];
}

export function place(edit: Edit, id: string): void {
  const wish = edit.pending.get(id);
  if (!wish) return;
  edit.placing.add(id);
  const spot = spotFor(edit, id, wish) ?? { parent: null, index: childrenOf(edit.tree, null).length };
  const dependencies = dependenciesOf(edit, wish.dependencies ?? []);
  edit.placing.delete(id);
  edit.pending.delete(id);
  const words = reworded(wish);
  if (words.description === '')
    edit.problems.push(`The new subtask "${wish.temp_id ?? id}" has neither title nor description. Give it a title.`);
  const node = {
    id,
    ...words,
    dependencies,
    estimated_complexity: 'medium',
    required_tools: [],
    ...facets(wish),
  } as const;
  insertNode(edit.tree, withFacets(node), spot);
  setCriteria(edit, id, wish.acceptance_criteria ?? []);
  if (notePosition(edit, id, wish)) edit.reorders = true;
  notePart(edit, id, spot.parent);
  edit.changes.push(`added ${id}${under(spot.parent)}: ${titleOf(words)}`);
}

/** Whether a position is given; `impossiblePlaces` looks at it when the whole patch is applied. */
export function notePosition({ positioned }: Edit, id: string, { position = {} }: Wish): boolean {
  const { index, before, after } = position;
  if ((index ?? before ?? after) === undefined) return false;
  positioned.add(id);
  return true;
}

export function notePart({ parts }: Edit, id: string, parent: string | null): void {
  if (parent !== null) parts.set(parent, [...(parts.get(parent) ?? []), id]);
}

/** The requested place; null if none is requested (an existing subtask stays, a new one goes last). */
export function spotFor(edit: Edit, id: string, { parent_id: wanted, position = {} }: Wish): Spot | null {
  const { tree } = edit;
  const { index, before, after } = position;
  if ([index, before, after].filter((one) => one !== undefined).length > 1)
    edit.problems.push(`The position of "${id}" says more than one of index, before and after. Give one.`);
  const given = wanted === undefined ? undefined : parentNamed(edit, wanted);
  const name = before ?? after;
  if (name !== undefined) return beside(edit, id, { name, isAfter: before === undefined, given });
  const here = tree.parents.get(id);
  const parent = given === undefined ? (here ?? null) : given;
  const siblings = childrenOf(tree, parent).filter((one) => one !== id);
  if (index === undefined && (given === undefined || given === here)) return null;
  return checked(edit, id, { parent, index: Math.min(index ?? siblings.length, siblings.length) });
}

/** Only the given fields, so that an update leaves the rest unchanged. */
export function facets({
  phase_name,
  milestone,
  wbs_level,
  suggested_impl,
}: Pick<Operation<'update'>, 'phase_name' | 'milestone' | 'wbs_level' | 'suggested_impl'>) {
  return {
    ...(phase_name === undefined ? {} : { phase_name }),
    ...(milestone === undefined ? {} : { milestone }),
    ...(wbs_level === undefined ? {} : { wbs_level }),
    ...(suggested_impl === undefined ? {} : { suggested_impl }),
  };
}

export function under(parent: string | null): string {
  return parent === null ? '' : ` under ${parent}`;
}

function parentNamed(edit: Edit, name: string | null): string | null {
  if (name === null) return null;
  const isTop = TOP.has(name) && !edit.tree.nodes.has(name) && !edit.ids.byTempId.has(name);
  return isTop ? null : find(edit, name);
}

function beside(
  edit: Edit,
  id: string,
  wish: { readonly name: string; readonly isAfter: boolean; readonly given: string | null | undefined },
): Spot | null {
  const neighbour = find(edit, wish.name);
  if (neighbour === null) return null;
  if (neighbour === id) edit.problems.push(`"${id}" cannot stand beside itself. Name another neighbour.`);
  const parent = edit.tree.parents.get(neighbour) ?? null;
  if (wish.given !== undefined && wish.given !== parent)
    edit.problems.push(
      `"${wish.name}" is not directly under the given parent_id. Leave parent_id out, or name a neighbour there.`,
    );
  const siblings = childrenOf(edit.tree, parent).filter((one) => one !== id);
  return checked(edit, id, { parent, index: siblings.indexOf(neighbour) + (wish.isAfter ? 1 : 0) });
}

function checked(edit: Edit, id: string, spot: Spot): Spot | null {
  if (spot.parent === null || !isWithin(edit.tree, spot.parent, id)) return spot;
  edit.problems.push(`"${id}" cannot be moved under itself ("${spot.parent}"). Name another parent_id.`);
  return null;
}
