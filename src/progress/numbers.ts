/** Numbers as people read them. */
import { tokensOf } from '../task/budget.ts';
import type { Task } from '../task/task.ts';
import type { Words } from './words.ts';

export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function spent(task: Task, now: number, words: Words): string {
  const { usage } = task;
  const usd = usage.usd > 0 && usage.usd < 0.01 ? '< $0.01' : `$${usage.usd.toFixed(2)}`;
  return words.spent(duration(now - task.startedAt), tokensOf(usage).toLocaleString('en-US'), usd);
}
