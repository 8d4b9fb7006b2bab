/** What a task does next. Pure. */
import { pauseDueAt } from '../phases/pause.ts';
import { dueAt } from '../phases/wait.ts';
import { PHASES } from '../phases/phases.ts';
import type { Effect, Next } from './effect.ts';
import type { ActivePhase, Task, TaskIn } from './task.ts';

export function next(task: Task): Next {
  if (task.phase === 'ended') return { kind: 'ended' };
  const effect = nextIn(task);
  if (pausesBefore(task, effect)) return { kind: 'perform', effect: { kind: 'pause' }, notBefore: null };
  return { kind: 'perform', effect, notBefore: task.retry?.dueAt ?? restsUntil(task) };
}

/** What a crash interrupted is finished first; and before people can see a task, they cannot see that it is paused. */
function pausesBefore({ phase, pausing, progressComment, inFlight }: Task, effect: Effect): boolean {
  if (pausing === undefined || phase === 'pause' || phase === 'report' || progressComment === null) return false;
  return inFlight === null || inFlight.effect !== effect.kind;
}

function restsUntil(task: Task): number | null {
  if (task.phase === 'pause') return pauseDueAt(task);
  return task.phase === 'wait' ? dueAt(task) : null;
}

function nextIn<Name extends ActivePhase>(task: TaskIn<Name>): Effect {
  return PHASES[task.phase].next(task);
}
