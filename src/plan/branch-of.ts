/** The branch a task works on: the one found or chosen at its beginning. */
import { branchName } from '../ports/branch-name.ts';
import type { TaskRequest } from '../state/request.ts';
import type { Snapshot } from '../ports/repositories.ts';

export function branchOf(task: {
  readonly request: Pick<TaskRequest, 'issue' | 'title'>;
  readonly snapshot?: Snapshot | null;
}): string {
  return task.snapshot?.branch ?? branchName(task.request.issue, task.request.title);
}
