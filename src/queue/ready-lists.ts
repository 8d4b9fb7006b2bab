/** How ready tasks are stored in Redis, and the Lua functions that the scripts share. */
import type { Priority } from '../state/request.ts';

/** The list in which a task queues; never changes. */
export interface Standing {
  readonly installationId: number;
  readonly repositoryId: number;
  readonly priority: Priority;
}

/**
 * Below KEYS[1]: `tasks` (data of each task until it is forgotten), `waiting` (since when),
 * `waiting:<installation>:<repository>`, `repositories:<installation>`, `installations` (both ordered by last turn, oldest
 * first), `held` (by whom, until when; `drive` takes a slot, `notice` does not), `again` (woken while driven), `served`
 * (times of the last turns), `workers` (slots of each living process), `paused`.
 */
export const READY_LISTS = `
local P = KEYS[1]
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local CLASS = 2 ^ 45
local isChanged = false

local function words(text)
  local all = {}
  for one in string.gmatch(text, '%S+') do all[#all + 1] = one end
  return all
end
local function known(id)
  local text = redis.call('hget', P .. 'tasks', id)
  if not text then return nil end
  local f = words(text)
  return { installation = f[1], repository = f[2], class = tonumber(f[3]), seq = tonumber(f[4]), begun = f[5] }
end
local function keep(id, t)
  local text = string.format('%s %s %d %d %s', t.installation, t.repository, t.class, t.seq, t.begun)
  redis.call('hset', P .. 'tasks', id, text)
end
local function listOf(t) return P .. 'waiting:' .. t.installation .. ':' .. t.repository end
-- Who has not had one yet goes first, in the order in which they came.
local function lastTurn(who, t) return redis.call('hget', P .. 'served', who) or (t.seq - CLASS) end
local function enter(id, t)
  redis.call('zadd', P .. 'waiting', 'NX', now, id)
  redis.call('zadd', listOf(t), t.class * CLASS + t.seq, id)
  redis.call('zadd', P .. 'repositories:' .. t.installation, 'NX', lastTurn('r' .. t.repository, t), t.repository)
  redis.call('zadd', P .. 'installations', 'NX', lastTurn('i' .. t.installation, t), t.installation)
  isChanged = true
end
local function exit(id, t)
  if redis.call('zrem', P .. 'waiting', id) == 0 then return end
  redis.call('zrem', listOf(t), id)
  if redis.call('zcard', listOf(t)) > 0 then return end
  redis.call('zrem', P .. 'repositories:' .. t.installation, t.repository)
  if redis.call('zcard', P .. 'repositories:' .. t.installation) > 0 then return end
  redis.call('zrem', P .. 'installations', t.installation)
end
local function heldBy(id)
  local text = redis.call('hget', P .. 'held', id)
  if not text then return nil end
  local f = words(text)
  return { token = f[1], untilMs = tonumber(f[2]), kind = f[3], installation = f[4], repository = f[5] }
end
local function isAnyWaiting() return redis.call('exists', P .. 'waiting') == 1 end
-- Of each script the last step: whoever has a slot free looks.
local function tellFreeSlots()
  if isChanged and isAnyWaiting() then redis.call('publish', P .. 'changed', '') end
end
local function hold(id, t, kind, token, lease)
  local text = string.format('%s %d %s %s %s', token, now + lease, kind, t.installation, t.repository)
  redis.call('hset', P .. 'held', id, text)
end
local function join(id, installation, repository, class)
  local t = known(id)
  if not t then
    t = { installation = installation, repository = repository, class = class, begun = '0' }
    t.seq = redis.call('incr', P .. 'numbers')
    keep(id, t)
  end
  local held = heldBy(id)
  if held and held.kind == 'drive' then redis.call('sadd', P .. 'again', id)
  elseif not redis.call('zscore', P .. 'waiting', id) then enter(id, t) end
end
`;
