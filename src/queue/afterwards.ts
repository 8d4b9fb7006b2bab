/**
 * Deliveries that wait until the task which is active on their issue has ended: what they tell of is judged by how things
 * stand then. The first one of each occurrence is kept.
 */
import type { Redis } from 'ioredis';
import { holderOf, issueRefOf } from './active-issues.ts';
import { keys } from './names.ts';
import type { TaskJobs } from './task-jobs.ts';
import type { Delivery } from '../people/intent.ts';

/** False where that task does not hold the issue any more: then it is for whoever asks to act at once. */
export async function keepForAfterwards(redis: Redis, taskId: string, delivery: Delivery): Promise<boolean> {
  const { occurrence } = delivery.intent;
  await redis.hsetnx(keys.afterwards(taskId), occurrence, JSON.stringify(delivery));
  if ((await holderOf(redis, issueRefOf(delivery.intent))) === taskId) return true;
  await redis.hdel(keys.afterwards(taskId), occurrence);
  return false;
}

/** After the issue was freed. */
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
