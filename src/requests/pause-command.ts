/**
 * `pause` and `resume` (GH-5): what people ask for goes to the task, unless it is as they want it already. What was
 * asked for and is not copied into the history yet counts as well: `pause` and `resume` in one breath are two commands.
 */
import { sendOrder } from './send-to-task.ts';
import { personOf } from '../people/intent.ts';
import { isOver } from '../state/select.ts';
import type { ActingTools } from './acting-tools.ts';
import type { IntentOf } from '../people/intent.ts';
import type { InboxItem } from '../state/inbox-item.ts';
import type { Task } from '../state/task.ts';

type Command = IntentOf<'command'>;
type Control = Extract<InboxItem, { readonly kind: 'control' }>;

export interface ActiveTask {
  readonly taskId: string;
  /** Null before anything of it is recorded. */
  readonly task: Task | null;
}

export async function sendPause(
  intent: Command,
  active: ActiveTask,
  tools: ActingTools,
): Promise<'sent' | 'paused_already' | 'too_late_to_pause'> {
  if (await isToPause(active, tools)) return 'paused_already';
  // Nothing is left but to say what came of it.
  if (active.task !== null && isOver(active.task)) return 'too_late_to_pause';
  return steer(intent, { taskId: active.taskId, word: 'pause' }, tools);
}

/** Null where it is not paused: `resume` is a word like any other then. */
export async function sendResume(intent: Command, active: ActiveTask, tools: ActingTools): Promise<'sent' | null> {
  return (await isToPause(active, tools)) ? steer(intent, { taskId: active.taskId, word: 'resume' }, tools) : null;
}

/**
 * As a status shows it: a pause that was asked for waits in the inbox as long as the step in hand
 * takes, a command for minutes.
 */
export async function asAskedToPause(task: Task, taskId: string, tools: ActingTools): Promise<Task> {
  const asked = await lastSteered(taskId, tools);
  if (asked?.word !== 'pause' || asked.by === null || task.paused !== null) return task;
  return { ...task, pausing: { by: asked.by.login } };
}

async function steer(
  intent: Command,
  { taskId, word }: Pick<Control, 'word'> & { readonly taskId: string },
  tools: ActingTools,
): Promise<'sent'> {
  const by = personOf(intent);
  const reason = `@${by.login} asked to ${word}.`;
  return sendOrder(intent, { taskId, item: { kind: 'control', id: intent.occurrence, word, by, reason } }, tools);
}

/** Paused, or about to be. */
async function isToPause({ taskId, task }: ActiveTask, tools: ActingTools): Promise<boolean> {
  const asked = await lastSteered(taskId, tools);
  if (asked !== undefined) return asked.word === 'pause';
  return task !== null && (task.paused !== null || task.pausing !== null);
}

async function lastSteered(taskId: string, { inbox }: ActingTools): Promise<Control | undefined> {
  const waiting = await inbox.read(taskId);
  return waiting.filter((item) => item.kind === 'control').findLast((item) => item.word !== 'stop');
}
