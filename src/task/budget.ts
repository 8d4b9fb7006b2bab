/** What a task has spent of what it may spend. Pure. */
import type { Budget } from './request.ts';
import type { TaskCommon, UsageTotals } from './task.ts';

export const NOTHING_USED: UsageTotals = {
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  usd: 0,
  modelMs: 0,
  commandMs: 0,
  interruptedCalls: 0,
};

export function tokensOf(usage: UsageTotals): number {
  return usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
}

/** The first limit that is used up, or null. */
export function exceeded(task: Pick<TaskCommon, 'usage' | 'startedAt' | 'updatedAt'>, budget: Budget): keyof Budget | null {
  const minutes = (task.updatedAt - task.startedAt) / 60_000;
  if (task.usage.modelCalls >= budget.modelCalls) return 'modelCalls';
  if (tokensOf(task.usage) >= budget.tokens) return 'tokens';
  if (task.usage.usd >= budget.usd) return 'usd';
  if (minutes >= budget.minutes) return 'minutes';
  return null;
}
