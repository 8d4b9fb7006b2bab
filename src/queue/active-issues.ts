/** One active task per issue (QUAL-2): one atomic command decides who holds the issue. */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { keys } from './names.ts';

export interface IssueRef {
  readonly repositoryId: number;
  readonly issue: number;
}

interface AboutIssue {
  readonly repo: { readonly repositoryId: number };
  readonly issue: number;
}

const RELEASE = `
if redis.call('hget', KEYS[1], ARGV[1]) == ARGV[2] then return redis.call('hdel', KEYS[1], ARGV[1]) else return 0 end`;

/** The issue that an intent or a request is about. */
export function issueRefOf({ repo, issue }: AboutIssue): IssueRef {
  return { repositoryId: repo.repositoryId, issue };
}

/**
 * A task's id derives from the event that started it, so an event that is seen twice, or handled again after a crash,
 * starts one task. Another installation that receives the same event (a second App, a trial beside the real one) has
 * its own task, and its own container on a shared engine.
 */
export function taskIdOf(instance: string, repositoryId: number, occurrence: string): string {
  const hex = createHash('sha256').update(`planwright ${instance} ${repositoryId} ${occurrence}`).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

/** The task that holds the issue now: `taskId` itself if nobody held it. */
export async function claimIssue(redis: Redis, issue: IssueRef, taskId: string): Promise<string> {
  if ((await redis.hsetnx(keys.active, fieldOf(issue), taskId)) === 1) return taskId;
  return (await holderOf(redis, issue)) ?? (await claimIssue(redis, issue, taskId));
}

export async function holderOf(redis: Redis, issue: IssueRef): Promise<string | null> {
  return redis.hget(keys.active, fieldOf(issue));
}

/** Does nothing if another task holds the issue. */
export async function releaseIssue(redis: Redis, issue: IssueRef, taskId: string): Promise<void> {
  await redis.eval(RELEASE, 1, keys.active, fieldOf(issue), taskId);
}

/** Every task that holds an issue. */
export async function activeTasks(redis: Redis): Promise<readonly string[]> {
  return redis.hvals(keys.active);
}

/** For a task with an unreadable record. */
export async function issuesHeldBy(redis: Redis, taskId: string): Promise<readonly IssueRef[]> {
  return (await heldIssues(redis))
    .filter((held) => held.taskId === taskId)
    .map(({ repositoryId, issue }) => ({ repositoryId, issue }));
}

interface HeldIssue extends IssueRef {
  readonly taskId: string;
}

/** The tasks that hold issues of a repository. */
export async function activeInRepository(redis: Redis, repositoryId: number): Promise<readonly HeldIssue[]> {
  return (await heldIssues(redis)).filter((held) => held.repositoryId === repositoryId);
}

async function heldIssues(redis: Redis): Promise<readonly HeldIssue[]> {
  return Object.entries(await redis.hgetall(keys.active)).map(([field, taskId]) => {
    const [repositoryId = 0, issue = 0] = field.split(':').map(Number);
    return { repositoryId, issue, taskId };
  });
}

export function fieldOf({ repositoryId, issue }: IssueRef): string {
  return `${repositoryId}:${issue}`;
}
