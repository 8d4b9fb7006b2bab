/**
 * What the tasks of one repository spend in a day (UTC; MODEL-6). A task knows its own part from its history, and the
 * others' parts as they were when it last paid for a call. Parts are stored as totals and never added to, so reporting
 * one twice does no harm, and they can be rebuilt from the histories.
 */
import { z } from 'zod';
import { number, string, type Stored } from './stored-data.ts';
import { tokensOf, type UsageTotals } from './spending.ts';
import { BudgetLimit, type Budget, type TaskRequest, type TaskSettings } from './request.ts';

/** Limits that a person raised for that day, each as a new total. */
export type RaisedLimits = Stored<typeof RaisedLimits>;
export const RaisedLimits = z.object({
  tokens: number.exactOptional(),
  usd: number.exactOptional(),
  minutes: number.exactOptional(),
  modelCalls: number.exactOptional(),
});

/** What was known of the repository's other tasks when a call was paid for. */
export interface DayOfOthers extends Stored<typeof DayOfOthers> {}
export const DayOfOthers = z.object({
  /** Such as `2026-11-20`. */
  day: string,
  spent: z.object({ tokens: number, usd: number, minutes: number, modelCalls: number }),
  raised: RaisedLimits,
});

/** A task's newest day: its start, the raised limits, and what is known of the others. */
export interface TaskDay {
  readonly day: string;
  /** Everything used before that day. */
  readonly before: UsageTotals;
  readonly raised: RaisedLimits;
  readonly others: DayOfOthers | null;
}

/** The part of a task that its spending is computed from. */
interface Spent {
  readonly today: TaskDay;
  readonly usage: UsageTotals;
}

/** The spending of all tasks of each repository, over all processes. */
export interface RepositorySpending {
  /** Stores the task's spending and raised limits of its newest day, replacing earlier values. */
  note(task: Spent & { readonly id: string; readonly request: Pick<TaskRequest, 'repo'> }): Promise<void>;
  /** All tasks except `except`. */
  spentOn(day: string, repositoryId: number, except?: string): Promise<DayOfOthers>;
}

/** The detail of an ending by this budget. */
export const OF_THE_DAY = 'day';
export const LIMITS = BudgetLimit.options;
export const NOTHING_SPENT: Budget = { tokens: 0, usd: 0, minutes: 0, modelCalls: 0 };
const DAY_MS = 24 * 3_600_000;

export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** The end of the day. */
export function endOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) + DAY_MS;
}

/** Minutes are model and command time; waiting costs nothing. */
export function ownOf(day: string, { today, usage }: Spent): Budget {
  if (today.day !== day) return NOTHING_SPENT;
  const { before } = today;
  const since = (of: (totals: UsageTotals) => number) => of(usage) - of(before);
  return {
    tokens: since(tokensOf),
    usd: since(({ usd }) => usd),
    minutes: since(({ modelMs, commandMs }) => modelMs + commandMs) / 60_000,
    modelCalls: since(({ modelCalls }) => modelCalls),
  };
}

export function addedUp(one: Budget, other: Budget): Budget {
  return {
    tokens: one.tokens + other.tokens,
    usd: one.usd + other.usd,
    minutes: one.minutes + other.minutes,
    modelCalls: one.modelCalls + other.modelCalls,
  };
}

/** The highest of what several tasks were told. */
export function highest(one: RaisedLimits, other: RaisedLimits): RaisedLimits {
  const both = LIMITS.flatMap((limit) => {
    const amounts = [one[limit], other[limit]].filter((amount) => amount !== undefined);
    return amounts.length === 0 ? [] : [[limit, Math.max(...amounts)] as const];
  });
  return Object.fromEntries(both);
}

type DailyBudget = NonNullable<TaskSettings['dailyBudget']>;

/** The first used-up limit with its value; null if none is used up or set. */
export function usedUpToday(
  daily: DailyBudget,
  { spent, raised }: Pick<DayOfOthers, 'spent' | 'raised'>,
): { readonly limit: BudgetLimit; readonly amount: number } | null {
  for (const limit of LIMITS) {
    const configured = daily[limit];
    if (configured === null) continue;
    const amount = Math.max(configured, raised[limit] ?? 0);
    if (spent[limit] >= amount) return { limit, amount };
  }
  return null;
}

/** What is known of all the repository's spending on that day. */
export function knownOf(day: string, task: Spent): Pick<DayOfOthers, 'spent' | 'raised'> {
  const own = ownOf(day, task);
  const { raised, others } = task.today;
  const isToday = others !== null && others.day === day;
  return {
    spent: isToday ? addedUp(own, others.spent) : own,
    raised: highest(task.today.day === day ? raised : {}, isToday ? others.raised : {}),
  };
}

/** The state after one more fact at time `now`; `before`: what was used until then. */
export function dayAfter({ today, usage }: Spent, now: number): TaskDay {
  const day = dayOf(now);
  return today.day === day ? today : { day, before: usage, raised: {}, others: null };
}
