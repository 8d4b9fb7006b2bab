/**
 * How often progress comments are edited (GH-4, GH-10): each task's at most once per interval, and all of an installation
 * together as often as leaves room for questions, results and reactions: by default 300 an hour, and 60 more at once.
 * Counted by each process for itself.
 */
import type { Task } from '../state/task.ts';

export interface EditPace {
  /** How long until this task's comment may be edited again, as far as it is about the task alone, and in all. */
  restMs(task: Task, now: number): { readonly ofTask: number; readonly inAll: number };
  /** It was looked at what there is to show. */
  looked(task: Task, now: number): void;
  edited(task: Task, now: number): void;
}

/** Of the interval of a task: 10 seconds make 12. */
const SHARED_INTERVAL = 1.2;
const AT_ONCE = 60;

export function createEditPace(intervalMs: number): EditPace {
  /** When a task may be edited next, and until when an installation's edits would be spread evenly. */
  const [tasks, installations] = [new Map<string, number>(), new Map<number, number>()];
  const sharedMs = intervalMs * SHARED_INTERVAL;
  return {
    restMs({ id, request }, now) {
      const ofTask = Math.max(0, (tasks.get(id) ?? 0) - now);
      const spread = installations.get(request.repo.installationId) ?? 0;
      return { ofTask, inAll: Math.max(ofTask, spread - (AT_ONCE - 1) * sharedMs - now) };
    },
    looked({ id }, now) {
      forget(tasks, now);
      tasks.set(id, now + intervalMs);
    },
    edited({ request }, now) {
      forget(installations, now);
      const { installationId } = request.repo;
      installations.set(installationId, Math.max(installations.get(installationId) ?? 0, now) + sharedMs);
    },
  };
}

function forget<Key>(dueAt: Map<Key, number>, now: number): void {
  for (const [key, at] of dueAt) if (at <= now) dueAt.delete(key);
}
