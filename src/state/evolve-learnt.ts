/** Decisions made during the work, and feared conflicts. A change of the plan alone clears neither. */
import type { Fact } from './facts.ts';
import type { Task } from './task.ts';
import type { Settled } from './work.ts';

/** Oldest first; a repeated decision moves to the end. */
export function settled({ decisions, work }: Pick<Task, 'decisions' | 'work'>, fact: Fact): readonly Settled[] {
  if (fact.type !== 'action' || fact.name !== 'finished' || fact.decisions === undefined) return decisions;
  const subtask = work?.actions[fact.action]?.taskId ?? '';
  const now = new Set(fact.decisions.filter((text) => text.trim() !== ''));
  return [...decisions.filter(({ text }) => !now.has(text)), ...[...now].map((text) => ({ subtask, text }))];
}

/** From the newest decomposition and the comments considered since. */
export function feared({ conflicts }: Pick<Task, 'conflicts'>, fact: Fact): readonly string[] {
  if (fact.type === 'phase' && fact.name === 'task_decomposition') return fact.potential_conflicts ?? [];
  if (fact.type !== 'control' || fact.name !== 'comment_weighed') return conflicts;
  return fact.potential_conflicts === undefined ? conflicts : [...new Set([...conflicts, ...fact.potential_conflicts])];
}
