/** One active task per issue (QUAL-2): who holds the issue is decided by one atomic command. */
import type { Redis } from 'ioredis';
import { keys } from './names.ts';

export interface IssueRef {
  readonly repositoryId: number;
  readonly issue: number;
}

/** The issue that something is about. */
export function placeOf({
  repo,
  issue,
}: {
  readonly repo: { readonly repositoryId: number };
  readonly issue: number;
}): IssueRef {
  return { repositoryId: repo.repositoryId, issue };
}

const RELEASE = `if redis.call('hget', KEYS[1], ARGV[1]) == ARGV[2] then return redis.call('hdel', KEYS[1], ARGV[1]) else return 0 end`;

/** The task that holds the issue now: `taskId` itself if nobody held it. */
export async function claimIssue(redis: Redis, issue: IssueRef, taskId: string): Promise<string> {
  if ((await redis.hsetnx(keys.active, fieldOf(issue), taskId)) === 1) return taskId;
  return (await holderOf(redis, issue)) ?? (await claimIssue(redis, issue, taskId));
}

export async function holderOf(redis: Redis, issue: IssueRef): Promise<string | null> {
  return redis.hget(keys.active, fieldOf(issue));
}

/** Does nothing when another task holds the issue. */
export async function releaseIssue(redis: Redis, issue: IssueRef, taskId: string): Promise<void> {
  await redis.eval(RELEASE, 1, keys.active, fieldOf(issue), taskId);
}

/** Every task that holds an issue. */
export async function activeTasks(redis: Redis): Promise<readonly string[]> {
  return redis.hvals(keys.active);
}

/** What a task holds, where nothing else tells it. */
export async function placesOf(redis: Redis, taskId: string): Promise<readonly IssueRef[]> {
  return Object.entries(await redis.hgetall(keys.active))
    .filter(([, holder]) => holder === taskId)
    .map(([field]) => {
      const [repositoryId, issue] = field.split(':').map(Number);
      return { repositoryId: repositoryId ?? 0, issue: issue ?? 0 };
    });
}

function fieldOf({ repositoryId, issue }: IssueRef): string {
  return `${repositoryId}:${issue}`;
}
