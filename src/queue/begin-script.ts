/**
 * A task begins in one step: it holds its issue, has its start in its inbox, and waits for its turn, or nothing of that.
 * Where it is begun by a process that has a slot free, the turn that this may be is taken in the same step.
 */
import { keys, REMEMBER_DELIVERY_SECONDS } from './names.ts';
import { fieldOf, type IssueRef } from './active-issues.ts';
import { storedText, TELL } from './redis-inbox.ts';
import { READY_LISTS, type Standing } from './ready-lists.ts';
import { TAKE_NEXT } from './take-next.ts';
import type { InboxItem } from '../state/inbox-item.ts';

export interface Beginning {
  readonly taskId: string;
  readonly issue: IssueRef;
  readonly item: InboxItem;
  /** Where it queues. */
  readonly begins: Standing;
}

/**
 * KEYS: turns, who holds which issue, the inbox of the task, who was sent the item. ARGV: task, installation, repository,
 * class; the field of the issue; the item's id, the item, the channel of arrivals, for how long its receiver is known; and
 * where a slot is free, as given to `take`. Answers who holds the issue now, and the turn that was taken.
 */
export const BEGIN_TASK = `${READY_LISTS}${TAKE_NEXT}${TELL}
local task = ARGV[1]
if redis.call('hsetnx', KEYS[2], ARGV[5], task) == 0 then
  local holder = redis.call('hget', KEYS[2], ARGV[5])
  if holder ~= task then return { holder } end
end
tell(KEYS[3], KEYS[4], task, ARGV[6], ARGV[7], ARGV[8], ARGV[9])
join(task, ARGV[2], ARGV[3], tonumber(ARGV[4]))
local taken = ARGV[10] and take(ARGV[10], ARGV[11], ARGV[12], ARGV[13])
tellFreeSlots()
return { task, taken }`;

export function keysToBegin({ taskId, item }: Beginning): readonly string[] {
  return [keys.active, keys.inbox(taskId), keys.receiver(item.id)];
}

export function argumentsToBegin({ taskId, issue, item, begins }: Beginning, rank: number) {
  const { installationId, repositoryId } = begins;
  const queues = [taskId, installationId, repositoryId, rank];
  return [...queues, fieldOf(issue), item.id, storedText(item), keys.arrivals, REMEMBER_DELIVERY_SECONDS];
}
