/** What the model is shown when a comment may change the plan. */
import { notesTold } from '../state/select.ts';
import { patchView } from '../plan/patch/patch-view.ts';
import { subtaskStates } from '../plan/subtask-state.ts';
import type { PatchView } from '../model-calls/patch-messages.ts';
import type { At } from '../state/task.ts';
import type { CommentSeen } from '../state/conversation.ts';

export function patchMaterial(task: At<'work'>, comment: CommentSeen): PatchView {
  const others = task.comments.filter((one) => one !== comment);
  const { subtasks, tree, messages } = patchView(
    task.plan,
    subtaskStates(task.plan, task.work.actions, 'working'),
    others,
  );
  return {
    taskId: task.id,
    comment,
    messages,
    subtasksView: subtasks,
    treeView: tree,
    maxSubtasks: task.settings.maxSubtasks,
    notes: notesTold(task),
    goal: task.plan.goal_understanding,
  };
}
