/** One active task per issue (QUAL-2): who holds the issue is decided by one atomic command. */
import type { Redis } from 'ioredis';
import { keys } from './names.ts';

export interface IssueRef {
  readonly repositoryId: number;
  readonly issue: number;
}

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end`;

/** The task that holds the issue now: `taskId` itself if nobody held it. */
export async function claimIssue(redis: Redis, { repositoryId, issue }: IssueRef, taskId: string): Promise<string> {
  const key = keys.active(repositoryId, issue);
  await redis.setnx(key, taskId);
  return (await redis.get(key)) ?? (await claimIssue(redis, { repositoryId, issue }, taskId));
}

export async function holderOf(redis: Redis, { repositoryId, issue }: IssueRef): Promise<string | null> {
  return redis.get(keys.active(repositoryId, issue));
}

export async function releaseIssue(redis: Redis, { repositoryId, issue }: IssueRef, taskId: string): Promise<void> {
  await redis.eval(RELEASE, 1, keys.active(repositoryId, issue), taskId);
}
