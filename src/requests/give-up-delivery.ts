/**
 * Gives up a delivery whose handling stopped the service every time (`queue/unended.ts`), and tells people. All of it
 * may be repeated.
 */
import { isAdmitted } from './admission.ts';
import { givenUpText } from './given-up-reply.ts';
import { reply, type Words } from './reply.ts';
import type { Delivery, Intent } from '../people/intent.ts';
import { holderOf, issueRefOf, issuesHeldBy, taskIdOf } from '../queue/active-issues.ts';
import { releaseTask } from '../queue/end-task.ts';
import { keys, REMEMBER_DELIVERY_SECONDS } from '../queue/names.ts';
import { STARTS_ALONE } from '../queue/unended.ts';
import type { TaskJobs } from '../queue/task-jobs.ts';
import type { ActingTools } from './acting-tools.ts';

export async function giveUpDelivery(
  { deliveryId, intent }: Delivery,
  tools: ActingTools,
  jobs: TaskJobs,
): Promise<void> {
  const { redis, inbox } = tools;
  const ids = [deliveryId, intent.occurrence];
  const sentTo = await inbox.receiverOf(ids);
  // It was sent to its task already; only our reaction to it is missing.
  if (sentTo !== null) await tools.wake(sentTo);
  else {
    const taskId = taskIdOf(tools.instance, intent.repo.repositoryId, intent.occurrence);
    if (await concernsUs(intent, tools)) await tell(intent, deliveryId, tools);
    for (const issue of await issuesHeldBy(redis, taskId)) await releaseTask(taskId, issue, { redis, inbox, jobs });
  }
  const remember = redis.multi();
  for (const id of ids) remember.set(keys.acted(id), 'given up', 'EX', REMEMBER_DELIVERY_SECONDS);
  await remember.exec();
}

/** People who would have got an answer are told; messages that were not for us are ignored as usual. */
async function concernsUs(intent: Intent, tools: ActingTools): Promise<boolean> {
  const { kind } = intent;
  if (kind === 'checks_failed' || kind === 'around' || kind === 'unblocked') return false;
  const isToUs =
    intent.kind === 'start' || intent.kind === 'on_pull_request' || (intent.kind === 'command' && intent.addressed);
  if (!isToUs && (await holderOf(tools.redis, issueRefOf(intent))) === null) return false;
  return intent.kind === 'withdraw' || isAdmitted(intent, tools);
}

async function tell(intent: Intent, deliveryId: string, tools: ActingTools): Promise<void> {
  const given = { login: intent.sender.login, deliveryId, times: STARTS_ALONE };
  const text = ({ language, botSlug: slug }: Words) => givenUpText(kindOf(intent), language, { ...given, slug });
  await reply(intent, { text, about: null }, tools);
}

function kindOf(intent: Intent): Parameters<typeof givenUpText>[0] {
  if (intent.kind === 'withdraw') return 'withdrawn';
  return intent.kind === 'start' && intent.trigger === 'label' ? 'labelled' : 'said';
}
