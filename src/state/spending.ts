/** What a task has spent and may spend. */
import type { Budget, TaskSettings } from './request.ts';

/** What a task has used. */
export interface UsageTotals {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** Of the calls whose price is known. */
  readonly usd: number;
  /** Model calls without a known price: budgets in money do not count them. */
  readonly unpricedCalls: number;
  /** Their models, in the order of first use. */
  readonly unpricedModels: readonly string[];
  readonly modelMs: number;
  readonly commandMs: number;
  /** Waiting for people, which no budget counts. */
  readonly waitedMs: number;
  /** Model calls that a crash interrupted; they may have been paid twice. */
  readonly interruptedCalls: number;
  /** Model calls whose tokens were partly estimated. */
  readonly estimatedCalls: number;
}

/** The same, split by activity and by day (UTC). */
export interface SpentIn {
  readonly phases: Readonly<Record<string, UsageTotals>>;
  readonly days: Readonly<Record<string, UsageTotals>>;
}

export const NOTHING_USED: UsageTotals = {
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  usd: 0,
  unpricedCalls: 0,
  unpricedModels: [],
  modelMs: 0,
  commandMs: 0,
  waitedMs: 0,
  interruptedCalls: 0,
  estimatedCalls: 0,
};

export function tokensOf(usage: UsageTotals): number {
  return usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
}

/** US dollars; null if no price is known for anything that was used. */
export function costIn({ usd, unpricedCalls, modelCalls }: UsageTotals): number | null {
  return unpricedCalls > 0 && unpricedCalls === modelCalls ? null : usd;
}

interface Spending {
  readonly usage: UsageTotals;
  readonly startedAt: number;
  readonly updatedAt: number;
}
interface Granted {
  readonly extensions: number;
  readonly granted?: Budget;
  readonly settings: Pick<TaskSettings, 'budget'>;
}

/** The budget with people's extensions. */
export function budgetOf({ settings: { budget }, extensions, granted }: Granted): Budget {
  if (granted !== undefined) return granted;
  const times = extensions + 1;
  return {
    tokens: budget.tokens * times,
    usd: budget.usd * times,
    minutes: budget.minutes * times,
    modelCalls: budget.modelCalls * times,
  };
}

/** Waiting for people is not counted. */
function spending({ usage, startedAt, updatedAt }: Spending): readonly (readonly [keyof Budget, number])[] {
  return [
    ['modelCalls', usage.modelCalls],
    ['tokens', tokensOf(usage)],
    ['usd', usage.usd],
    ['minutes', (updatedAt - startedAt - usage.waitedMs) / 60_000],
  ];
}

/** The first used-up limit, or null. */
export function exceeded(task: Spending & Granted): keyof Budget | null {
  const budget = budgetOf(task);
  return spending(task).find(([limit, used]) => used >= budget[limit])?.[0] ?? null;
}

/** The used share of each limit, in percent. */
export function sharesOf(
  task: Spending & Granted,
): readonly { readonly limit: keyof Budget; readonly share: number }[] {
  const budget = budgetOf(task);
  return spending(task).map(([limit, used]) => ({ limit, share: (100 * used) / budget[limit] }));
}

/** Working time left, at a moment of work. */
export function timeLeftMs(task: Spending & Granted, now: number): number {
  return budgetOf(task).minutes * 60_000 - (now - task.startedAt - task.usage.waitedMs);
}
