/** The plan is carried out: do the tests pass, and is the goal reached? */
import { endWith, finished } from '../task/ending.ts';
import { afterDecision } from './after-decision.ts';
import { backToWork } from './back-to-work.ts';
import { rebuild } from './rebuild.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Task, TaskIn } from '../task/task.ts';

export const verify: Phase<'verify'> = { name: 'verify', next, settle };

function next(task: TaskIn<'verify'>): Effect {
  if (task.tests === null && task.plan.test_command !== null) return { kind: 'run_tests', command: task.plan.test_command };
  return { kind: 'ask_decision', point: 'reflection', again: task.replanning.escalated };
}

function settle(task: TaskIn<'verify'>, fact: Fact): Task {
  if (fact.type === 'environment' && fact.name === 'workspace_lost') return rebuild(task, fact.cause);
  if (fact.type === 'replan_decision' && fact.name === 'decided') return afterDecision(task, fact);
  if (fact.type !== 'verification') return backToWork(task, fact);
  const tested = { ...task, tests: fact.command };
  return task.settings.planning.replanning.enabled
    ? tested
    : { ...endWith(tested, finished(task.work, fact.command)), tests: fact.command };
}
