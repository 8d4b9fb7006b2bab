/** The queue's Redis scripts other than taking the next task (`take-next.ts`). Each script runs atomically. */
import { READY_LISTS } from './ready-lists.ts';
import { TAKE_NEXT } from './take-next.ts';

/** ARGV: task, installation, repository, class; the last three are used only for an unknown task. */
export const JOIN = `${READY_LISTS}
join(ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]))
tellFreeSlots()
return redis.status_reply('OK')`;

/** ARGV: process, its slots, lease in ms, then task and token of everything it holds. Returns the tasks it has lost. */
export const RENEW = `${READY_LISTS}
redis.call('zremrangebyscore', P .. 'workers', '-inf', now)
if tonumber(ARGV[2]) > 0 then
  redis.call('zadd', P .. 'workers', now + tonumber(ARGV[3]), ARGV[1] .. ' ' .. ARGV[2])
end
local lost = {}
for at = 4, #ARGV, 2 do
  local held = heldBy(ARGV[at])
  if held and held.token == ARGV[at + 1] then hold(ARGV[at], held, held.kind, held.token, tonumber(ARGV[3]))
  else lost[#lost + 1] = ARGV[at] end
end
return lost`;

/**
 * ARGV: task, token, 'again' or 'sleep', consecutive failures; to reuse the slot for the next task, also the arguments of
 * `take`, whose answer is returned. The release may bring an installation or a repository below its limit, so that another
 * slot can be used, too.
 */
export const LEAVE = `${READY_LISTS}${TAKE_NEXT}
local id = ARGV[1]
local held = heldBy(id)
if held and held.token == ARGV[2] then
  redis.call('hdel', P .. 'held', id)
  isChanged = true
  if tonumber(ARGV[4]) > 0 then redis.call('hset', P .. 'failed', id, ARGV[4])
  else redis.call('hdel', P .. 'failed', id) end
  local t = known(id)
  local isWoken = redis.call('srem', P .. 'again', id) == 1
  if t and (ARGV[3] == 'again' or isWoken) then enter(id, t)
  elseif t and held.kind == 'notice' then exit(id, t) end
end
local taken = ARGV[5] and take(ARGV[5], ARGV[6], ARGV[7], ARGV[8]) or { false, 0, {} }
tellFreeSlots()
if not isAnyWaiting() and redis.call('hlen', P .. 'held') == 0 then redis.call('del', P .. 'served') end
return taken`;

/** ARGV: task, token, lease in ms. Keeps a waiting task from being driven meanwhile; it keeps its place. */
export const HOLD = `${READY_LISTS}
local id = ARGV[1]
local t = known(id)
if not t or not redis.call('zscore', P .. 'waiting', id) or heldBy(id) then return 0 end
hold(id, t, 'notice', ARGV[2], tonumber(ARGV[3]))
return 1`;

/** ARGV: task. It has ended; its holder leaves it afterwards. */
export const FORGET = `${READY_LISTS}
local t = known(ARGV[1])
if t then exit(ARGV[1], t) end
redis.call('hdel', P .. 'tasks', ARGV[1])
redis.call('hdel', P .. 'failed', ARGV[1])
redis.call('srem', P .. 'again', ARGV[1])
return 1`;

/** ARGV: task, class, '1' if it continues even while the service is paused. */
export const PRIORITISE = `${READY_LISTS}
local t = known(ARGV[1])
if not t then return 0 end
t.class = tonumber(ARGV[2])
if ARGV[3] == '1' then t.begun = '1' end
keep(ARGV[1], t)
if redis.call('zscore', P .. 'waiting', ARGV[1]) then
  redis.call('zadd', listOf(t), t.class * CLASS + t.seq, ARGV[1])
  isChanged = true
end
tellFreeSlots()
return 1`;

/** ARGV: task. The tasks and classes in each list of its installation, starting with the repository whose turn is next. */
export const LISTS = `${READY_LISTS}
local t = known(ARGV[1])
if not t or not redis.call('zscore', P .. 'waiting', ARGV[1]) then return {} end
local lists = {}
for _, repository in ipairs(redis.call('zrange', P .. 'repositories:' .. t.installation, 0, -1)) do
  local list = {}
  local scored = redis.call('zrange', P .. 'waiting:' .. t.installation .. ':' .. repository, 0, -1, 'WITHSCORES')
  for at = 1, #scored, 2 do
    list[#list + 1] = scored[at]
    list[#list + 1] = math.floor(tonumber(scored[at + 1]) / CLASS)
  end
  lists[#lists + 1] = list
end
return lists`;

/** Slots of all living processes, driven tasks, waiting tasks and since when the first waits, and whether paused. */
export const STATE = `${READY_LISTS}
local slots, driven = 0, 0
for _, worker in ipairs(redis.call('zrangebyscore', P .. 'workers', now, '+inf')) do
  slots = slots + tonumber(words(worker)[2])
end
local all = redis.call('hgetall', P .. 'held')
for at = 1, #all, 2 do
  local held = heldBy(all[at])
  if now <= held.untilMs and held.kind == 'drive' then driven = driven + 1 end
end
local first = redis.call('zrange', P .. 'waiting', 0, 0, 'WITHSCORES')
local waitedMs = first[2] and math.max(0, now - tonumber(first[2])) or 0
local paused = redis.call('get', P .. 'paused') or ''
return { slots, driven, redis.call('zcard', P .. 'waiting'), waitedMs, paused }`;
