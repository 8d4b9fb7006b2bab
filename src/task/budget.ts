/** What a task has spent of what it may spend. Pure. */
import type { Budget, TaskSettings } from './request.ts';
import type { Turn } from './conversation.ts';
import type { TaskCommon, TaskIn, UsageTotals } from './task.ts';

export const NOTHING_USED: UsageTotals = {
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  usd: 0,
  modelMs: 0,
  commandMs: 0,
  waitedMs: 0,
  interruptedCalls: 0,
};

/** Shares of the budget at which the model is told, in percent (MODEL-6): once to make for the end, once to end. */
const TOLD_AT = [95, 80] as const;

type Spending = Pick<TaskCommon, 'usage' | 'startedAt' | 'updatedAt'>;
type Granted = Pick<TaskCommon, 'extensions'> & { readonly settings: Pick<TaskSettings, 'budget'> };

export function tokensOf(usage: UsageTotals): number {
  return usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
}

/** The budget with what people added to it. */
export function budgetOf({ settings: { budget }, extensions = 0 }: Granted): Budget {
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

/** The first limit that is used up, or null. */
export function exceeded(task: Spending, budget: Budget): keyof Budget | null {
  return spending(task).find(([limit, used]) => used >= budget[limit])?.[0] ?? null;
}

/** Of the minutes, at a moment of work. */
export function timeLeftMs(task: Spending & Granted, now: number): number {
  return budgetOf(task).minutes * 60_000 - (now - task.startedAt - task.usage.waitedMs);
}

/** Tells the model when it comes near the end; once for each share of the budget, after what it was told last. */
export function withBudgetNotice(task: TaskIn<'execute'>): TaskIn<'execute'> {
  const { conversation } = task.work;
  if (conversation.at(-1)?.kind === 'answer') return task;
  const extension = task.extensions ?? 0;
  const budget = budgetOf(task);
  const shares = spending(task).map(([limit, used]) => ({ limit, share: (100 * used) / budget[limit] }));
  const { limit, share } = shares.reduce((most, one) => (one.share > most.share ? one : most));
  const percent = TOLD_AT.find((step) => share >= step);
  if (percent === undefined || conversation.some((turn) => isNotice(turn, percent, extension))) return task;
  return { ...task, work: { ...task.work, conversation: [...conversation, { kind: 'budget_low', percent, limit, extension }] } };
}

function isNotice(turn: Turn, percent: number, extension: number): boolean {
  return turn.kind === 'budget_low' && turn.extension === extension && turn.percent >= percent;
}
