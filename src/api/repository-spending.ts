/**
 * Spending per repository and day (MODEL-6), added up from the summaries of its tasks. Calls without a known price are
 * in no sum: their number is given separately, and a sum without priced calls is null, never 0.
 */
import type { TaskSummary } from '../state/task-summary.ts';

type Part = TaskSummary['usage_by_day'][string];

interface Spent {
  readonly total: Part;
  readonly days: Readonly<Record<string, Part>>;
}

/** The newest days first. */
export function spendingOf(tasks: readonly TaskSummary[]) {
  const repositories = new Map<string, Spent>();
  for (const { repository, usage_by_day: byDay } of tasks)
    for (const [day, part] of Object.entries(byDay)) {
      const before = repositories.get(repository);
      repositories.set(repository, {
        total: together(before?.total, part),
        days: { ...before?.days, [day]: together(before?.days[day], part) },
      });
    }
  return {
    tasks: tasks.length,
    repositories: [...repositories].map(([repository, { total, days }]) => ({
      repository,
      total,
      days: Object.fromEntries(Object.entries(days).toSorted(([one], [other]) => (one < other ? 1 : -1))),
    })),
  };
}

function together(sum: Part | undefined, part: Part): Part {
  if (sum === undefined) return part;
  const added = (key: Exclude<keyof Part, 'usd'>): number => sum[key] + part[key];
  return {
    model_calls: added('model_calls'),
    tokens: added('tokens'),
    input_tokens: added('input_tokens'),
    output_tokens: added('output_tokens'),
    cache_read_tokens: added('cache_read_tokens'),
    cache_write_tokens: added('cache_write_tokens'),
    usd: sum.usd === null && part.usd === null ? null : (sum.usd ?? 0) + (part.usd ?? 0),
    unpriced_calls: added('unpriced_calls'),
    model_ms: added('model_ms'),
    estimated_calls: added('estimated_calls'),
  };
}
