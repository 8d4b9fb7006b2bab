/** What other tasks of a repository are doing, and did to the same files before (PLAN-2), from their records. */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { earlierWork } from '../model-calls/earlier-work.ts';
import { filesInMind } from '../plan/files-in-mind.ts';
import { activeInRepository, issueRefOf } from '../queue/active-issues.ts';
import { replay } from '../state/evolve.ts';
import { issueKey } from '../state/request.ts';
import { activityOf } from '../state/select.ts';
import { readBeforeDamage } from '../state/stored.ts';
import type { HistoryEntry, HistoryStore } from '../ports/history.ts';
import type { NeighbourTask } from '../state/neighbours.ts';
import type { TaskRequest } from '../state/request.ts';

/** Each means reading a history; more are rarely active in one repository, and waiting ones change nothing now. */
const MAX_ACTIVE_READ = 50;
/** Three are shown; a few more are read, since some may be unreadable. */
const EARLIER_READ = 6;

interface Places {
  readonly redis: Redis;
  readonly history: HistoryStore;
  readonly log: Logger;
}

type About = Pick<TaskRequest, 'repo' | 'issue'>;

/** Of very many, those of the newest issues. */
export async function readActiveTasks(
  { redis, history, log }: Places,
  about: About,
): Promise<readonly NeighbourTask[]> {
  const active = (await activeInRepository(redis, issueRefOf(about).repositoryId))
    .filter(({ issue }) => issue !== about.issue)
    .toSorted((left, right) => right.issue - left.issue);
  const found: NeighbourTask[] = [];
  // One by one: a history may have megabytes.
  for (const { issue, taskId } of active.slice(0, MAX_ACTIVE_READ)) {
    const task = replay(readBeforeDamage(await readOrNothing(history, log, taskId)));
    if (task === null) found.push({ issue, title: '', doing: 'orient', files: [] });
    else if (task.stage.is !== 'ended')
      found.push({ issue, title: task.request.title, doing: activityOf(task), files: [...filesInMind(task)] });
  }
  return found;
}

export async function readEarlierWork(
  { history, log }: Pick<Places, 'history' | 'log'>,
  about: About,
  files: readonly string[],
): Promise<string> {
  const { owner, name, repositoryId } = about.repo;
  const ofIssue = new Set(await history.ofIssue(issueKey(about)));
  const others = (await history.touching(`${owner}/${name}`, files)).filter((id) => !ofIssue.has(id));
  const read = others.slice(-EARLIER_READ).map((id) => readOrNothing(history, log, id));
  return earlierWork(await Promise.all(read), { repositoryId, files });
}

async function readOrNothing(history: HistoryStore, log: Logger, taskId: string): Promise<readonly HistoryEntry[]> {
  try {
    return await history.readUndamaged(taskId);
  } catch (error) {
    log.warn({ task: taskId, err: error }, 'the history of a task of the same repository cannot be read');
    return [];
  }
}
