/**
 * What people say while the work is being verified, or summed up, still belongs to it (GH-2): the task goes back to
 * work, where the comment is weighed like any other, and is verified anew. Pure.
 */
import { moveTo } from '../../task/transition.ts';
import { isHeard, passedBefore } from './enter-verify.ts';
import { toWork } from './to-work.ts';
import type { EffectKind } from '../../task/effect.ts';
import type { Fact } from '../../task/fact.ts';
import type { EndReason, Executed, Report, Task, TaskIn } from '../../task/task.ts';

type Late = TaskIn<'verify'> | TaskIn<'report'>;

/** Of a plan that was carried out; who stopped or refused something else has been told so, or is about to be. */
const CARRIED_OUT: ReadonlySet<EndReason> = new Set(['finished', 'no_change', 'not_achieved', 'change_not_passed']);
/** From here on people may see a result; what they say then is for a task of its own. */
const PUBLISHES: ReadonlySet<EffectKind> = new Set(['open_pull_request', 'post_result', 'finish_progress', 'remove_sandbox', 'complete']);

/** Whether a comment still joins the task. Tests that run are waited for: they may not run twice at a time. */
export function hearsComments(task: Task): boolean {
  switch (task.phase) {
    case 'verify':
      return task.inFlight?.effect !== 'run_tests';
    case 'report':
      return executedOf(task) !== null;
    case 'ended':
      return false;
    default:
      return true;
  }
}

export function backToWork(task: Late, fact: Fact): Task {
  const isSaid = (fact.type === 'control' && fact.name === 'comment') || fact.type === 'answer';
  if (!isSaid || !hearsComments(task)) return task;
  const executed = task.phase === 'verify' ? fromVerify(task) : executedOf(task);
  return executed === null || isHeard(task, executed.work) ? task : toWork(task, executed);
}

/** The same, of what was said while people were asked during the verification. */
export function withWhatWasSaid(task: Task): Task {
  if (task.phase !== 'verify' || isHeard(task, task.work)) return task;
  return moveTo(task, 'execute', fromVerify(task));
}

function fromVerify(task: TaskIn<'verify'>): Executed {
  const { snapshot, plan, environment, containerId, work } = task;
  return { snapshot, plan, environment, containerId, work, ...passedBefore(task, work) };
}

/** Null when there is no going back. */
function executedOf(task: TaskIn<'report'>): Executed | null {
  const { snapshot, plan, environment, work, containerId, ending, endedIn, inFlight, retry } = task;
  if (snapshot === null || plan === null || environment === null || work === null) return null;
  if (endedIn !== 'verify' || !CARRIED_OUT.has(ending.reason) || isPublished(task)) return null;
  // A step that GitHub did not answer may have been taken all the same.
  if (retry !== null || (inFlight !== null && PUBLISHES.has(inFlight.effect))) return null;
  return { snapshot, plan, environment, work, containerId, ...passedBefore(task, work) };
}

function isPublished({ pullRequest, resultComment, progressFinished, sandboxRemoved, skipped }: Report): boolean {
  return pullRequest !== null || resultComment !== null || progressFinished || sandboxRemoved || skipped.length > 0;
}
