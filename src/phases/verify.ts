/** The plan is done: do the tests pass? */
import { endWith, finished } from '../task/ending.ts';
import { rebuild } from './rebuild.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Task, TaskIn } from '../task/task.ts';

export const verify: Phase<'verify'> = { name: 'verify', next, settle };

function next(task: TaskIn<'verify'>): Effect {
  return { kind: 'run_tests', command: task.plan.test_command ?? '' };
}

function settle(task: TaskIn<'verify'>, fact: Fact): Task {
  if (fact.type === 'environment' && fact.name === 'workspace_lost') return rebuild(task);
  if (fact.type === 'verification') return { ...endWith(task, finished(task.work, fact.command)), tests: fact.command };
  return task;
}
