/** The branch of a task, linked if the progress comment reveals the repository's address (GH-4). */
import { branchOf } from '../plan/publication.ts';
import { code } from './safe-text.ts';
import { linked } from './say.ts';
import type { Task } from '../state/task.ts';

const REPOSITORY = /^(https?:\/\/[\w.:-]+\/[\w.-]+\/[\w.-]+)\/(?:issues|pull)\/\d+(?:#|$)/;

export function branchLink(task: Pick<Task, 'request' | 'snapshot' | 'progressComment'>): string {
  const branch = branchOf(task);
  const repository = REPOSITORY.exec(task.progressComment?.url ?? '')?.[1];
  const path = branch.split('/').map(encodeURIComponent).join('/');
  return linked(code(branch), repository === undefined ? null : `${repository}/tree/${path}`);
}
