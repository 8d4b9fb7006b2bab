/**
 * A task's budget (EXEC-1, MODEL-6): near the limit the model is told; at the limit the work is saved and people are
 * asked.
 */
import { ownQuestions } from '../plan/own-words.ts';
import { approvalIn, isOver, isHalted, isWorking } from '../state/select.ts';
import { budgetOf, exceeded, sharesOf } from '../state/spending.ts';
import { failWith } from './ending.ts';
import { dailyBudgetRule } from './more-budget.ts';
import { askPeople } from './questions.ts';
import type { Turn } from '../state/work.ts';
import type { Fact, Facts } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import type { BudgetLimit } from '../state/request.ts';

/**
 * Shares of the budget at which the model is told, in percent (MODEL-6): first to work towards the end, then to end.
 */
const TOLD_AT = [95, 80] as const;

/** Facts that cost time, or end a wait during which the budget was not checked. */
const LOOKED_AT: ReadonlySet<Fact['type']> = new Set([
  'usage',
  'tool',
  'environment',
  'verification',
  'error',
  'answer',
]);

/** While people are asked, only the effect in flight can spend anything. */
export function spendingRule(task: Task, happened: Fact): Facts {
  if (isOver(task) || isHalted(task) || !isLookedAt(task, happened)) return [];
  const limit = exceeded(task);
  if (limit !== null) return askForMore(task, limit);
  const today = dailyBudgetRule(task);
  if (today.length > 0) return today;
  return happened.type === 'answer' ? [] : toldWhenLow(task);
}

function isLookedAt(task: Task, fact: Fact): boolean {
  // Handling comments on a plan that waits for approval costs model calls, and no other fact triggers a check then.
  if (approvalIn(task) !== null) return true;
  // A question of the model that is not passed on to people is a tool call that ended.
  if (fact.type === 'action') return fact.name === 'asked';
  if (fact.type === 'effect') return fact.name !== 'started';
  return LOOKED_AT.has(fact.type);
}

/** When no further extension is allowed, the task ends with what it has. */
function askForMore(task: Task, limit: BudgetLimit): Facts {
  const { settings, extensions } = task;
  if (extensions >= settings.budgetExtensions) return outOfBudget(task, limit);
  const text = ownQuestions(settings.language).budgetUsed(limit, budgetOf(task)[limit]);
  return askPeople(task, {
    kind: 'budget',
    then: { is: 'spend_more', limit },
    texts: [text],
    context: '',
    assumptions: [],
  });
}

export function outOfBudget(task: Task, limit: BudgetLimit): Facts {
  return failWith(task, 'budget', limit);
}

/** Once per share of the budget, and again after an extension. */
function toldWhenLow(task: Task): Facts {
  const { work, extensions: extension } = task;
  if (!isWorking(task) || work === null) return [];
  if (work.conversation.at(-1)?.kind === 'answer') return [];
  const { limit, share } = sharesOf(task).reduce((most, one) => (one.share > most.share ? one : most));
  const percent = TOLD_AT.find((step) => share >= step);
  if (percent === undefined || work.conversation.some((turn) => wasTold(turn, percent, extension))) return [];
  return [{ type: 'action', name: 'budget_low', percent, limit, extension }];
}

function wasTold(turn: Turn, percent: number, extension: number): boolean {
  return turn.kind === 'budget_low' && turn.extension === extension && turn.percent >= percent;
}

/** A preparation that the end of the time budget interrupted is repeated from its beginning. */
export function afterBudget({ stage, workspace }: Task): Facts {
  if (stage.is !== 'work' || workspace.is !== 'preparing') return [];
  return [{ type: 'environment', name: 'preparing', keeps_container: false, replaces: workspace.replaces }];
}
