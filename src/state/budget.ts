/** What a task has spent of what it may spend. */
import { tokensOf } from './usage.ts';
import type { Budget, TaskSettings } from './request.ts';
import type { Task } from './task.ts';

type Spending = Pick<Task, 'usage' | 'startedAt' | 'updatedAt'>;
type Granted = Pick<Task, 'extensions'> & { readonly settings: Pick<TaskSettings, 'budget'> };

/** The budget with what people added to it. */
export function budgetOf({ settings: { budget }, extensions }: Granted): Budget {
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
export function exceeded(task: Spending & Granted): keyof Budget | null {
  const budget = budgetOf(task);
  return spending(task).find(([limit, used]) => used >= budget[limit])?.[0] ?? null;
}

/** Of each limit, in percent. */
export function sharesOf(
  task: Spending & Granted,
): readonly { readonly limit: keyof Budget; readonly share: number }[] {
  const budget = budgetOf(task);
  return spending(task).map(([limit, used]) => ({ limit, share: (100 * used) / budget[limit] }));
}

/** Of the minutes, at a moment of work. */
export function timeLeftMs(task: Spending & Granted, now: number): number {
  return budgetOf(task).minutes * 60_000 - (now - task.startedAt - task.usage.waitedMs);
}
