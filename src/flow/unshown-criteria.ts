/** What nothing shows to be met goes back to work when the plan is carried out (EXEC-1, EXEC-6). */
import { changesBetween, withUnshown } from '../plan/plan-changes.ts';
import { ownQuestions } from '../plan/own-words.ts';
import { unshownIn } from '../state/assessment.ts';
import type { Facts } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

/** So often in a task. */
export const MAX_LOOPS = 10;

/** Null where nothing is left to do. Where an action stands as failed, more work cannot make the whole succeed. */
export function workOnUnshown({ stage, plan, work, loops, settings }: Task): Facts | null {
  const unshown = stage.is === 'verify' ? unshownIn(stage.assessment) : [];
  if (unshown.length === 0 || plan === null || work === null || loops >= MAX_LOOPS) return null;
  if (work.actions.some(({ status }) => status !== 'success')) return null;
  const updated = withUnshown(plan, unshown);
  const reason = ownQuestions(settings.language).notShown(unshown.map(({ id }) => id).join(', '));
  const changes = changesBetween(plan, updated);
  return [{ type: 'revision', reason, source: 'verification', changes, updated_plan: updated }];
}
