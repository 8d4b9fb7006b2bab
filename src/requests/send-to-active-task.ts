/** What is for the task that is at work on the issue, and for nobody where there is none: a stop, a remark, a correction. */
import { holderOf, placeOf } from '../queue/active-issues.ts';
import { admission, unlessRefused } from './admission.ts';
import { commentItem, senderOf, tell } from './send-to-task.ts';
import { readFirst } from '../state/stored.ts';
import type { ActingTools } from './acting-tools.ts';
import type { Intent } from '../people/intent.ts';
import type { InboxItem } from '../state/stored-inbox.ts';

type Of<Kind extends Intent['kind']> = Extract<Intent, { readonly kind: Kind }>;

export async function stop(deliveryId: string, intent: Of<'stop'>, tools: ActingTools): Promise<string> {
  const by = senderOf(intent);
  const item = { kind: 'control', id: deliveryId, word: 'stop', by, reason: `@${by.login} asked to stop.` } as const;
  // A bare "stop" among people is not for us.
  const told = await tellIfAdmitted(intent, item, tools);
  if (told === 'told') await unlessRefused(tools, () => tools.github.react(intent.repo, intent.target, '+1'));
  return told;
}

/** Said on the issue but not to us: it counts only as the answer to an open question, which the task knows (GH-6). */
export async function remark(intent: Of<'remark'>, tools: ActingTools): Promise<string> {
  return tellIfAdmitted(intent, commentItem(intent, { text: intent.text, addressed: false }), tools);
}

/** Whether it changes an answer is for the task to know (GH-6). Nothing is said about it: an edit begins nothing. */
export async function correct(intent: Of<'correction'>, tools: ActingTools): Promise<string> {
  const { commentId, at, text, word, occurrence: id } = intent;
  const item = {
    kind: 'correction',
    id,
    commentId,
    at,
    by: senderOf(intent),
    text,
    ...(word === undefined ? {} : { word }),
  } as const;
  return tellIfAdmitted(intent, item, tools);
}

/** Without the label for plans, a task that was to be carried out at once goes on. */
export async function withdraw(deliveryId: string, intent: Of<'withdraw'>, tools: ActingTools): Promise<string> {
  if (intent.ofPlan === true && !(await plansFirst(intent, tools))) return 'not of this task';
  return tellActive(intent, { kind: 'control', id: deliveryId, word: 'stop', by: null, reason: intent.reason }, tools);
}

async function plansFirst(intent: Intent, { redis, history, inbox }: ActingTools): Promise<boolean> {
  const holder = await holderOf(redis, placeOf(intent));
  if (holder === null) return false;
  const request = readFirst((await history.read(holder))[0]);
  if (request !== null) return request.plansFirst === true;
  return (await inbox.read(holder)).some((item) => item.kind === 'start' && item.request.plansFirst === true);
}

async function tellIfAdmitted(
  intent: Of<'stop' | 'remark' | 'correction'>,
  item: InboxItem,
  tools: ActingTools,
): Promise<string> {
  if ((await holderOf(tools.redis, placeOf(intent))) === null) return 'nothing active';
  if ((await admission(intent, tools)).kind === 'refuse') return 'refused';
  return tellActive(intent, item, tools);
}

async function tellActive(intent: Intent, item: InboxItem, tools: ActingTools): Promise<string> {
  const taskId = await holderOf(tools.redis, placeOf(intent));
  if (taskId === null) return 'nothing active';
  await tell(tools, { taskId, item });
  return 'told';
}
