/**
 * Decisions made during the work, including those of earlier work that it continues, and feared conflicts. A change of
 * the plan alone clears neither.
 */
import type { Fact } from './facts.ts';
import type { Task } from './task.ts';
import type { Settled } from './work.ts';

/** Oldest first; a repeated decision moves to the end. */
export function settled({ decisions, work }: Pick<Task, 'decisions' | 'work'>, fact: Fact): readonly Settled[] {
  const now = settledBy(fact, work);
  const again = new Set(now.map(({ text }) => text));
  return now.length === 0 ? decisions : [...decisions.filter(({ text }) => !again.has(text)), ...now];
}

function settledBy(fact: Fact, work: Task['work']): readonly Settled[] {
  if (fact.type === 'environment' && fact.name === 'repository') return fact.earlier_decisions ?? [];
  if (fact.type !== 'action' || fact.name !== 'finished') return [];
  const subtask = work?.actions[fact.action]?.taskId ?? '';
  const texts = new Set((fact.decisions ?? []).filter((text) => text.trim() !== ''));
  return [...texts].map((text) => ({ subtask, text }));
}

/** From the newest decomposition and the comments considered since. */
export function feared({ conflicts }: Pick<Task, 'conflicts'>, fact: Fact): readonly string[] {
  if (fact.type === 'phase' && fact.name === 'task_decomposition') return fact.potential_conflicts ?? [];
  if (fact.type !== 'control' || fact.name !== 'comment_weighed') return conflicts;
  return fact.potential_conflicts === undefined ? conflicts : [...new Set([...conflicts, ...fact.potential_conflicts])];
}
