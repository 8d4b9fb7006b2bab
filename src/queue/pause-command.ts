/**
 * `pause` and `resume` (GH-5): what people ask for goes to the task, unless it is as they want it already. What was asked
 * for and is not copied into the history yet counts as well: `pause` and `resume` in one breath are two commands.
 */
import { unlessRefused } from './refuse.ts';
import { senderOf, tell } from './tell-task.ts';
import type { ActingTools } from './act-on-delivery.ts';
import type { Intent } from '../intake/intent.ts';
import type { Task } from '../task/task.ts';

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
  const asked = waiting.findLast((item) => item.kind === 'control' && item.word !== 'stop');
  const isPaused = asked?.kind === 'control' ? asked.word === 'pause' : task?.phase === 'pause' || task?.pausing !== undefined;
  if (word === 'resume' && !isPaused) return 'for_others';
  if (word === 'pause' && isPaused) return 'paused_already';
  if (word === 'pause' && (task?.phase === 'report' || task?.phase === 'ended')) return 'too_late_to_pause';
  const by = senderOf(intent);
  await tell(tools, { taskId, item: { kind: 'control', id, word, by, reason: `@${by.login} asked to ${word}.` } });
  await unlessRefused(tools, () => tools.github.react(repo, target, '+1'));
  return 'told';
}
