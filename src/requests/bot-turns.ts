/**
 * Allowed bots (`allowed_bots`) could answer each other and us for ever. So their requests on an issue or pull request
 * are counted, each event once, until a person who may steer writes there. Requests above the limit are ignored, and
 * the first of them is told so. The tasks they start in a repository within a day are limited likewise.
 */
import { explain, isAdmitted } from './admission.ts';
import { issueRefOf } from '../queue/active-issues.ts';
import { BEGINNINGS_OF_BOTS_SECONDS, keys, REMEMBER_BOTS_SECONDS } from '../queue/names.ts';
import type { ActingTools } from './acting-tools.ts';
import type { SeenOfIssue } from './look-at-issue.ts';
import type { Refusal } from './reply-words.ts';
import type { Intent, IntentOf } from '../people/intent.ts';

type Asking = IntentOf<'start' | 'command' | 'on_pull_request'>;

export const MOST_TURNS = 10;
export const MOST_BEGINNINGS = 30;

/** The event's number among those of bots, also when it is seen again. The set is capped slightly above the limit. */
const COUNT = `
local turn = redis.call('hget', KEYS[1], ARGV[1])
if not turn then
  turn = redis.call('hlen', KEYS[1]) + 1
  if turn <= tonumber(ARGV[2]) then redis.call('hset', KEYS[1], ARGV[1], turn) end
end
if ARGV[4] == 'since last' or redis.call('ttl', KEYS[1]) < 0 then redis.call('expire', KEYS[1], ARGV[3]) end
return tonumber(turn)`;

interface Bound {
  readonly key: string;
  readonly most: number;
  readonly seconds: number;
  readonly counts: 'since last' | 'since first';
  readonly why: Refusal;
}

/** Whether the request is ignored, because only bots have asked here for too long, or started too many tasks. */
export async function isAmongBots(
  intent: Intent,
  { botsAsked, holder }: SeenOfIssue,
  tools: ActingTools,
): Promise<boolean> {
  if (intent.kind === 'withdraw' || intent.kind === 'around') return false;
  // A check is no message, and follow-ups to checks have a limit of their own (`ci_fix_attempts`).
  if (intent.kind === 'checks_failed' || intent.kind === 'unblocked') return false;
  if (intent.kind === 'start' && intent.trigger === 'checks') return false;
  const { redis } = tools;
  const place = issueRefOf(intent);
  const turns = keys.botTurns(place.repositoryId, place.issue);
  const beginnings = keys.botBeginnings(place.repositoryId);
  if (!intent.sender.isBot) {
    // Strangers may comment where bots do.
    if (botsAsked && (await isAdmitted(intent, tools))) await redis.del(turns, beginnings);
    return false;
  }
  if (!isAsking(intent)) return false;
  const onIssue: Bound = {
    key: turns,
    most: MOST_TURNS,
    seconds: REMEMBER_BOTS_SECONDS,
    counts: 'since last',
    why: 'among_bots',
  };
  if (await isBeyond(onIssue, intent, tools)) return true;
  // A message to a running task starts none.
  if (intent.kind !== 'start' || holder !== null) return false;
  const inRepository: Bound = {
    key: beginnings,
    most: MOST_BEGINNINGS,
    seconds: BEGINNINGS_OF_BOTS_SECONDS,
    counts: 'since first',
    why: 'begun_by_bots',
  };
  return isBeyond(inRepository, intent, tools);
}

async function isBeyond(
  { key, most, seconds, counts, why }: Bound,
  intent: Asking,
  tools: ActingTools,
): Promise<boolean> {
  const { redis } = tools;
  const turn = await redis.eval(COUNT, 1, key, intent.occurrence, most + 1, seconds, counts);
  if (Number(turn) <= most) return false;
  const isFirst = (await redis.hexists(key, intent.occurrence)) > 0;
  if (isFirst && (await isAdmitted(intent, tools))) await explain(intent, why, tools);
  return true;
}

/**
 * Requests that start something or get a reply. A bot can always stop us, and its answers are limited by our questions.
 */
function isAsking(intent: Intent): intent is Asking {
  if (intent.kind === 'on_pull_request') return intent.said.kind !== 'words' || intent.said.word !== 'stop';
  return intent.kind === 'start' || intent.kind === 'command';
}
