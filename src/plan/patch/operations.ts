/** What each operation on an existing subtask does (PLAN-9). Changes the given edit. */
import { withFacets } from '../facets.ts';
import { setCriteria, type Edit, type Operation } from './edit.ts';
import { dependenciesOf, facets, find, notePart, notePosition, spotFor, under } from './placing.ts';
import { reworded } from '../reworded.ts';
import { childrenOf, depthFirst, moveNode, removeNode, removeSubtree } from './tree.ts';
import { titleOf } from '../../state/subtask-title.ts';
import type { Subtask } from '../../state/plan.ts';

/** Fields of an operation that are not content of the subtask. */
const ABOUT_PLACE: ReadonlySet<string> = new Set(['op', 'task_id', 'parent_id', 'position']);

export function update(edit: Edit, operation: Operation<'update'>): void {
  const node = changeable(edit, operation.task_id);
  if (!node) return;
  const { id } = node;
  const words = reworded(operation, node);
  if (words.description === '')
    edit.problems.push(`The update leaves "${id}" without a description. Say what is to be done, or delete it.`);
  const dependencies = operation.dependencies ? dependenciesOf(edit, operation.dependencies) : node.dependencies;
  edit.tree.nodes.set(id, sortedAnew({ ...node, ...words, dependencies, ...facets(operation) }, operation));
  if (operation.acceptance_criteria) setCriteria(edit, id, operation.acceptance_criteria);
  const said = saidOf(operation);
  if (said.length > 0) edit.changes.push(`changed ${id} (${said.join(', ')}): ${titleOf(words)}`);
  putInPlace(edit, id, operation);
}

/** The content fields of an update; if there are any, people want the subtask done in this way. */
export function saidOf(operation: Operation<'update'>): readonly string[] {
  return Object.entries(operation).flatMap(([key, value]) =>
    value === undefined || ABOUT_PLACE.has(key) ? [] : [key],
  );
}

/** What was derived from the phase or the files is derived again. */
function sortedAnew(node: Subtask, { phase_name: phase, suggested_impl: hint }: Operation<'update'>): Subtask {
  if (phase === undefined && hint === undefined) return node;
  return withFacets({
    ...node,
    ...(phase === undefined ? {} : { work_type: undefined }),
    ...(hint === undefined ? {} : { domain: undefined }),
  });
}

export function move(edit: Edit, operation: Operation<'move'>): void {
  const node = changeable(edit, operation.task_id);
  if (node) putInPlace(edit, node.id, operation);
}

/** A soft removal: the history keeps what the plan no longer shows. */
export function remove(edit: Edit, { task_id: name, cascade }: Operation<'delete'>): void {
  const node = changeable(edit, name);
  if (!node) return;
  const { id } = node;
  if (cascade) {
    const finished = depthFirst(edit.tree, [id]).filter((one) => edit.doneIds.has(one));
    if (finished.length > 0)
      edit.problems.push(
        `"${id}" cannot be deleted with all that is under it: ${finished.join(', ')} is finished. Leave out cascade, or delete what is not finished.`,
      );
    const [, ...below] = removeSubtree(edit.tree, id);
    forgetAll(edit, [id, ...below]);
    edit.changes.push(`removed ${id}${below.length > 0 ? ` with ${below.join(', ')}` : ''}: ${titleOf(node)}`);
    return;
  }
  const children = childrenOf(edit.tree, id);
  removeNode(edit.tree, id);
  forgetAll(edit, [id]);
  edit.changes.push(
    `removed ${id}${children.length > 0 ? ` (${children.join(', ')} in its place)` : ''}: ${titleOf(node)}`,
  );
}

function putInPlace(edit: Edit, id: string, operation: Operation<'move'> | Operation<'update'>): void {
  const spot = spotFor(edit, id, operation);
  if (!spot) return;
  if (spot.parent !== (edit.tree.parents.get(id) ?? null)) notePart(edit, id, spot.parent);
  moveNode(edit.tree, id, spot);
  notePosition(edit, id, operation);
  edit.reorders = true;
  const neighbours = childrenOf(edit.tree, spot.parent);
  const left = neighbours[spot.index - 1];
  edit.changes.push(`moved ${id}${under(spot.parent)} ${left === undefined ? 'to the beginning' : `behind ${left}`}`);
}

function changeable(edit: Edit, name: string): Subtask | null {
  const id = find(edit, name);
  const node = id === null ? undefined : edit.tree.nodes.get(id);
  if (!node) return null;
  if (!edit.doneIds.has(node.id)) return node;
  edit.problems.push(`"${node.id}" is finished and cannot be changed any more; add a subtask instead.`);
  return null;
}

function forgetAll(edit: Edit, ids: readonly string[]): void {
  const gone = new Set(ids);
  for (const id of ids) edit.removed.add(id);
  for (const node of edit.tree.nodes.values()) {
    if (node.dependencies.some((id) => gone.has(id)))
      edit.tree.nodes.set(node.id, { ...node, dependencies: node.dependencies.filter((id) => !gone.has(id)) });
  }
  edit.criteria = edit.criteria.filter(({ task_id: owner }) => owner === undefined || !gone.has(owner));
}
