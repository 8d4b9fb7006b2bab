/** The environment: container, clone, set-up commands, checks. A failed set-up is told, and the work goes on (ENV-4). */
import { beginWork, resumeWork } from '../plan/work.ts';
import { endWith } from '../task/ending.ts';
import { moveTo } from '../task/transition.ts';
import { enterVerify, isOver } from './between/enter-verify.ts';
import { rebuild } from './between/rebuild.ts';
import type { Effect } from '../task/effect.ts';
import type { CommandRecord, Fact } from '../task/fact.ts';
import type { EnvironmentReport, Phase, Task, TaskIn } from '../task/task.ts';

export const prepare: Phase<'prepare'> = { name: 'prepare', next, settle };

const MAX_CLONES = 3;
/** For the model and for people, as the cause of any other loss. */
const SAVED_ELSEWHERE = 'The task goes on on another machine; what was saved on the one before and not pushed is not here.';

function next(task: TaskIn<'prepare'>): Effect {
  const { selected_environment: environment } = task.plan;
  if (task.replaces !== undefined) return { kind: 'release_sandbox' };
  if (task.containerId === null) return { kind: 'start_sandbox', environment: environment.name };
  if (!task.cloned) return { kind: 'clone' };
  if (task.setup.some(failed)) return { kind: 'settle_workspace' };
  const command = environment.setup_commands[task.setup.length];
  if (command !== undefined) return { kind: 'run_setup', command, index: task.setup.length };
  const check = environment.verification[task.checks.length];
  if (check) return { kind: 'run_environment_check', command: check.command, expected: check.expected_output, index: task.checks.length };
  return { kind: 'settle_workspace' };
}

function settle(task: TaskIn<'prepare'>, fact: Fact): Task {
  if (fact.type !== 'environment') return task;
  switch (fact.name) {
    case 'container':
      return { ...task, containerId: fact.container_id, image: fact.image };
    case 'resumed':
      return goOn(task, fact.container_id);
    case 'sandbox_released':
      return withoutReplaced(task);
    case 'cloned':
      return cloned(task, fact.command);
    case 'setup':
      return { ...task, setup: [...task.setup, fact.command] };
    case 'check':
      return { ...task, checks: [...task.checks, { command: fact.command, expected: fact.expected, passed: fact.passed }] };
    case 'workspace_lost':
      return task.replaces === undefined
        ? rebuild(task, fact.cause)
        : rebuild({ ...withoutReplaced(task), earlierWork: task.earlierWork && resumeWork(task.earlierWork, fact.cause) }, fact.cause);
    case 'saved_work_lost':
      return { ...task, wentBack: true, earlierWork: task.earlierWork && resumeWork(task.earlierWork, SAVED_ELSEWHERE) };
    case 'settled':
      return begin(task);
    default:
      return task;
  }
}

function cloned(task: TaskIn<'prepare'>, command: CommandRecord): Task {
  if (!failed(command)) return { ...task, cloned: true };
  const cloneFailures = task.cloneFailures + 1;
  if (cloneFailures < MAX_CLONES) return { ...task, cloneFailures };
  return endWith(task, { status: 'failed', reason: 'sandbox_failed', detail: command.output, list: [] });
}

function withoutReplaced(task: TaskIn<'prepare'>): TaskIn<'prepare'> {
  const { replaces, ...others } = task;
  return replaces === undefined ? task : others;
}

/** The container that was stopped is running again, with everything in it. */
function goOn(task: TaskIn<'prepare'>, containerId: string): Task {
  return begin({ ...task, containerId }, task.kept?.environment ?? environmentReport(task));
}

function begin(task: TaskIn<'prepare'>, environment = environmentReport(task)): Task {
  const { snapshot, plan, containerId, earlierWork } = task;
  const work = earlierWork ?? beginWork(plan);
  const prepared = { snapshot, plan, containerId, environment, work };
  return isOver(task, work) ? enterVerify(task, prepared) : moveTo(task, 'execute', prepared);
}

export function environmentReport(task: TaskIn<'prepare'>): EnvironmentReport {
  const { setup, checks } = task;
  const isFailed = setup.some(failed) || checks.some((check) => !check.passed);
  return { name: task.plan.selected_environment.name, image: task.image ?? '', setup, checks, failed: isFailed };
}

function failed(command: CommandRecord): boolean {
  return command.exit_code !== 0;
}
