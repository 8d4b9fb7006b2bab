/**
 * Decides in Redis whose turn it is, so that all processes share one order. Installations take turns; within one, the
 * best priority goes first and its repositories take turns; within a repository the oldest task goes first. A task is
 * in at most one list and has at most one holder.
 */
import { randomUUID } from 'node:crypto';
import { READY_LISTS } from './ready-lists.ts';

export interface Limits {
  /** Null: as many as leave one of four or more slots to others. */
  readonly perInstallation: number | null;
  readonly perRepository: number | null;
}

/** A free slot of a process. */
export interface Slot {
  readonly leaseMs: number;
  readonly limits: Limits;
}

/**
 * `most…`: slots of an installation and of a repository (0: as many as leave one of four or more to others). Returns the
 * task, its consecutive failures, and the tasks whose holder died. A repeated call with the same token, after a connection
 * broke before the answer came, returns the same turn.
 */
export const TAKE_NEXT = `
local function take(token, lease, mostOfInstallation, mostOfRepository)
  local dead, ofInstallation, ofRepository = {}, {}, {}
  local all = redis.call('hgetall', P .. 'held')
  for at = 1, #all, 2 do
    local id, held = all[at], heldBy(all[at])
    if held.untilMs < now then
      redis.call('hdel', P .. 'held', id)
      if held.kind == 'drive' then
        dead[#dead + 1] = id
        redis.call('srem', P .. 'again', id)
        enter(id, known(id) or { installation = held.installation, repository = held.repository, class = 1, seq = 0 })
      end
    elseif held.kind == 'drive' then
      if held.token == token then return { id, tonumber(redis.call('hget', P .. 'failed', id) or 0), dead } end
      ofInstallation[held.installation] = (ofInstallation[held.installation] or 0) + 1
      ofRepository[held.repository] = (ofRepository[held.repository] or 0) + 1
    end
  end
  if not isAnyWaiting() then return { false, 0, dead } end

  local slots = 0
  for _, worker in ipairs(redis.call('zrangebyscore', P .. 'workers', now, '+inf')) do
    slots = slots + tonumber(words(worker)[2])
  end
  local usual = slots < 4 and slots or slots - 1
  local function bound(set) return tonumber(set) > 0 and tonumber(set) or math.max(1, usual) end
  mostOfInstallation, mostOfRepository = bound(mostOfInstallation), bound(mostOfRepository)
  local isPaused = redis.call('exists', P .. 'paused') == 1

  local function firstIn(installation, repository)
    local list, from = P .. 'waiting:' .. installation .. ':' .. repository, 0
    while true do
      local some = redis.call('zrange', list, from, from + 49)
      for _, id in ipairs(some) do
        local t = known(id)
        if t and redis.call('hexists', P .. 'held', id) == 0 and (t.begun == '1' or not isPaused) then return id, t end
      end
      if #some < 50 then return nil end
      from = from + 50
    end
  end

  for _, installation in ipairs(redis.call('zrange', P .. 'installations', 0, -1)) do
    local best, bestTask = nil, nil
    if (ofInstallation[installation] or 0) < mostOfInstallation then
      for _, repository in ipairs(redis.call('zrange', P .. 'repositories:' .. installation, 0, -1)) do
        if (ofRepository[repository] or 0) < mostOfRepository then
          local id, t = firstIn(installation, repository)
          if id and (not best or t.class < bestTask.class) then best, bestTask = id, t end
        end
      end
    end
    if best then
      exit(best, bestTask)
      local turn = redis.call('incr', P .. 'numbers')
      redis.call('hset', P .. 'served', 'i' .. installation, turn, 'r' .. bestTask.repository, turn)
      redis.call('zadd', P .. 'installations', 'XX', turn, installation)
      redis.call('zadd', P .. 'repositories:' .. installation, 'XX', turn, bestTask.repository)
      bestTask.begun = '1'
      keep(best, bestTask)
      hold(best, bestTask, 'drive', token, tonumber(lease))
      return { best, tonumber(redis.call('hget', P .. 'failed', best) or 0), dead }
    end
  end
  return { false, 0, dead }
end`;

/** ARGV: the arguments of `take`. */
export const TAKE = `${READY_LISTS}${TAKE_NEXT}
local taken = take(ARGV[1], ARGV[2], ARGV[3], ARGV[4])
tellFreeSlots()
return taken`;

export function argumentsToTake({ leaseMs, limits }: Slot): readonly (string | number)[] {
  return [randomUUID(), leaseMs, limits.perInstallation ?? 0, limits.perRepository ?? 0];
}
