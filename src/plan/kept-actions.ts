/** What of the work stays as it ended when a comment changes the plan (PLAN-5, PLAN-9). Pure. */
import type { ActionState } from '../task/work-state.ts';

export interface Split {
  /** Over and still part of the plan, in the order in which it was done. */
  readonly kept: readonly ActionState[];
  readonly ahead: readonly ActionState[];
}

/**
 * An action that is over stays so while the new plan holds the same one for the same subtask: nothing is done twice.
 * Of the subtasks in `again`, which the comment was about, what did not succeed is tried again.
 */
export function splitActions(
  before: readonly ActionState[],
  after: readonly ActionState[],
  { done, again }: { readonly done: ReadonlySet<string>; readonly again: ReadonlySet<string> },
): Split {
  const candidates = new Map<string, ActionState[]>();
  for (const action of before) {
    if (done.has(action.taskId) || !staysOver(action, again)) continue;
    const key = contentsOf(action);
    candidates.set(key, [...(candidates.get(key) ?? []), action]);
  }
  const kept = new Set(before.filter((action) => done.has(action.taskId)));
  const ahead = after.filter((action) => {
    if (done.has(action.taskId)) return false;
    const same = candidates.get(contentsOf(action))?.shift();
    if (same === undefined) return true;
    kept.add(same);
    return false;
  });
  return { kept: before.filter((action) => kept.has(action)), ahead };
}

function staysOver({ status, taskId }: ActionState, again: ReadonlySet<string>): boolean {
  return status === 'success' || ((status === 'failure' || status === 'partial') && !again.has(taskId));
}

function contentsOf({ taskId, description, planned }: ActionState): string {
  return JSON.stringify([taskId, description, planned]);
}
