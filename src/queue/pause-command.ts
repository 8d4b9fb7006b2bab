/**
 * `pause` and `resume` (GH-5): what people ask for goes to the task, unless it is as they want it already. What was asked
 * for and is not copied into the history yet counts as well: `pause` and `resume` in one breath are two commands.
 */
import { unlessRefused } from './refuse.ts';
import { senderOf, tell } from './tell-task.ts';
import type { ActingTools } from './act-on-delivery.ts';
import type { Intent } from '../intake/intent.ts';
import type { InboxItem } from '../ports/inbox.ts';
import type { Task } from '../state/task.ts';

type Command = Extract<Intent, { readonly kind: 'command' }>;

interface Holder {
  readonly taskId: string;
  readonly task: Task | null;
}

/** `for_others`: it is a word like any other then. */
export type Steering = 'told' | 'paused_already' | 'too_late_to_pause' | 'for_others';

export async function steerPause(intent: Command, { taskId, task }: Holder, tools: ActingTools): Promise<Steering> {
  const { word, repo, target, occurrence: id } = intent;
  if (word !== 'pause' && word !== 'resume') return 'for_others';
  const waiting = await tools.inbox.read(taskId);
  const asked = lastSteered(waiting);
  const isPaused = asked !== undefined ? asked.word === 'pause' : task?.phase === 'pause' || task?.pausing !== undefined;
  if (word === 'resume' && !isPaused) return 'for_others';
  if (word === 'pause' && isPaused) return 'paused_already';
  if (word === 'pause' && (task?.phase === 'report' || task?.phase === 'ended')) return 'too_late_to_pause';
  const by = senderOf(intent);
  await tell(tools, { taskId, item: { kind: 'control', id, word, by, reason: `@${by.login} asked to ${word}.` } });
  await unlessRefused(tools, () => tools.github.react(repo, target, '+1'));
  return 'told';
}

/** As a status tells it: a pause asked for waits in the inbox for as long as the step in hand takes, a command for minutes. */
export async function asAskedToPause(task: Task, taskId: string, { inbox }: Pick<ActingTools, 'inbox'>): Promise<Task> {
  const asked = lastSteered(await inbox.read(taskId));
  return asked?.word === 'pause' && asked.by !== null && task.phase !== 'pause' ? { ...task, pausing: { by: asked.by.login } } : task;
}

function lastSteered(waiting: readonly InboxItem[]): Extract<InboxItem, { readonly kind: 'control' }> | undefined {
  return waiting.filter((item) => item.kind === 'control').findLast((item) => item.word !== 'stop');
}
