/** The plan is carried out: to the tests, and to the judgement of the whole. */
import { moveTo } from '../../task/transition.ts';
import { isFinished } from '../../plan/work.ts';
import { changeToTell } from '../../task/refused-changes.ts';
import { asideToPost } from '../../questions/aside.ts';
import { conclude } from './conclude.ts';
import type { Executed, Task, TaskCommon, TaskIn } from '../../task/task.ts';
import type { Work } from '../../task/work-state.ts';

/** What people said so far has been weighed. */
export function isHeard({ comments }: Pick<TaskCommon, 'comments'>, { commentsWeighed }: Work): boolean {
  return comments.length <= commentsWeighed;
}

/** Nothing is left to do, what people said meanwhile has been weighed, and what they were to be asked or told has been. */
export function isOver(task: Pick<TaskCommon, 'comments' | 'questions' | 'refusedChanges'>, work: Work): boolean {
  return isFinished(work) && isHeard(task, work) && asideToPost(task) === null && changeToTell(task) === null;
}

export function enterVerify(task: Exclude<Task, { readonly phase: 'ended' | 'report' }>, done: Executed): Task {
  const { snapshot, plan, environment, containerId, work } = done;
  const tests = done.passed?.toolCount === work.toolCount ? done.passed.tests : null;
  const verifying = moveTo(task, 'verify', { snapshot, plan, environment, containerId, work, tests });
  const nothingToDo = (plan.test_command === null || tests !== null) && !task.settings.planning.replanning.enabled;
  return nothingToDo ? conclude(verifying) : verifying;
}

/** Not where they failed: what people said may be about that, and the same tests may pass the next time. */
export function passedBefore(task: TaskIn<'verify'> | TaskIn<'report'>, { toolCount }: Work): Pick<Executed, 'passed'> {
  const { tests } = task;
  return tests?.exit_code === 0 ? { passed: { tests, toolCount } } : {};
}
