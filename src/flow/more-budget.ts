/**
 * How much more a task may spend when people agree (MODEL-6): the same amount again, or the amount they name, but in
 * total never more than the operator's `budget_extensions` allow. Also the daily budget of a repository.
 */
import { ownQuestions } from '../plan/own-words.ts';
import { dayOf, knownOf, OF_THE_DAY, usedUpToday } from '../state/day-spending.ts';
import { budgetOf } from '../state/spending.ts';
import { failWith } from './ending.ts';
import { askPeople } from './questions.ts';
import type { AnswerReading, Fact, Facts } from '../state/facts.ts';
import type { BudgetLimit } from '../state/request.ts';
import type { Then } from '../state/question.ts';
import type { Task } from '../state/task.ts';

type Amount = AnswerReading['amount'];
type Today = Extract<Then, { readonly is: 'spend_more_today' }>;

interface Bounds {
  readonly current: number;
  /** What a plain yes adds. */
  readonly step: number;
  readonly most: number;
}

/** The new limit; null if it is not higher than the current one. */
function moreIn(limit: BudgetLimit, amount: Amount, { current, step, most }: Bounds): number | null {
  if (amount !== undefined && amount.limit !== limit) return null;
  const wanted = amount === undefined ? current + step : amount.more ? current + amount.amount : amount.amount;
  const to = Math.min(wanted, most);
  return to > current ? to : null;
}

/** Null if the answer adds nothing. */
export function budgetExtended(task: Task, limit: BudgetLimit, amount: Amount): Fact | null {
  if (amount === undefined) return { type: 'control', name: 'budget_extended' };
  const { budget, budgetExtensions } = task.settings;
  const step = budget[limit];
  const to = moreIn(limit, amount, { current: budgetOf(task)[limit], step, most: step * (1 + budgetExtensions) });
  return to === null ? null : { type: 'control', name: 'budget_extended', to: { limit, amount: to } };
}

export function dailyBudgetRaised(task: Task, { limit, day }: Today, amount: Amount): Fact | null {
  const to = moreIn(limit, amount, boundsOf(task, limit, day));
  return to === null ? null : { type: 'control', name: 'daily_budget_raised', day, limit, amount: to };
}

function boundsOf(task: Task, limit: BudgetLimit, day: string): Bounds {
  const step = task.settings.dailyBudget?.[limit] ?? 0;
  const current = Math.max(step, knownOf(day, task).raised[limit] ?? 0);
  return { current, step, most: step * (1 + task.settings.budgetExtensions) };
}

/** Checks the known spending of all tasks of the repository; does nothing without a daily budget. */
export function dailyBudgetRule(task: Task): Facts {
  const { dailyBudget, language } = task.settings;
  const day = dayOf(task.updatedAt);
  const used = dailyBudget === undefined ? null : usedUpToday(dailyBudget, knownOf(day, task));
  if (used === null) return [];
  const { limit, amount } = used;
  const words = ownQuestions(language);
  const { current, step, most } = boundsOf(task, limit, day);
  const more = Math.min(step, most - current);
  return askPeople(task, {
    kind: 'daily_budget',
    then: { is: 'spend_more_today', limit, day },
    texts: [more > 0 ? words.maySpendMoreToday(limit, amount, more) : words.dailyBudgetUsed(limit, amount)],
    context: '',
    assumptions: [],
  });
}

export function outOfDailyBudget(task: Task): Facts {
  return failWith(task, 'budget', OF_THE_DAY);
}
