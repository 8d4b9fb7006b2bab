/**
 * Bots that are listened to (`allowed_bots`) could answer each other and us for ever. So their requests on an issue or a
 * pull request are counted, each happening once, until a person who may steer says anything there; those beyond the
 * limit come to nothing, and the first of them is told so.
 */
import { explain, isAdmitted } from './admission.ts';
import { issueRefOf } from '../queue/active-issues.ts';
import { keys, REMEMBER_BOTS_SECONDS } from '../queue/names.ts';
import type { ActingTools } from './acting-tools.ts';
import type { Intent, IntentOf } from '../people/intent.ts';

type Asking = IntentOf<'start' | 'command' | 'on_pull_request'>;

export const MOST_TURNS = 10;

/** The number that this happening has among those of bots, also when it is seen again. Few more are kept than matter. */
const COUNT = `
local turn = redis.call('hget', KEYS[1], ARGV[1])
if not turn then
  turn = redis.call('hlen', KEYS[1]) + 1
  if turn <= tonumber(ARGV[2]) then redis.call('hset', KEYS[1], ARGV[1], turn) end
end
redis.call('expire', KEYS[1], ARGV[3])
return tonumber(turn)`;

/** Whether what was asked for is let go, since only bots have asked here for long. */
export async function isAmongBots(intent: Intent, tools: ActingTools): Promise<boolean> {
  const { redis } = tools;
  const { repositoryId, issue } = issueRefOf(intent);
  const key = keys.botTurns(repositoryId, issue);
  if (!intent.sender.isBot) {
    // Strangers may comment where bots do.
    if (intent.kind !== 'withdraw' && (await redis.exists(key)) > 0 && (await isAdmitted(intent, tools)))
      await redis.del(key);
    return false;
  }
  if (!isAsking(intent)) return false;
  const turn = await redis.eval(COUNT, 1, key, intent.occurrence, MOST_TURNS + 1, REMEMBER_BOTS_SECONDS);
  if (Number(turn) <= MOST_TURNS) return false;
  const isFirst = (await redis.hexists(key, intent.occurrence)) > 0;
  if (isFirst && (await isAdmitted(intent, tools))) await explain(intent, 'among_bots', tools);
  return true;
}

/** What a bot can have us begin or reply to. It can always stop us, and its answers are bounded by our questions. */
function isAsking(intent: Intent): intent is Asking {
  if (intent.kind === 'on_pull_request') return intent.said.kind !== 'words' || intent.said.word !== 'stop';
  return intent.kind === 'start' || intent.kind === 'command';
}
