/** Why a change that people asked for could not be made, in terms that they know: the boxes of the checklist. */
import { depthFirst, treeOf } from './tree.ts';
import type { PlanPatch } from './plan-patch.ts';
import type { Plan } from '../../state/plan.ts';
import type { PatchContext } from './edit.ts';
import type { WhyRefused } from '../../state/model-facts.ts';

const MAX_NAMES = 5;

/** Of several reasons the one that helps people most to ask otherwise. */
export function whyRefused(
  plan: Plan,
  { operations }: Pick<PlanPatch, 'operations'>,
  context: PatchContext,
): WhyRefused {
  const { subtasks } = plan.task_decomposition;
  const tree = treeOf(subtasks);
  const known = new Set([
    ...subtasks.map(({ id }) => id),
    ...operations.flatMap((one) => (one.op === 'create' && one.temp_id ? [one.temp_id] : [])),
  ]);
  const touched = operations.flatMap((one) => (one.op === 'create' ? [] : [one.task_id]));
  const removed = operations.flatMap((one) => {
    if (one.op !== 'delete') return [];
    return one.cascade && tree.nodes.has(one.task_id) ? depthFirst(tree, [one.task_id]) : [one.task_id];
  });
  const finished = named([...touched, ...removed].filter((id) => context.doneIds.has(id)));
  if (finished.length > 0) return { why: 'finished', subtasks: finished };
  const unknown = named([...touched, ...operations.flatMap(neighbours)].filter((id) => !known.has(id)));
  if (unknown.length > 0) return { why: 'unknown', subtasks: unknown };
  const most = Math.max(context.maxSubtasks ?? Number.POSITIVE_INFINITY, subtasks.length);
  const created = operations.filter((one) => one.op === 'create').length;
  const left = subtasks.length + created - new Set(removed).size;
  if (left > most) return { why: 'too_many', most };
  return { why: left <= 0 ? 'nothing_left' : 'inconsistent' };
}

function neighbours(operation: PlanPatch['operations'][number]): readonly string[] {
  const { before, after } = ('position' in operation ? operation.position : undefined) ?? {};
  const dependencies = 'dependencies' in operation ? (operation.dependencies ?? []) : [];
  return [...dependencies, before, after].flatMap((name) => name ?? []);
}

function named(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)].slice(0, MAX_NAMES);
}
