/** `pause` and `resume` on an active task (GH-5). */
import { sendOrder } from './send-to-task.ts';
import { isOver } from '../state/select.ts';
import { personOf, type IntentOf } from '../people/intent.ts';
import type { ActingTools } from './acting-tools.ts';
import type { InboxItem } from '../state/inbox-item.ts';
import type { Task } from '../state/task.ts';

type Command = IntentOf<'command'>;
type Control = Extract<InboxItem, { readonly kind: 'control' }>;

export interface ActiveTask {
  readonly taskId: string;
  /** Null before anything of it is recorded. */
  readonly task: Task | null;
}

/**
 * Sends the command unless it changes nothing. Commands that are not copied into the history yet count, too: `pause`
 * and `resume` in quick succession are two commands (`isToPause`).
 */
export async function sendPause(
  intent: Command,
  active: ActiveTask,
  tools: ActingTools,
): Promise<'sent' | 'paused_already' | 'too_late_to_pause'> {
  if (await isToPause(active, tools)) return 'paused_already';
  // Only the report is left.
  if (active.task !== null && isOver(active.task)) return 'too_late_to_pause';
  return steer(intent, { taskId: active.taskId, word: 'pause' }, tools);
}

/** Null if it is not paused; then `resume` has no special meaning. */
export async function sendResume(intent: Command, active: ActiveTask, tools: ActingTools): Promise<'sent' | null> {
  return (await isToPause(active, tools)) ? steer(intent, { taskId: active.taskId, word: 'resume' }, tools) : null;
}

/**
 * The task as a status shows it: a requested pause waits in the inbox until the effect in flight ends, which may take
 * minutes.
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
