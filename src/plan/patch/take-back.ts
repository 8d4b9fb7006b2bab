/**
 * A subtask that a comment removes while it is being worked on leaves unfinished files behind: the plan then begins
 * with a subtask that reverts them, visible to people like any other (PLAN-9).
 */
import { ownQuestions } from '../own-words.ts';
import { titleOf } from '../../state/subtask-title.ts';
import { isUnsaved } from '../../state/work-moves.ts';
import type { Plan, Subtask } from '../../state/plan.ts';
import type { Work } from '../../state/work.ts';

const PREFIX = 'undo_';

/** The patched plan, with that subtask if it is needed. */
export function withTakingBack(
  patched: Plan,
  { work, before, language }: { readonly work: Work; readonly before: Plan; readonly language: 'en' | 'ja' },
): { readonly plan: Plan; readonly added: readonly string[] } {
  const inHand = work.actions[work.current];
  const inPlan = (plan: Plan) => plan.task_decomposition.subtasks.find(({ id }) => id === inHand?.taskId);
  const removed = inPlan(before);
  const isBegun = inHand?.status === 'running' && isUnsaved(work);
  // Removing the reverting subtask itself means that the files should stay.
  if (!isBegun || removed === undefined || inPlan(patched) || inHand.taskId.startsWith(PREFIX))
    return { plan: patched, added: [] };
  const { taskId } = inHand;
  const subtask: Subtask = {
    id: `${PREFIX}${taskId}`,
    description: ownQuestions(language).takeBack(taskId, titleOf(removed)),
    dependencies: [],
    estimated_complexity: 'low',
    required_tools: [],
  };
  const { task_decomposition: division, action_plan: actions } = patched;
  const place = before.task_decomposition.subtasks.findIndex(({ id }) => id === taskId);
  return {
    plan: {
      ...patched,
      task_decomposition: { ...division, subtasks: division.subtasks.toSpliced(place, 0, subtask) },
      action_plan: {
        execution_order: [subtask.id, ...actions.execution_order],
        actions: [...actions.actions, actionFor(subtask.id, taskId)],
      },
    },
    added: [`added ${subtask.id}: ${subtask.description}`],
  };
}

function actionFor(id: string, removed: string): Plan['action_plan']['actions'][number] {
  return {
    task_id: id,
    action_type: 'tool_call',
    tool: 'run_command',
    purpose: `People took "${removed}" out of the plan while you were working on it. Take back what you have changed for it: \`git status\` and \`git diff\` show what was changed since the last finished subtask. Keep what another subtask of the plan needs, and name it.`,
    expected_outcome: `Nothing is left in the files that was changed for "${removed}" alone.`,
    fallback_strategy: 'Say in `issues_identified` what stays and why.',
  };
}
