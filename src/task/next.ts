/** What a task does next. Pure. */
import type { Next } from './effect.ts';
import type { Effect } from './effect.ts';
import type { Task, TaskIn } from './task.ts';
import { PHASES } from '../phases/phases.ts';

export function next(task: Task): Next {
  if (task.phase === 'ended') return { kind: 'ended' };
  return { kind: 'perform', effect: nextIn(task), notBefore: task.retry?.dueAt ?? null };
}

function nextIn(task: Exclude<Task, TaskIn<'ended'>>): Effect {
  switch (task.phase) {
    case 'orient':
      return PHASES.orient.next(task);
    case 'understand':
      return PHASES.understand.next(task);
    case 'decompose':
      return PHASES.decompose.next(task);
    case 'sequence':
      return PHASES.sequence.next(task);
    case 'prepare':
      return PHASES.prepare.next(task);
    case 'execute':
      return PHASES.execute.next(task);
    case 'verify':
      return PHASES.verify.next(task);
    case 'report':
      return PHASES.report.next(task);
  }
}
