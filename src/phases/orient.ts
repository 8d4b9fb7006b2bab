/** Says hello on the issue and takes a first look at the repository. */
import { endWith } from '../task/ending.ts';
import { moveTo } from '../task/transition.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Task, TaskIn } from '../task/task.ts';

export const orient: Phase<'orient'> = { name: 'orient', next, settle };

function next(task: TaskIn<'orient'>): Effect {
  return task.progressComment === null ? { kind: 'create_progress_comment' } : { kind: 'look_at_repository' };
}

function settle(task: TaskIn<'orient'>, fact: Fact): Task {
  if (fact.type === 'effect' && fact.name === 'progress_comment') {
    return { ...task, progressComment: { id: fact.comment_id, url: fact.url } };
  }
  if (fact.type === 'environment' && fact.name === 'repository') {
    return moveTo(task, 'understand', { snapshot: fact.snapshot, carried: null, wrongAnswers: [], found: null });
  }
  if (fact.type === 'environment' && fact.name === 'repository_empty') {
    return endWith(task, { status: 'failed', reason: 'empty_repository', detail: fact.branch, list: [] });
  }
  return task;
}
