/** A comment about the first comment of a task, as its performer is asked for it. */
import type { Toolbox } from '../../src/effects/performer.ts';
import type { Task } from '../../src/state/task.ts';

export type EnsureComment = (...given: readonly unknown[]) => Promise<unknown>;

export function performingComment<Kind extends 'reply_to_comment' | 'tell_refused_change'>(
  kind: Kind,
  task: Task,
  ensureComment: EnsureComment,
) {
  return {
    effect: { kind, comment: 0 as const },
    key: 'k',
    task,
    tools: {
      github: { ensureComment },
      redact: (text: string) => text,
      log: { warn: () => undefined },
    } as unknown as Toolbox,
    signal: new AbortController().signal,
  };
}
