/**
 * `pause` and `resume` (GH-5): what people ask for goes to the task, unless it is as they want it already. What was asked
 * for and is not copied into the history yet counts as well: `pause` and `resume` in one breath are two commands.
 */
import { unlessRefused } from './admission.ts';
import { isPaused, isWorkOver, withPauseAskedBy } from './task-conditions.ts';
import { senderOf, tell } from './send-to-task.ts';
import type { ActingTools } from './acting-tools.ts';
import type { Intent } from '../people/intent.ts';
import type { InboxItem } from '../state/stored-inbox.ts';
import type { Task } from '../state/task.ts';

type Command = Extract<Intent, { readonly kind: 'command' }>;
type Control = Extract<InboxItem, { readonly kind: 'control' }>;

interface Holder {
  readonly taskId: string;
  readonly task: Task | null;
}

export async function pauseTask(
  intent: Command,
  holder: Holder,
  tools: ActingTools,
): Promise<'told' | 'paused_already' | 'too_late_to_pause'> {
  if (await isToPause(holder, tools)) return 'paused_already';
  if (holder.task !== null && isWorkOver(holder.task)) return 'too_late_to_pause';
  return steer(intent, { taskId: holder.taskId, word: 'pause' }, tools);
}

/** Null where it is not paused: `resume` is a word like any other then. */
export async function resumeTask(intent: Command, holder: Holder, tools: ActingTools): Promise<'told' | null> {
  return (await isToPause(holder, tools)) ? steer(intent, { taskId: holder.taskId, word: 'resume' }, tools) : null;
}

/** As a status tells it: a pause asked for waits in the inbox for as long as the step in hand takes, a command for minutes. */
export async function asAskedToPause(task: Task, taskId: string, { inbox }: Pick<ActingTools, 'inbox'>): Promise<Task> {
  const asked = lastSteered(await inbox.read(taskId));
  return asked?.word === 'pause' && asked.by !== null ? withPauseAskedBy(task, asked.by.login) : task;
}

async function steer(
  intent: Command,
  { taskId, word }: Pick<Control, 'word'> & { readonly taskId: string },
  tools: ActingTools,
): Promise<'told'> {
  const { repo, target, occurrence: id } = intent;
  const by = senderOf(intent);
  await tell(tools, { taskId, item: { kind: 'control', id, word, by, reason: `@${by.login} asked to ${word}.` } });
  await unlessRefused(tools, () => tools.github.react(repo, target, '+1'));
  return 'told';
}

async function isToPause({ taskId, task }: Holder, { inbox }: Pick<ActingTools, 'inbox'>): Promise<boolean> {
  const asked = lastSteered(await inbox.read(taskId));
  return asked === undefined ? task !== null && isPaused(task) : asked.word === 'pause';
}

function lastSteered(waiting: readonly InboxItem[]): Control | undefined {
  return waiting.filter((item) => item.kind === 'control').findLast((item) => item.word !== 'stop');
}
