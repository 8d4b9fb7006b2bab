/** What a task holds on to while it waits: its container and its work, wherever its phase keeps them. Pure. */
import { NOTHING_PREPARED } from './nothing-prepared.ts';
import type { Resumable, Work } from '../task/task.ts';

export function containerOf(task: Resumable): string | null {
  if ('containerId' in task) return task.containerId;
  return 'carried' in task ? (task.carried?.containerId ?? null) : null;
}

export function withoutContainer(task: Resumable): Resumable {
  if (task.phase === 'prepare') return { ...task, ...NOTHING_PREPARED };
  if ('containerId' in task) return { ...task, containerId: null };
  if ('carried' in task && task.carried) return { ...task, carried: { ...task.carried, containerId: null } };
  return task;
}

export function workOf(task: Resumable): Work | null {
  if ('work' in task) return task.work;
  return 'carried' in task ? (task.carried?.work ?? null) : null;
}

export function withWork(task: Resumable, work: Work): Resumable {
  if ('work' in task) return { ...task, work };
  return 'carried' in task && task.carried ? { ...task, carried: { ...task.carried, work } } : task;
}
