/** Says hello on the issue and takes a first look at the repository. */
import { simplePlan } from '../plan/simple-plan.ts';
import { endWith } from '../task/ending.ts';
import { moveTo } from '../task/transition.ts';
import { beforeWork } from './between/about-plan.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Task, TaskIn } from '../task/task.ts';
import type { Snapshot } from '../ports/repositories.ts';

export const orient: Phase<'orient'> = { name: 'orient', next, settle };

function next(task: TaskIn<'orient'>): Effect {
  if (task.progressComment === null) return { kind: 'create_progress_comment' };
  const readsComments = task.request.askedAt !== undefined && task.discussion === undefined;
  return readsComments ? { kind: 'read_comments' } : { kind: 'look_at_repository' };
}

function settle(task: TaskIn<'orient'>, fact: Fact): Task {
  if (fact.type === 'effect' && fact.name === 'progress_comment') {
    return { ...task, progressComment: { id: fact.comment_id, url: fact.url } };
  }
  if (fact.type === 'environment' && fact.name === 'repository') {
    if (!task.settings.planning.enabled) return withoutPlanning(task, fact.snapshot);
    return moveTo(task, 'understand', { snapshot: fact.snapshot, carried: null, wrongAnswers: [], found: null });
  }
  if (fact.type === 'environment' && fact.name === 'repository_empty') {
    return endWith(task, { status: 'failed', reason: 'empty_repository', detail: fact.branch, list: [] });
  }
  return task;
}

/** One loop without a plan: straight to the sandbox. */
function withoutPlanning(task: TaskIn<'orient'>, snapshot: Snapshot): Task {
  const plan = simplePlan(task.request.instruction ?? task.request.title, snapshot, task.settings.environments);
  return beforeWork(task, { snapshot, plan });
}
