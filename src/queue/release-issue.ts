/** What remains to be done when a task has ended. All of it in Redis, and all of it may be repeated. */
import type { Redis } from 'ioredis';
import { releaseIssue } from './active-issues.ts';
import { keys } from './names.ts';
import type { IssueRef } from './active-issues.ts';
import type { RedisInbox } from './redis-inbox.ts';
import type { TaskJobs } from './task-jobs.ts';

export interface ReleaseTools {
  readonly redis: Redis;
  readonly inbox: RedisInbox;
  readonly jobs: TaskJobs;
}

/** Frees the issue; what joined the task too late to be read is acted on once more, and begins the next task. */
export async function releaseTask(
  taskId: string,
  issue: IssueRef,
  { redis, inbox, jobs }: ReleaseTools,
): Promise<void> {
  await releaseIssue(redis, issue, taskId);
  await jobs.forget(taskId);
  for (const { id, origin } of await inbox.leftBehind(taskId)) {
    if (origin !== null) {
      await redis.del(keys.acted(origin.deliveryId), keys.acted(origin.intent.occurrence), keys.told(id));
      await jobs.actAgain(origin);
    }
    await inbox.acknowledge(taskId, [id]);
  }
}
