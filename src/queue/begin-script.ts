/**
 * Starts a task atomically: claims its issue, puts its start into its inbox, and queues it. If the starting process has a
 * free slot, the same script takes the next turn.
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
  /** Its list in the queue. */
  readonly begins: Standing;
}

/**
 * KEYS: queue, holders of issues, the task's inbox, the receiver of the item. ARGV: task, installation, repository,
 * class; the issue's field; the item's id, the item, the channel of arrivals, how long its receiver is remembered; and
 * with a free slot, the arguments of `take`. Returns the holder of the issue and the turn that was taken.
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
