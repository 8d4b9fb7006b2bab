/**
 * The order in which a plan's actions are done, and which actions keep their result when the plan changes (PLAN-5,
 * PLAN-9).
 */
import { plannedAt } from '../state/lay-out.ts';
import { wholeText } from '../state/subtask-title.ts';
import type { PlannedPlace, WorkLayout } from '../state/decided-facts.ts';
import type { ActionPlan, Plan, PlannedAction, Subtask } from '../state/plan.ts';
import type { Work, ActionState } from '../state/work.ts';

type Planned = Pick<Plan, 'action_plan' | 'task_decomposition'>;
type Ordered = Pick<Subtask, 'id' | 'dependencies'>;
/** What the order depends on. */
interface Order {
  readonly action_plan: {
    readonly execution_order: readonly string[];
    readonly actions: readonly Pick<PlannedAction, 'task_id'>[];
  };
  readonly task_decomposition: { readonly subtasks: readonly Ordered[] };
}

/**
 * Subtasks in `execution_order`; those it leaves out follow as their dependencies allow. A subtask without an action
 * gets one that covers it.
 */
export function orderedPlaces(plan: Order): readonly PlannedPlace[] {
  const { subtasks } = plan.task_decomposition;
  const named = plan.action_plan.execution_order;
  const order = [...named, ...afterTheirDependencies(subtasks.filter((subtask) => !named.includes(subtask.id)))];
  return order.flatMap((id): readonly PlannedPlace[] => {
    const own = plan.action_plan.actions.flatMap((action, at) => (action.task_id === id ? [at] : []));
    return own.length > 0 || !subtasks.some((one) => one.id === id) ? own : [id];
  });
}

const RANKS = { high: 0, normal: 1, low: 2 } as const;

/**
 * For a new plan: of the subtasks whose dependencies are done the highest priority goes first (PLAN-10), otherwise the
 * listed order stays. A later move by people is not overridden.
 */
export function inPriorityOrder(
  listed: readonly string[],
  subtasks: readonly Pick<Subtask, 'id' | 'dependencies' | 'priority'>[],
): readonly string[] {
  const known = new Map(subtasks.map((subtask) => [subtask.id, subtask]));
  const ahead = new Set(listed);
  const order: string[] = [];
  for (const _ of listed) {
    const isReady = (id: string) => !(known.get(id)?.dependencies ?? []).some((one) => ahead.has(one));
    const rank = (id: string) => RANKS[known.get(id)?.priority ?? 'normal'];
    const [next] = [...ahead].filter(isReady).toSorted((one, other) => rank(one) - rank(other));
    if (next === undefined) break;
    ahead.delete(next);
    order.push(next);
  }
  return order;
}

export function orderedActions(plan: Planned): readonly PlannedAction[] {
  return orderedPlaces(plan).map((place) => plannedAt(plan, place));
}

export function afterTheirDependencies(subtasks: readonly Ordered[]): readonly string[] {
  const waiting = new Map(subtasks.map((subtask) => [subtask.id, subtask]));
  const order: string[] = [];
  while (waiting.size > 0) {
    const open = [...waiting.values()];
    const next = open.find((subtask) => !subtask.dependencies.some((id) => waiting.has(id))) ?? open[0];
    if (!next) break;
    waiting.delete(next.id);
    order.push(next.id);
  }
  return order;
}

type Dependent = ReadonlyMap<string, Pick<Subtask, 'dependencies'>>;

/** Directly or indirectly; a subtask counts as needing itself. */
export function needs(subtasks: Dependent, id: string, needed: string): boolean {
  return allNeededBy(subtasks, id).has(needed);
}

export function allNeededBy(subtasks: Dependent, id: string): ReadonlySet<string> {
  const seen = new Set([id]);
  for (const one of seen) for (const before of subtasks.get(one)?.dependencies ?? []) seen.add(before);
  return seen;
}

/**
 * Includes the actions of finished subtasks that a later plan leaves out, so that the plan contains all of the work and
 * can be repeated (PLAN-10).
 */
export function withFinished(
  plan: ActionPlan,
  { actions }: Pick<Work, 'actions'>,
  { subtasks, done }: { readonly subtasks: readonly Pick<Subtask, 'id'>[]; readonly done: ReadonlySet<string> },
): ActionPlan {
  const isLeftOut = (id: string) => done.has(id) && !plan.actions.some(({ task_id }) => task_id === id);
  const left = actions.filter(({ taskId }) => isLeftOut(taskId) && subtasks.some(({ id }) => id === taskId));
  const order = new Set([...left.map(({ taskId }) => taskId), ...plan.execution_order]);
  return { execution_order: [...order], actions: [...left.map(({ planned }) => planned), ...plan.actions] };
}

/** A plan of which nothing is done yet. */
export function laidOut(plan: Plan): WorkLayout {
  return { kept: [], ahead: orderedPlaces(plan), saved: 0 };
}

interface Keeping {
  /** Subtasks that keep their result, whatever the plan says about them. */
  readonly done: ReadonlySet<string>;
  /** If given, every other finished action keeps its result too, except failed ones of these subtasks. */
  readonly again?: ReadonlySet<string>;
}

/** Kept actions come first, all others are ahead. */
export function layoutKeeping(work: Work, plan: Plan, { done, again }: Keeping): WorkLayout {
  const places = orderedPlaces(plan).map((place) => ({ place, taskId: plannedAt(plan, place).task_id }));
  if (again !== undefined) return sameKept(work, plan, { done, again });
  const kept = work.actions.flatMap(({ taskId }, at) => (done.has(taskId) ? [at] : []));
  const ahead = places.filter(({ taskId }) => !done.has(taskId)).map(({ place }) => place);
  return { kept, ahead, saved: savedOf(work, kept) };
}

/** Kept actions stay in the order in which they were done, saved ones first. */
function savedOf({ checkpoint }: Work, kept: readonly number[]): number {
  return kept.filter((at) => at < checkpoint.action).length;
}

/** Failed subtasks that the work has gone past; their result was accepted. */
export function leftBehind({ actions, current }: Pick<Work, 'actions' | 'current'>): readonly string[] {
  const ahead = new Set(actions.slice(current).map((action) => action.taskId));
  const past = actions.slice(0, current).filter((action) => action.status !== 'success' && !ahead.has(action.taskId));
  return [...new Set(past.map((action) => action.taskId))];
}

/** Of these, the ones that a later plan also leaves alone, having no action for them (REPLAN-3). */
export function stillLeft(leftBehind: readonly string[], { actions }: Order['action_plan']): readonly string[] {
  return leftBehind.filter((id) => !actions.some((action) => action.task_id === id));
}

/**
 * A finished action keeps its result if the new plan has the same one for the same subtask, so nothing is done twice.
 * Failed actions of subtasks in `again`, which the comment was about, are repeated.
 */
function sameKept(work: Work, plan: Plan, { done, again }: Required<Keeping>): WorkLayout {
  const candidates = new Map<string, number[]>();
  for (const [at, action] of work.actions.entries()) {
    if (done.has(action.taskId) || !staysOver(action, again)) continue;
    const key = contentsOf(action);
    candidates.set(key, [...(candidates.get(key) ?? []), at]);
  }
  const keeps = new Set(work.actions.flatMap((action, at) => (done.has(action.taskId) ? [at] : [])));
  const ahead = orderedPlaces(plan).filter((place) => {
    const planned = actionOf(plan, place);
    if (done.has(planned.taskId)) return false;
    const same = candidates.get(contentsOf(planned))?.shift();
    if (same === undefined) return true;
    keeps.add(same);
    return false;
  });
  const kept = [...work.actions.keys()].filter((at) => keeps.has(at));
  return { kept, ahead, saved: savedOf(work, kept) };
}

function staysOver({ status, taskId }: ActionState, again: ReadonlySet<string>): boolean {
  return status === 'success' || ((status === 'failure' || status === 'partial') && !again.has(taskId));
}

function actionOf(plan: Plan, place: PlannedPlace): Pick<ActionState, 'taskId' | 'description' | 'planned'> {
  const planned = plannedAt(plan, place);
  const subtask = plan.task_decomposition.subtasks.find(({ id }) => id === planned.task_id);
  return { taskId: planned.task_id, description: subtask === undefined ? '' : wholeText(subtask), planned };
}

function contentsOf({ taskId, description, planned }: Pick<ActionState, 'taskId' | 'description' | 'planned'>): string {
  return JSON.stringify([taskId, description, planned]);
}
