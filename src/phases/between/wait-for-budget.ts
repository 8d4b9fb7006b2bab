/** The budget is used up: what there is is saved, and people say whether the task may go on (EXEC-1, MODEL-6). Pure. */
import { ask } from '../../questions/ask.ts';
import { ownQuestions } from '../../questions/own-questions.ts';
import { budgetOf } from '../../task/budget.ts';
import { endWith } from '../../task/ending.ts';
import { isResting } from '../../task/underneath.ts';
import { containerOf, withCheckpoint, workOf } from './held.ts';
import { NOTHING_PREPARED } from './nothing-prepared.ts';
import { refused } from './refusal.ts';
import { isUnsaved, SAVE_UNFINISHED } from './unsaved.ts';
import type { Effect } from '../../task/effect.ts';
import type { Fact } from '../../task/fact.ts';
import type { Budget } from '../../task/request.ts';
import type { Ending, Resumable, Task, TaskIn } from '../../task/task.ts';

type Spending = Exclude<Task, TaskIn<'report'> | TaskIn<'ended'>>;

/** Where no further extension is allowed, the task ends with what it has. */
export function askForMore(task: Spending, limit: keyof Budget): Task {
  const { settings, extensions = 0 } = task;
  if (isResting(task) || extensions >= settings.budgetExtensions) return endWith(task, outOfBudget(limit));
  return ask(task, {
    kind: 'budget',
    texts: [ownQuestions(settings.language).budgetUsed(limit, budgetOf(task)[limit])],
    context: '',
    assumptions: [],
    limit,
  });
}

export function outOfBudget(limit: keyof Budget): Ending {
  return { status: 'failed', reason: 'budget', detail: limit, list: [] };
}

/** The same amount once more. What the end of the minutes cut short is no result: set-up and tests are run again. */
export function extended(back: Resumable): Resumable {
  const task: Resumable = { ...back, extensions: (back.extensions ?? 0) + 1 };
  if (task.phase === 'prepare') return { ...task, ...NOTHING_PREPARED };
  return task.phase === 'verify' ? { ...task, tests: null } : task;
}

/** Before people are told that the work is on its branch, it is. */
export function savingBefore({ reason, back, saved }: TaskIn<'wait'>): Effect | null {
  if (reason !== 'budget' || saved === true || containerOf(back) === null) return null;
  return isUnsaved(workOf(back)) ? SAVE_UNFINISHED : null;
}

export function savedWhileWaiting(task: TaskIn<'wait'>, fact: Extract<Fact, { readonly name: 'checkpoint' | 'push_refused' }>): Task {
  if (fact.name === 'push_refused') {
    return endWith(task, { ...refused(fact), status: 'failed' });
  }
  return { ...task, saved: true, back: withCheckpoint(task.back, fact.change) };
}
