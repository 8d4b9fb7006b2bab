/** What Redis knows of an issue, in one query, since somebody waits for 👀. */
import type { Redis } from 'ioredis';
import { holderOf, issueRefOf } from '../queue/active-issues.ts';
import { keys } from '../queue/names.ts';
import type { Intent } from '../people/intent.ts';

export interface SeenOfIssue {
  /** The active task. */
  readonly holder: string | null;
  /** Bots asked for something on the issue, or started something in its repository, since a person last wrote there. */
  readonly botsAsked: boolean;
}

export async function lookAtIssue(intent: Pick<Intent, 'repo' | 'issue'>, redis: Redis): Promise<SeenOfIssue> {
  const place = issueRefOf(intent);
  const { repositoryId, issue } = place;
  const [holder, asked] = await Promise.all([
    holderOf(redis, place),
    redis.exists(keys.botTurns(repositoryId, issue), keys.botBeginnings(repositoryId)),
  ]);
  return { holder, botsAsked: asked > 0 };
}
