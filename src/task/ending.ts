/** From any phase into the report: an ending keeps everything that is known so far. */
import { moveTo } from './transition.ts';
import { underneath } from './underneath.ts';
import type { CommandRecord } from './fact.ts';
import type { Ending, Report, Resumable, Task, TaskIn } from './task.ts';
import type { Work } from './work-state.ts';

/** The plan is carried out; it succeeded only if its actions did and no test failed. Without a change there is nothing to open a pull request for. */
export function finished(work: Work, tests: CommandRecord | null): Ending {
  const succeeded = work.actions.every((action) => action.status === 'success') && (tests === null || tests.exit_code === 0);
  if (!succeeded) return { status: 'failed', reason: 'not_achieved', detail: '', list: [] };
  return { status: 'succeeded', reason: work.checkpoint.change === null ? 'no_change' : 'finished', detail: '', list: [] };
}

/** A step of the report that cannot be had; people are told of it, but not of words that were only nice to have. */
export function leaveOut(task: TaskIn<'report'>, step: Report['skipped'][number]): TaskIn<'report'> {
  return step.effect === 'ask_summary' ? { ...task, summary: null } : { ...task, skipped: [...task.skipped, step] };
}

export function endWith(task: Exclude<Task, TaskIn<'ended'>>, ending: Ending): TaskIn<'report'> {
  if (task.phase === 'report') return { ...task, ending };
  return moveTo(task, 'report', { ...known(underneath(task)), ending });
}

function known(task: Resumable): Omit<Report, 'ending'> {
  const carried = 'carried' in task ? task.carried : null;
  const plan = 'plan' in task ? task.plan : (carried?.plan ?? null);
  const work = 'work' in task ? task.work : 'earlierWork' in task ? task.earlierWork : (carried?.work ?? null);
  return {
    snapshot: 'snapshot' in task ? task.snapshot : null,
    goal: plan ? plan.goal_understanding : 'goal' in task ? task.goal : null,
    plan,
    environment: 'environment' in task ? task.environment : (carried?.environment ?? null),
    work,
    tests: 'tests' in task ? task.tests : null,
    containerId: 'containerId' in task ? task.containerId : (carried?.containerId ?? null),
    savedAtEnd: false,
    pullRequest: null,
    resultComment: null,
    progressFinished: false,
    sandboxRemoved: false,
    skipped: [],
    endedIn: task.phase,
  };
}
