/** What Redis knows of an issue that something was said on: asked for at once, since somebody waits for 👀. */
import type { Redis } from 'ioredis';
import { holderOf, issueRefOf } from '../queue/active-issues.ts';
import { keys } from '../queue/names.ts';
import type { Intent } from '../people/intent.ts';

export interface SeenOfIssue {
  /** The task at work on it. */
  readonly holder: string | null;
  /** Bots asked for something on it, or began something in its repository, since a person spoke there. */
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
