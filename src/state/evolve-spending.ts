/** Adds what a model call used: in total, in its phase and on its day (MODEL-6). */
import { dayOf } from './day-spending.ts';
import { NOTHING_USED, type SpentIn, type UsageTotals } from './spending.ts';
import type { FactOf } from './facts.ts';
import type { Task } from './task.ts';

type Paid = FactOf<'usage'>;

/** `task`: at the time of the fact. */
export function withPaid(task: Task, fact: Paid): Pick<Task, 'usage' | 'spentIn'> {
  const { usage, spentIn, updatedAt } = task;
  const { phase } = fact;
  const { phases, days } = spentIn;
  return {
    usage: paid(usage, fact),
    spentIn: {
      phases: phase === undefined ? phases : added(phases, phase, fact),
      days: added(days, dayOf(updatedAt), fact),
    },
  };
}

function added(parts: SpentIn['days'], part: string, fact: Paid): SpentIn['days'] {
  return { ...parts, [part]: paid(parts[part] ?? NOTHING_USED, fact) };
}

function paid(usage: UsageTotals, fact: Paid): UsageTotals {
  return {
    ...usage,
    modelCalls: usage.modelCalls + 1,
    inputTokens: usage.inputTokens + fact.input_tokens,
    outputTokens: usage.outputTokens + fact.output_tokens,
    cacheReadTokens: usage.cacheReadTokens + fact.cache_read_tokens,
    cacheWriteTokens: usage.cacheWriteTokens + fact.cache_write_tokens,
    usd: usage.usd + (fact.usd ?? 0),
    ...(fact.usd === null ? unpriced(usage, fact.chosen?.model ?? fact.model) : {}),
    modelMs: usage.modelMs + fact.duration_ms,
    estimatedCalls: usage.estimatedCalls + (fact.estimated === true ? 1 : 0),
  };
}

function unpriced({ unpricedCalls, unpricedModels: known }: UsageTotals, model: string): Partial<UsageTotals> {
  return { unpricedCalls: unpricedCalls + 1, unpricedModels: known.includes(model) ? known : [...known, model] };
}
