/** What a task holds on to while it waits: its container and its work, wherever its phase keeps them. Pure. */
import { NOTHING_PREPARED } from './nothing-prepared.ts';
import type { ChangeRecord } from '../../task/fact.ts';
import type { Resumable, TaskIn } from '../../task/task.ts';
import type { Work } from '../../task/work-state.ts';

export function containerOf(task: Resumable): string | null {
  if ('containerId' in task) return task.containerId;
  return 'carried' in task ? (task.carried?.containerId ?? null) : null;
}

/** Where it was stopped only, the container is remembered: it may still be there. */
export function withoutContainer(task: Resumable, stopped?: string): Resumable {
  const gone = { containerId: null, ...(stopped === undefined ? {} : { keptContainer: stopped }) };
  if (task.phase === 'prepare') return { ...task, ...NOTHING_PREPARED };
  if ('containerId' in task) return { ...task, ...gone };
  if ('carried' in task && task.carried) return { ...task, carried: { ...task.carried, ...gone } };
  return task;
}

export function workOf(task: Resumable | TaskIn<'report'> | TaskIn<'ended'>): Work | null {
  if ('work' in task) return task.work;
  return 'carried' in task ? (task.carried?.work ?? null) : null;
}

function withWork(task: Resumable, work: Work): Resumable {
  if ('work' in task) return { ...task, work };
  return 'carried' in task && task.carried ? { ...task, carried: { ...task.carried, work } } : task;
}

/** The branch holds more than the last finished subtask now; a workspace that is lost is still rebuilt from that. */
export function withCheckpoint(task: Resumable, change: ChangeRecord | null): Resumable {
  const work = workOf(task);
  return work === null ? task : withWork(task, { ...work, checkpoint: { ...work.checkpoint, change } });
}
