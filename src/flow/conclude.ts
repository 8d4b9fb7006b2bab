/** The plan is carried out and nothing more is wanted: to the review of the change, or to the end (EXEC-7). */
import { endWith } from './ending.ts';
import type { Fact } from '../state/facts.ts';
import type { CommandRecord, Ending } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';
import type { Work } from '../state/work.ts';

/** What did not succeed, or changed nothing, is not worth a review. */
export function conclude(task: Task): readonly Fact[] {
  const ending = finished(task);
  if (task.settings.planning.review.diff && ending.reason === 'finished')
    return [{ type: 'phase', name: 'reviewing', of: 'diff' }];
  return endWith(task, ending);
}

/** It succeeded only if its actions did and no test failed. Without a change there is nothing to open a pull request for. */
export function finished({ work, stage }: Task): Ending {
  const tests = stage.is === 'verify' ? stage.tests : null;
  if (work === null || !hasSucceeded(work, tests))
    return { status: 'failed', reason: 'not_achieved', detail: '', list: [] };
  return {
    status: 'succeeded',
    reason: work.checkpoint.change === null ? 'no_change' : 'finished',
    detail: '',
    list: [],
  };
}

function hasSucceeded(work: Work, tests: CommandRecord | null): boolean {
  return work.actions.every((action) => action.status === 'success') && (tests === null || tests.exit_code === 0);
}
