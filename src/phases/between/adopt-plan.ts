/** A plan that will do becomes the current one: the first leads to a sandbox, a later one back to work. */
import { boxesOf } from '../../plan/boxes.ts';
import { doneSubtasks, reshape } from '../../plan/work.ts';
import { isQuestionOnly } from '../../replan/state.ts';
import { moveTo } from '../../task/transition.ts';
import { beforeWork } from './about-plan.ts';
import { enterVerify, isOver } from './enter-verify.ts';
import { keptOf, NOTHING_PREPARED } from './nothing-prepared.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Carried, Replanning, Task, TaskIn } from '../../task/task.ts';

export function adoptPlan(task: TaskIn<'sequence'>, plan: Plan): Task {
  const { snapshot, carried } = task;
  if (carried === null) {
    return beforeWork({ ...task, replanning: { ...task.replanning, currentSince: task.updatedAt, escalated: false } }, { snapshot, plan });
  }
  const done = carried.keepsDone ? doneSubtasks(carried.work) : new Set<string>();
  const reason = task.replanning.records.findLast((record) => record.executed && !isQuestionOnly(record))?.decision.reasoning ?? '';
  const work = reshape(carried.work, plan, { done, reason });
  const revised = { ...task, replanning: replaced(task.replanning, carried, { at: task.updatedAt, reason }) };
  const preparing = { snapshot, plan, ...NOTHING_PREPARED, earlierWork: work };
  const isSame = carried.environment.name === plan.selected_environment.name;
  if (carried.containerId === null) return moveTo(revised, 'prepare', { ...preparing, ...(isSame ? keptOf(carried) : {}) });
  if (!isSame) return moveTo(revised, 'prepare', { ...preparing, replaces: carried.containerId });
  const executed = { snapshot, plan, environment: carried.environment, containerId: carried.containerId, work };
  return isOver(revised, work) ? enterVerify(revised, executed) : moveTo(revised, 'execute', executed);
}

/** The plan that was current goes into the fold, with its boxes as they stood. */
export function replaced(
  state: Replanning,
  old: Pick<Carried, 'plan' | 'work'>,
  by: { readonly at: number; readonly reason: string },
): Replanning {
  const boxes = boxesOf(old.plan, old.work);
  const version = {
    number: state.versions.length + 1,
    startedAt: state.currentSince ?? by.at,
    boxes,
    replacedBecause: by.reason,
    replacedAt: by.at,
  };
  return {
    ...state,
    versions: [...state.versions, version],
    currentSince: by.at,
    reason: by.reason,
    previous: { done: boxes.filter((box) => box.state === 'done').length, all: boxes.length },
    escalated: false,
    notes: [],
  };
}
