/**
 * The pace of writes over all processes, in Redis (GH-10): per installation at most one a second, three at once after a
 * rest, and 400 within any hour. Progress edits are limited to 300 an hour, plus 60 at once, so that there is room for
 * what people wait for; edits of queue places use half of these 60.
 */
import type { Redis } from 'ioredis';
import type { AskedWrite, WritePace, WriteRank } from '../ports/write-pace.ts';

const PREFIX = 'planwright:writes:';
export const WRITES_AN_HOUR = 400;
const HOUR_MS = 3_600_000;
export const BETWEEN_WRITES_MS = 1_000;
export const WRITES_AT_ONCE = 3;
export const BETWEEN_EDITS_MS = 12_000;
const EDITS_AT_ONCE = 60;
const PLACES_AT_ONCE = 30;
/** A waiting process that did not ask again for this long is gone and no longer counts. */
const GONE_AFTER_MS = 5_000;

const RANKS: { readonly [Rank in WriteRank]: number } = { first: 0, progress: 1, place: 2 };

/**
 * `<installation>`: `next` and `nextEdit` (until when writes and edits would be spread evenly) and `quiet`; `:sent`
 * (when the last 400 were sent), `:waiting` (by rank and arrival), `:asking` (until when each waiting process counts).
 */
const ASK = `
local key, sent, waiting, asking = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, rank = ARGV[1], tonumber(ARGV[2])
local hour, between, burst, editEvery = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local editBurst, most, gone, allEdits = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10])
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

for _, old in ipairs(redis.call('zrangebyscore', asking, '-inf', now)) do
  redis.call('zrem', asking, old)
  redis.call('zrem', waiting, old)
end
redis.call('zadd', waiting, 'NX', rank * 1e14 + now, id)
local ahead = redis.call('zrank', waiting, id)

local f = redis.call('hmget', key, 'next', 'nextEdit', 'quiet')
local nextAt, nextEdit, quiet = tonumber(f[1] or 0), tonumber(f[2] or 0), tonumber(f[3] or 0)
-- Further ahead than anybody sends: the clock went back (R19).
nextAt, nextEdit = math.min(nextAt, now + burst * between), math.min(nextEdit, now + allEdits * editEvery)
local at = math.max(quiet, math.max(nextAt, now) + (ahead + 1 - burst) * between)
local oldest = redis.call('lindex', sent, most - 1 - math.min(ahead, most - 1))
if oldest then at = math.max(at, math.min(tonumber(oldest), now) + hour) end
if rank > 0 then at = math.max(at, nextEdit - (editBurst - 1) * editEvery) end
if at > now then
  redis.call('zadd', asking, at + gone, id)
  redis.call('pexpire', waiting, hour)
  redis.call('pexpire', asking, hour)
  return at - now
end
redis.call('zrem', waiting, id)
redis.call('zrem', asking, id)
redis.call('hset', key, 'next', math.max(nextAt, now) + between)
if rank > 0 then redis.call('hset', key, 'nextEdit', math.max(nextEdit, now) + editEvery) end
redis.call('lpush', sent, now)
redis.call('ltrim', sent, 0, most - 1)
redis.call('pexpire', key, 2 * hour)
redis.call('pexpire', sent, 2 * hour)
return 0`;

const KEEP_QUIET = `
local time = redis.call('time')
local untilMs = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
if untilMs > tonumber(redis.call('hget', KEYS[1], 'quiet') or 0) then redis.call('hset', KEYS[1], 'quiet', untilMs) end
redis.call('pexpire', KEYS[1], math.max(tonumber(ARGV[1]) + 60000, tonumber(ARGV[2])))
return 0`;

const QUIET = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return math.max(0, tonumber(redis.call('hget', KEYS[1], 'quiet') or 0) - now)`;

/** `redis` must answer in time or fail; then the caller uses its own pace. */
export function createWritePace(redis: Redis): WritePace {
  const keyOf = (installationId: number) => `${PREFIX}${installationId}`;
  const waitingOf = ({ installationId }: Pick<AskedWrite, 'installationId'>) => `${keyOf(installationId)}:waiting`;
  return {
    async ask(write) {
      const key = keyOf(write.installationId);
      const keys = [key, `${key}:sent`, waitingOf(write), `${key}:asking`];
      const editsAtOnce = write.rank === 'place' ? PLACES_AT_ONCE : EDITS_AT_ONCE;
      const bounds = [HOUR_MS, BETWEEN_WRITES_MS, WRITES_AT_ONCE, BETWEEN_EDITS_MS, editsAtOnce];
      const given = [write.id, RANKS[write.rank], ...bounds, WRITES_AN_HOUR, GONE_AFTER_MS, EDITS_AT_ONCE];
      return Number(await redis.eval(ASK, keys.length, ...keys, ...given));
    },
    async giveUp(write) {
      await redis.zrem(waitingOf(write), write.id);
    },
    async keepQuiet(installationId, ms) {
      await redis.eval(KEEP_QUIET, 1, keyOf(installationId), Math.ceil(ms), 2 * HOUR_MS);
    },
    async quietMs(installationId) {
      return Number(await redis.eval(QUIET, 1, keyOf(installationId)));
    },
  };
}
