/**
 * The subtasks of a plan as a tree by `parent_id`. A patch edits its own tree in place. The tree is always consistent:
 * an unknown parent, or one that would form a cycle, is ignored.
 */
import type { Subtask } from '../../state/plan.ts';

export interface Tree {
  readonly nodes: Map<string, Subtask>;
  readonly parents: Map<string, string | null>;
  /** By parent; `null` is the top. */
  readonly children: Map<string | null, readonly string[]>;
}

export interface Spot {
  readonly parent: string | null;
  /** Among the children of the parent, without the moved one. */
  readonly index: number;
}

export function treeOf(subtasks: readonly Subtask[]): Tree {
  const tree: Tree = {
    nodes: new Map(subtasks.map((subtask) => [subtask.id, subtask])),
    parents: new Map(),
    children: new Map(),
  };
  for (const { id, parent_id: wanted } of subtasks) {
    const parent = wanted !== undefined && tree.nodes.has(wanted) && !isWithin(tree, wanted, id) ? wanted : null;
    tree.parents.set(id, parent);
    tree.children.set(parent, [...childrenOf(tree, parent), id]);
  }
  return tree;
}

export function childrenOf(tree: Tree, parent: string | null): readonly string[] {
  return tree.children.get(parent) ?? [];
}

/** Whether `id` is `top` or below it. */
export function isWithin(tree: Tree, id: string, top: string): boolean {
  for (let at: string | null = id; at !== null; at = tree.parents.get(at) ?? null) if (at === top) return true;
  return false;
}

export function insertNode(tree: Tree, node: Subtask, spot: Spot): void {
  tree.nodes.set(node.id, node);
  attach(tree, node.id, spot);
}

export function moveNode(tree: Tree, id: string, spot: Spot): void {
  detach(tree, id);
  attach(tree, id, spot);
}

/** The children take the place of the removed node, in their order. */
export function removeNode(tree: Tree, id: string): void {
  const orphans = childrenOf(tree, id);
  const parent = detach(tree, id, orphans);
  for (const orphan of orphans) tree.parents.set(orphan, parent);
  forget(tree, id);
}

/** Removes the node and everything below it; returns what was removed. */
export function removeSubtree(tree: Tree, id: string): readonly string[] {
  const removed = depthFirst(tree, [id]);
  detach(tree, id);
  for (const one of removed) forget(tree, one);
  return removed;
}

export function depthFirst(tree: Tree, from: readonly string[] = childrenOf(tree, null)): readonly string[] {
  const order: string[] = [];
  const stack = from.toReversed();
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    order.push(id);
    stack.push(...childrenOf(tree, id).toReversed());
  }
  return order;
}

export function breadthFirst(tree: Tree): readonly string[] {
  const order: string[] = [...childrenOf(tree, null)];
  for (let at = 0; at < order.length; at += 1) order.push(...childrenOf(tree, order[at] ?? null));
  return order;
}

/** The subtasks depth first, each with its parent in the tree. */
export function subtasksOf(tree: Tree): readonly Subtask[] {
  return depthFirst(tree).flatMap((id) => {
    const node = tree.nodes.get(id);
    return node ? [withParent(node, tree.parents.get(id) ?? undefined)] : [];
  });
}

/** 1 for a plan without a tree. */
export function depthOf(tree: Tree): number {
  const depths = new Map<string, number>();
  for (const id of depthFirst(tree)) depths.set(id, 1 + (depths.get(tree.parents.get(id) ?? '') ?? 0));
  return Math.max(0, ...depths.values());
}

function withParent(node: Subtask, parent: string | undefined): Subtask {
  if (node.parent_id === parent) return node;
  const { parent_id: _, ...rest } = node;
  return parent === undefined ? rest : { ...rest, parent_id: parent };
}

function attach(tree: Tree, id: string, { parent, index }: Spot): void {
  tree.parents.set(id, parent);
  tree.children.set(parent, childrenOf(tree, parent).toSpliced(index, 0, id));
}

/** Removes the node from its parent, which is returned, and puts others in its place. */
function detach(tree: Tree, id: string, instead: readonly string[] = []): string | null {
  const parent = tree.parents.get(id) ?? null;
  tree.children.set(
    parent,
    childrenOf(tree, parent).flatMap((one) => (one === id ? instead : [one])),
  );
  return parent;
}

function forget(tree: Tree, id: string): void {
  tree.nodes.delete(id);
  tree.parents.delete(id);
  tree.children.delete(id);
}
