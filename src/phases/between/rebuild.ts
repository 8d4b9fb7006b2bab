/** A lost workspace: back to preparing one, with the work cut back to its last checkpoint (EXEC-5). */
import { resumeWork } from '../../plan/work.ts';
import { endWith } from '../../task/ending.ts';
import { moveTo } from '../../task/transition.ts';
import { NOTHING_PREPARED } from './nothing-prepared.ts';
import type { Task, TaskIn } from '../../task/task.ts';

/** A workspace lost more often than this is not rebuilt again. */
export const MAX_WORKSPACE_LOSSES = 3;

/** `cause`, as far as it is known, is for the model and for people. */
export function rebuild(task: TaskIn<'prepare'> | TaskIn<'execute'> | TaskIn<'verify'>, cause?: string): Task {
  if (task.workspaceLosses > MAX_WORKSPACE_LOSSES) {
    return endWith(task, {
      status: 'failed',
      reason: 'sandbox_lost',
      detail: `${task.workspaceLosses}`,
      list: cause === undefined ? [] : [cause],
    });
  }
  if (task.phase === 'prepare') return { ...task, ...NOTHING_PREPARED };
  const { snapshot, plan, work } = task;
  return moveTo(task, 'prepare', { snapshot, plan, ...NOTHING_PREPARED, earlierWork: resumeWork(work, cause) });
}
