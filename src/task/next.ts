/** What a task does next. Pure. */
import { dueAt } from '../phases/wait.ts';
import { PHASES } from '../phases/phases.ts';
import type { Effect, Next } from './effect.ts';
import type { ActivePhase, Task, TaskIn } from './task.ts';

export function next(task: Task): Next {
  if (task.phase === 'ended') return { kind: 'ended' };
  return { kind: 'perform', effect: nextIn(task), notBefore: task.retry?.dueAt ?? (task.phase === 'wait' ? dueAt(task) : null) };
}

function nextIn<Name extends ActivePhase>(task: TaskIn<Name>): Effect {
  return PHASES[task.phase].next(task);
}
