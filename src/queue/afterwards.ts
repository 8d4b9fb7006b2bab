/**
 * Deliveries that wait until the active task of their issue has ended and are then judged by the current state. The
 * first one of each occurrence is kept.
 */
import type { Redis } from 'ioredis';
import { holderOf, issueRefOf } from './active-issues.ts';
import { keys } from './names.ts';
import type { TaskJobs } from './task-jobs.ts';
import type { Delivery } from '../people/intent.ts';

/** False if that task no longer holds the issue; then the caller acts at once. */
export async function keepForAfterwards(redis: Redis, taskId: string, delivery: Delivery): Promise<boolean> {
  const { occurrence } = delivery.intent;
  await redis.hsetnx(keys.afterwards(taskId), occurrence, JSON.stringify(delivery));
  if ((await holderOf(redis, issueRefOf(delivery.intent))) === taskId) return true;
  await redis.hdel(keys.afterwards(taskId), occurrence);
  return false;
}

/** After the issue was released. */
export async function actAfterwards(
  taskId: string,
  { redis, jobs }: { readonly redis: Redis; readonly jobs: Pick<TaskJobs, 'actAgain'> },
): Promise<void> {
  for (const [occurrence, text] of Object.entries(await redis.hgetall(keys.afterwards(taskId)))) {
    const delivery = JSON.parse(text) as Delivery;
    await redis.del(keys.acted(delivery.deliveryId));
    await jobs.actAgain(delivery);
    await redis.hdel(keys.afterwards(taskId), occurrence);
  }
}
