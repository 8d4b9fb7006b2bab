/** Criteria without evidence go back to work after the plan was carried out (EXEC-1, EXEC-6). */
import { changesBetween, withUnshown } from '../plan/plan-changes.ts';
import { ownQuestions, reasonInOwnWords } from '../plan/own-words.ts';
import { unshownIn } from '../state/assessment.ts';
import type { Facts } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

/** Verification has led back to work as often as allowed (EXEC-1). */
export function isOutOfLoops({ loops, settings }: Pick<Task, 'loops' | 'settings'>): boolean {
  return loops >= settings.maxLoops;
}

/** Null if there is nothing to do, or if work that was added for this before did not succeed. */
export function workOnUnshown(task: Task): Facts | null {
  const { stage, plan, work, settings } = task;
  const unshown = stage.is === 'verify' ? unshownIn(stage.assessment) : [];
  if (unshown.length === 0 || plan === null || work === null || isOutOfLoops(task)) return null;
  const added = plan.task_decomposition.subtasks.filter((one) => one.from_verification === true).map(({ id }) => id);
  if (work.actions.some(({ taskId, status }) => status !== 'success' && added.includes(taskId))) return null;
  const updated = withUnshown(plan, unshown, ownQuestions(settings.language).toBeShown);
  const ids = unshown.map(({ id }) => id).join(', ');
  const why = reasonInOwnWords(settings.language, ({ notShown }) => notShown(ids));
  const changes = changesBetween(plan, updated);
  return [{ type: 'revision', ...why, source: 'verification', changes, updated_plan: updated }];
}
