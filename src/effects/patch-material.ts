/** What the model is shown when a comment may change the plan. Pure. */
import { patchView } from '../plan/patch/patch-view.ts';
import { subtaskStates } from '../plan/subtask-state.ts';
import type { PatchView } from '../context/patch-messages.ts';
import type { TaskCommon, TaskIn } from '../state/task.ts';
import type { CommentSeen } from '../state/work.ts';

/** A plan with what is done of it. */
export type PlanInHand = TaskCommon & Pick<TaskIn<'execute'>, 'plan' | 'work'>;

export function patchMaterial(task: PlanInHand, comment: CommentSeen): PatchView {
  const others = task.comments.filter((one) => one !== comment);
  const { subtasks, tree, messages } = patchView(task.plan, subtaskStates(task.plan, task.work.actions, 'working'), others);
  return {
    taskId: task.id,
    comment,
    messages,
    subtasksView: subtasks,
    treeView: tree,
    maxSubtasks: task.settings.maxSubtasks,
    notes: task.replanning.notes,
    goal: task.plan.goal_understanding,
  };
}
