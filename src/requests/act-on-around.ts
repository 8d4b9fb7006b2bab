/**
 * Passes changes around the work to the tasks they concern, according to GitHub's current state: an event may be late,
 * or undone since (W8). Each task decides what a change means for it.
 */
import { Fault } from '../errors.ts';
import { activeInRepository, activeTasks, holderOf, issueRefOf } from '../queue/active-issues.ts';
import { readFirst } from '../state/stored.ts';
import { send } from './send-to-task.ts';
import type { ActingTools } from './acting-tools.ts';
import type { IntentOf } from '../people/intent.ts';
import type { RepositoryRef } from '../ports/github.ts';
import type { Around } from '../state/around-task.ts';

type AroundIntent = IntentOf<'around'>;

interface Concerned {
  readonly taskId: string;
  readonly repo: RepositoryRef;
}

export async function actOnAround(deliveryId: string, intent: AroundIntent, tools: ActingTools): Promise<string> {
  const tasks = await concernedBy(intent, tools);
  let sent = 0;
  for (const { taskId, repo } of tasks) {
    const what = await asItIs(intent.what, repo, tools);
    if (what === null) continue;
    await send({ taskId, item: { kind: 'around', id: `${deliveryId}-${taskId}`, what } }, tools);
    sent += 1;
  }
  if (tasks.length === 0) return 'nothing active';
  return sent === 0 ? 'not so any more' : 'sent';
}

async function concernedBy(intent: AroundIntent, tools: ActingTools): Promise<readonly Concerned[]> {
  const { redis } = tools;
  const { repo, issue } = intent;
  if (issue > 0) {
    const taskId = await holderOf(redis, issueRefOf(intent));
    return taskId === null ? [] : [{ taskId, repo }];
  }
  if (repo.repositoryId > 0)
    return (await activeInRepository(redis, repo.repositoryId)).map(({ taskId }) => ({ taskId, repo }));
  const found: Concerned[] = [];
  for (const taskId of new Set(await activeTasks(redis))) {
    const request = await requestOf(taskId, tools);
    if (request?.repo.installationId === repo.installationId) found.push({ taskId, repo: request.repo });
  }
  return found;
}

async function requestOf(taskId: string, { history, inbox }: ActingTools) {
  const recorded = readFirst((await history.read(taskId))[0]);
  if (recorded !== null) return recorded;
  const start = (await inbox.read(taskId)).find((item) => item.kind === 'start');
  return start?.kind === 'start' ? start.request : null;
}

async function asItIs(
  what: AroundIntent['what'],
  repo: RepositoryRef,
  { github }: ActingTools,
): Promise<Around | null> {
  try {
    switch (what.is) {
      case 'branch_deleted':
        return (await github.hasBranch(repo, what.branch)) ? null : what;
      case 'pull_request_closed':
        return (await github.pullRequest(repo, what.pullRequest)).state === 'open' ? null : what;
      case 'archived':
        return (await github.repository(repo)).archived ? what : null;
      case 'access':
        await github.repository(repo);
        return { is: 'restored' };
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === 'github_suspended') return { is: 'suspended' };
    if (error.code === 'github_not_installed' || error.code === 'github_gone') return { is: 'removed' };
    throw error;
  }
}
