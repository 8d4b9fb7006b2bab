/** Which refusals are explained (GH-3): each once, and few to one person, who could otherwise have us write anywhere. */
import { keys, REMEMBER_REFUSAL_SECONDS } from '../queue/names.ts';
import type { ActingTools } from './acting-tools.ts';
import type { Refusal } from './reply-words.ts';
import type { Intent } from '../people/intent.ts';

/** To one person in one repository, within a day from the first one. */
export const MOST_EXPLAINED = 5;

/** Whether this trigger is the one that is answered, also when it is repeated after a crash. */
const EXPLAINED_BY = `
local trigger = redis.call('hget', KEYS[1], ARGV[1])
if trigger then return trigger == ARGV[2] and 1 or 0 end
local count = redis.call('hlen', KEYS[1])
if count >= tonumber(ARGV[3]) then return 0 end
redis.call('hset', KEYS[1], ARGV[1], ARGV[2])
if count == 0 then redis.call('expire', KEYS[1], ARGV[4]) end
return 1`;

export async function isToBeExplained(
  { repo, issue, sender, occurrence }: Intent,
  why: Refusal,
  { redis }: Pick<ActingTools, 'redis'>,
): Promise<boolean> {
  const given = [`${issue} ${why}`, occurrence, MOST_EXPLAINED, REMEMBER_REFUSAL_SECONDS];
  return (await redis.eval(EXPLAINED_BY, 1, keys.refused(repo.repositoryId, sender.id), ...given)) === 1;
}
