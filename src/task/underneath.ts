/** Tasks in which nothing is done, and what they go on with. Pure. */
import type { Resumable, Task, TaskIn } from './task.ts';

export function underneath(task: Exclude<Task, TaskIn<'report'> | TaskIn<'ended'>>): Resumable {
  return isResting(task) ? underneath(task.back) : task;
}

/** It waits for people, or is paused. */
export function isResting(task: Task): task is TaskIn<'wait'> | TaskIn<'pause'> {
  return task.phase === 'wait' || task.phase === 'pause';
}
