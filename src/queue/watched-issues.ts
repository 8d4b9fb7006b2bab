/**
 * Which tasks wait until an issue is closed (GH-2). A Redis that lost its data forgets this; every check of GitHub
 * stores it again.
 */
import type { Redis } from 'ioredis';
import { keys, WATCHED_SECONDS } from './names.ts';

/** True if one of them was not watched for this task before. */
export async function watchIssues(redis: Redis, taskId: string, issueIds: readonly number[]): Promise<boolean> {
  const watching = redis.multi();
  for (const id of issueIds) watching.sadd(keys.watchers(id), taskId).expire(keys.watchers(id), WATCHED_SECONDS);
  const answers = (await watching.exec()) ?? [];
  return answers.some(([, added], index) => index % 2 === 0 && added === 1);
}

export async function watchersOf(redis: Redis, issueId: number): Promise<readonly string[]> {
  return redis.smembers(keys.watchers(issueId));
}
