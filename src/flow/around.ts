/**
 * Changes around a running task: a deleted branch, a closed pull request, an archived repository, a suspended or
 * removed App (GH-7, GH-10). A task in its report stage continues with the report.
 */
import { branchOf } from '../plan/publication.ts';
import { blockingIn, isOver, questionOf } from '../state/select.ts';
import { endWith, withdrawn } from './ending.ts';
import { whenSuspended } from './waiting.ts';
import type { Around } from '../state/around-task.ts';
import type { Facts } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

export function afterAround(task: Task, what: Around, before: Task): Facts {
  switch (what.is) {
    case 'branch_deleted':
      if (isOver(task) || !isOnBranch(task, what.branch)) return [];
      return endWith(task, { status: 'stopped', reason: 'branch_gone', detail: '', list: [] });
    case 'pull_request_closed':
      if (isOver(task) || !(isOnBranch(task, what.branch) || task.request.pullRequest === what.pullRequest)) return [];
      return withdrawn(task, what.merged ? 'pull_request_merged' : 'pull_request_closed');
    case 'archived':
      return isOver(task) ? [] : withdrawn(task, 'archived');
    case 'removed':
      return isOver(task) ? [] : withdrawn(task, 'uninstalled');
    case 'suspended':
      return whenSuspended(task);
    case 'restored':
      return whenRestored(task, before);
  }
}

/** The time for an open question continues where it stopped. */
function whenRestored(task: Task, before: Task): Facts {
  const asked = blockingIn(task);
  if (before.suspended === null || asked === null || task.paused !== null) return [];
  if (questionOf(task, asked.questionId).commentId === null) return [];
  const lateMs = task.updatedAt - before.suspended.since;
  const later = (at: number | null): number | null => (at === null ? null : at + lateMs);
  const { overAt, remindAt, releaseAt } = asked.due;
  const due = { overAt: later(overAt), remindAt: later(remindAt), releaseAt: later(releaseAt) };
  return [{ type: 'question', name: 'waiting', question_id: asked.questionId, due }];
}

function isOnBranch({ request, snapshot }: Task, branch: string): boolean {
  return snapshot !== null && branchOf({ request, snapshot }) === branch;
}
