/** The plan is carried out: to the tests, and to the judgement of the whole. */
import { endWith, finished } from '../task/ending.ts';
import { moveTo } from '../task/transition.ts';
import type { Executed, Task } from '../task/task.ts';

export function enterVerify(task: Exclude<Task, { readonly phase: 'ended' | 'report' }>, done: Executed): Task {
  const { snapshot, plan, environment, containerId, work } = done;
  const verifying = moveTo(task, 'verify', { snapshot, plan, environment, containerId, work, tests: null });
  const nothingToDo = plan.test_command === null && !task.settings.planning.replanning.enabled;
  return nothingToDo ? endWith(verifying, finished(work, null)) : verifying;
}
