/** Applies a patch to a plan (PLAN-9), completely or not at all. */
import { afterTheirDependencies, needs } from '../action-order.ts';
import { checkDecomposition } from '../check-decomposition.ts';
import { checkChangedTexts } from '../check-texts.ts';
import { toldFaults, type Faults } from '../faults.ts';
import { beginEdit, type Edit, type PatchContext, type PlanPatch } from './edit.ts';
import { impossiblePlaces } from './impossible-places.ts';
import { move, remove, update } from './operations.ts';
import { place } from './placing.ts';
import { depthOf, subtasksOf, treeOf, depthFirst } from './tree.ts';
import type { Plan, Subtask } from '../../state/plan.ts';
import type { WhyRefused } from '../../state/model-facts.ts';

const MAX_OPERATIONS = 500;
/** Nobody reads deeper trees; a plan that is deeper already may stay so. */
export const MAX_DEPTH = 10;

export interface Patched {
  readonly plan: Plan;
  /** Short English sentences for the history. */
  readonly changes: readonly string[];
  /** The final ids of temporary ones. */
  readonly ids: Readonly<Record<string, string>>;
  /** For the model; nothing was changed then. */
  readonly problems: readonly string[];
}

export function applyPatch(plan: Plan, patch: Pick<PlanPatch, 'operations'>, context: PatchContext): Patched {
  if (patch.operations.length === 0) return { plan, changes: [], ids: {}, problems: [] };
  if (patch.operations.length > MAX_OPERATIONS)
    return refused(plan, [
      `There are ${patch.operations.length} operations; at most ${MAX_OPERATIONS} are allowed. Keep to what the comment asks for.`,
    ]);
  const edit = beginEdit(plan, patch, context);
  edit.operations.forEach((operation, index) => {
    switch (operation.op) {
      case 'create':
        return place(edit, edit.ids.byOperation.get(index) ?? '');
      case 'update':
        return update(edit, operation);
      case 'delete':
        return remove(edit, operation);
      case 'move':
        return move(edit, operation);
    }
  });
  const changed = edit.changes.length === 0 ? plan : edited(plan, edit);
  const problems = toldFaults([
    edit.problems,
    impossiblePlaces(edit),
    ...(changed === plan ? [] : faultsOf(changed, plan, context)),
  ]);
  if (problems.length > 0) return refused(plan, problems);
  return { plan: changed, changes: edit.changes, ids: Object.fromEntries(edit.ids.byTempId), problems: [] };
}

function edited(plan: Plan, edit: Edit): Plan {
  const subtasks = subtasksOf(edit.tree);
  const preferred = edit.reorders ? subtasks.map((subtask) => subtask.id) : orderBefore(plan, edit);
  return {
    ...plan,
    task_decomposition: { ...plan.task_decomposition, subtasks },
    acceptance_criteria: edit.criteria,
    action_plan: {
      execution_order: executionOrder(subtasks, { preferred, doneIds: edit.doneIds, parts: edit.parts }),
      actions: plan.action_plan.actions.filter((action) => edit.tree.nodes.has(action.task_id)),
    },
  };
}

/** Only subtasks whose new dependencies demand it come later than before. */
function orderBefore(plan: Plan, { tree }: Edit): readonly string[] {
  const { subtasks } = plan.task_decomposition;
  const ids = new Set([...plan.action_plan.execution_order, ...subtasks.map(({ id }) => id)]);
  return afterTheirDependencies([...ids].flatMap((id) => tree.nodes.get(id) ?? []));
}

function faultsOf(plan: Plan, before: Plan, { maxSubtasks = Infinity }: PatchContext): Faults {
  const { subtasks } = plan.task_decomposition;
  const allowed = Math.max(maxSubtasks, before.task_decomposition.subtasks.length);
  const depth = depthOf(treeOf(subtasks));
  const isTooDeep = depth > MAX_DEPTH && depth > depthOf(treeOf(before.task_decomposition.subtasks));
  return [
    ...checkDecomposition(plan.task_decomposition, allowed),
    ...checkChangedTexts(plan, before),
    subtasks.length === 0
      ? ['The patch leaves no subtask at all. Keep one, or create what is to be done instead.']
      : [],
    isTooDeep
      ? [`The subtasks are nested ${depth} deep; at most ${MAX_DEPTH} are allowed. Put some of them higher up.`]
      : [],
  ];
}

function refused(plan: Plan, problems: readonly string[]): Patched {
  return { plan, changes: [], ids: {}, problems };
}

interface Order {
  readonly preferred: readonly string[];
  readonly doneIds: ReadonlySet<string>;
  /** Subtasks to be done before their parent, unless they depend on it. */
  readonly parts?: ReadonlyMap<string, readonly string[]>;
}

export function executionOrder(
  subtasks: readonly Subtask[],
  { preferred, doneIds, parts = new Map() }: Order,
): readonly string[] {
  const nodes = new Map(subtasks.map((subtask) => [subtask.id, subtask]));
  const all = [...new Set([...preferred, ...nodes.keys()])].filter((id) => nodes.has(id));
  const order = new Set<string>();
  const entered = new Set<string>();
  const visit = (id: string): void => {
    if (entered.has(id)) return;
    entered.add(id);
    for (const before of all) if (nodes.get(id)?.dependencies.includes(before)) visit(before);
    const own = doneIds.has(id) ? [] : (parts.get(id) ?? []);
    for (const part of own) if (nodes.has(part) && !needs(nodes, part, id)) visit(part);
    order.add(id);
  };
  for (const id of all) if (doneIds.has(id)) visit(id);
  for (const id of all) visit(id);
  return [...order];
}

/** Why a change that people asked for could not be made, in terms they know from the checklist. */

const MAX_NAMES = 5;

/** Of several reasons, the one that best helps people to ask differently. */
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
