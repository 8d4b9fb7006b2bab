/**
 * A queued delivery becomes a task, a message to a task, or nothing. Each step may be repeated: the delivery is
 * marked as acted on only after all of them.
 */
import { claimIssue, holderOf, placeOf } from '../queue/active-issues.ts';
import { answerCommand, refuseAnew } from './answer-command.ts';
import { crashpoint } from '../crashpoint.ts';
import { Fault, RetryLater } from '../errors.ts';
import { begunBy, type Intent } from '../people/intent.ts';
import { ACTING_SECONDS, keys, REMEMBER_DELIVERY_SECONDS } from '../queue/names.ts';
import { answer, onItsIssue, type Since } from './on-pull-request.ts';
import { isFinal, refuse, unlessRefused } from './admission.ts';
import { correct, remark, stop, withdraw } from './send-to-active-task.ts';
import { startItem } from './start-item.ts';
import { taskIdOf } from '../queue/task-id.ts';
import { commentItem, tell } from './send-to-task.ts';
import type { ActingTools } from './acting-tools.ts';
import type { Delivery } from '../people/delivery.ts';
import type { ReactionTarget } from '../ports/github.ts';

type Start = Extract<Intent, { readonly kind: 'start' }>;

/** GitHub tells of what it made before it shows it everywhere: what is not there at once is looked for again. */
const SHOWS_LATE_MS = 15_000;
const NOT_SHOWN: readonly string[] = ['comment_gone', 'github_gone'];

export async function actOnDelivery(delivery: Delivery, tools: ActingTools, now = Date.now()): Promise<void> {
  const { intent, deliveryId, receivedAt } = delivery;
  const { redis, inbox, log } = tools;
  if ((await redis.exists(keys.acted(deliveryId), keys.acted(intent.occurrence))) > 0) return;
  const mayShowLate = now - Date.parse(receivedAt) < SHOWS_LATE_MS;
  const told = await inbox.toldTo([deliveryId, intent.occurrence]);
  const what = await act(delivery, tools, { told, mayShowLate }).catch((error: unknown) =>
    endOf(delivery, error, tools),
  );
  if (NOT_SHOWN.includes(what) && mayShowLate)
    throw new RetryLater('GitHub does not show what this delivery tells of.', { of: 'github' });
  log.info(
    {
      delivery: deliveryId,
      issue: `${intent.repo.owner}/${intent.repo.name}#${intent.issue}`,
      intent: intent.kind,
      what,
    },
    'delivery acted on',
  );
  // It ended meanwhile without having read this, and what lets go of it has this acted on again.
  if (what === 'joined' && (await inbox.toldTo([deliveryId, intent.occurrence])) === null) return;
  const remember = redis.multi();
  for (const id of [deliveryId, intent.occurrence]) remember.set(keys.acted(id), what, 'EX', REMEMBER_DELIVERY_SECONDS);
  await remember.exec();
}

/** What waiting does not change ends the delivery, before anything began; all else is tried again. */
function endOf({ deliveryId, intent }: Delivery, error: unknown, { log }: ActingTools): string {
  if (!(error instanceof Fault) || !isFinal(error)) throw error;
  const issue = `${intent.repo.owner}/${intent.repo.name}#${intent.issue}`;
  log.warn(
    { delivery: deliveryId, issue, code: error.code, reason: error.message, advice: error.advice },
    'delivery comes to nothing',
  );
  return error.code;
}

async function act(delivery: Delivery, tools: ActingTools, since: Since): Promise<string> {
  const { told } = since;
  const { intent } = delivery;
  if (told !== null && intent.kind !== 'on_pull_request') {
    await tools.wake(told);
    await acknowledge(intent, told, tools);
    return 'told before';
  }
  switch (intent.kind) {
    case 'start':
      return begin(delivery, intent, tools);
    case 'stop':
      return stop(delivery.deliveryId, intent, tools);
    case 'command':
      return answerCommand(intent, tools, new Date(delivery.receivedAt).getTime());
    case 'remark':
      return remark(intent, tools);
    case 'correction':
      return correct(intent, tools);
    case 'on_pull_request': {
      await alone(delivery, tools);
      const meant = await onItsIssue(intent, tools, since);
      return typeof meant === 'string' ? meant : act({ ...delivery, intent: meant }, tools, since);
    }
    case 'withdraw':
      return withdraw(delivery.deliveryId, intent, tools);
  }
}

/**
 * GitHub tells of a review and of each of its lines at the same moment, and two that look for a reply before they write it
 * write two. The others wait, and find that it was acted on. After a crash the same delivery goes on.
 */
async function alone({ deliveryId, intent }: Delivery, { redis }: ActingTools): Promise<void> {
  const key = keys.acting(intent.occurrence);
  if ((await redis.set(key, deliveryId, 'EX', ACTING_SECONDS, 'NX')) !== null) return;
  if ((await redis.get(key)) !== deliveryId)
    throw new RetryLater('Another delivery tells of the same and is being acted on.', { of: 'github' });
  await redis.expire(key, ACTING_SECONDS);
}

async function begin(delivery: Delivery, intent: Start, tools: ActingTools): Promise<string> {
  const { repo } = intent;
  const { redis, inbox } = tools;
  const place = placeOf(intent);
  const taskId = taskIdOf(tools.instance, repo.repositoryId, intent.occurrence);
  // Claimed already means admitted already, and that a crash came in between.
  const refusal = (await holderOf(redis, place)) === taskId ? null : await refuse(intent, tools);
  if (refusal !== null) return refusal;
  await crashpoint('before', `claim ${taskId}`);
  const holder = await claimIssue(redis, place, taskId);
  await crashpoint('after', `claim ${taskId}`);
  const anew = begunBy(intent);
  if (holder !== taskId && anew !== null) return refuseAnew(intent, anew, tools);
  const { instruction: text } = intent;
  const item =
    holder === taskId || text === null
      ? await startItem(delivery, intent, tools)
      : commentItem(intent, { text, addressed: true });
  await crashpoint('before', `wake ${taskId}`);
  await (holder === taskId
    ? tell(tools, { taskId, item, beganIn: repo.repositoryId })
    : tell(tools, { taskId: holder, item, origin: delivery }));
  if ((await holderOf(redis, place)) !== holder && holder !== taskId) {
    // It ended meanwhile, perhaps without having read this.
    await inbox.takeBack(holder, item.id);
    return begin(delivery, intent, tools);
  }
  await acknowledge(intent, holder, tools);
  return holder === taskId ? 'began' : 'joined';
}

/** What people see of it when a task was told what they said. */
async function acknowledge(intent: Intent, holder: string, tools: ActingTools): Promise<void> {
  const { repo, issue, occurrence } = intent;
  const react = (target: ReactionTarget, content: 'eyes' | '+1') =>
    unlessRefused(tools, () => tools.github.react(repo, target, content));
  if (intent.kind === 'stop' || intent.kind === 'command') await react(intent.target, '+1');
  if (intent.kind !== 'start') return;
  await crashpoint('before', `eyes ${occurrence}`);
  for (const seen of [intent.target, ...(intent.alsoSeen ?? [])]) await react(seen, 'eyes');
  await crashpoint('after', `eyes ${occurrence}`);
  const isItsOwn = holder === taskIdOf(tools.instance, repo.repositoryId, occurrence);
  if (isItsOwn && intent.pullRequest !== undefined) await answer(intent, 'begun', { issue, tools });
}
