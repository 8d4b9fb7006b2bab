/** Numbers as people read them. */
import { tokensOf } from '../state/usage.ts';
import type { Task } from '../state/task.ts';
import type { Words } from './words.ts';

export function duration(ms: number, words: Words): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  return words.duration(Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60);
}

/** Time, tokens, and the cost where the price of the model is known. */
export function spent(task: Task, now: number, words: Words): string {
  const { usage } = task;
  const usd = usage.usd < 0.01 ? '< $0.01' : `$${usage.usd.toFixed(2)}`;
  return [
    `⏱️ ${duration(now - task.startedAt, words)}`,
    words.tokens(tokensOf(usage).toLocaleString('en-US')),
    ...(usage.usd > 0 ? [usd] : []),
  ].join(' · ');
}
