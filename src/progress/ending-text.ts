/** How a task ended: what happened, why, and what a person can do next. */
import { branchOf } from '../task/branch-of.ts';
import { budgetOf } from '../task/budget.ts';
import { isReady } from '../plan/readiness.ts';
import { code, fenced, inline } from './safe-text.ts';
import type { Budget } from '../task/request.ts';
import type { EndReason, Report, TaskIn } from '../task/task.ts';
import type { EndingWords, Words } from './words.ts';

/** Endings whose detail is for the record, not for people. */
const WITHOUT_DETAIL: ReadonlySet<EndReason> = new Set([
  'invalid_answers',
  'impossible_plan',
  'too_many_subtasks',
  'sandbox_lost',
  'empty_repository',
  'secret',
  'too_large',
  'branch_gone',
  'no_model_access',
]);

type Ended = Pick<TaskIn<'report'>, 'settings' | 'request' | 'extensions'> & Report;

export function endingText(task: Ended, words: Words): string {
  const { ending, skipped } = task;
  const { title, happened, next } = wordsOf(task, words);
  const isOutput = ending.reason === 'sandbox_failed';
  const detail = isOutput ? '' : detailOf(task, words);
  return [
    `## ${title}`,
    [happened, detail].filter((part) => part !== '').join(words.gap),
    ...(isOutput ? [fenced(ending.detail, 2_000)] : []),
    ...(ending.list.length > 0
      ? [
          ending.list
            .slice(0, 50)
            .map((entry) => `- ${inline(entry, 300)}`)
            .join('\n'),
        ]
      : []),
    ...(skipped.length > 0
      ? [
          `**${words.skipped}**\n\n${skipped.map((step) => `- ${words.steps[step.effect] ?? step.effect}: ${inline(step.reason, 300)}`).join('\n')}`,
        ]
      : []),
    `**→** ${[whereTheWorkIs(task, words), next].filter((part) => part !== '').join(words.gap)}`,
  ].join('\n\n');
}

function wordsOf(task: Ended, words: Words): EndingWords {
  if (task.ending.reason !== 'finished') return words.endings[task.ending.reason];
  if (task.pullRequest === null) return words.unopened;
  return isReady(task) ? words.endings.finished : words.unverified;
}

function detailOf(task: Ended, words: Words): string {
  const { ending, settings } = task;
  if (ending.reason === 'withdrawn') return words.withdrawn[ending.detail] ?? inline(ending.detail);
  if (ending.reason === 'stopped') return words.stoppedBy(code(ending.detail));
  if (ending.reason === 'budget' && isLimit(ending.detail, settings.budget)) {
    return words.limits[ending.detail](budgetOf(task)[ending.detail].toLocaleString('en-US'));
  }
  if (ending.tooMany !== undefined) {
    const { maxSubtasks: max, planning } = settings;
    return words.tooMany(ending.tooMany, { max, level: planning.level });
  }
  if (WITHOUT_DETAIL.has(ending.reason)) return '';
  return inline(ending.detail, 600);
}

function isLimit(name: string, budget: Budget): name is keyof Budget {
  return Object.hasOwn(budget, name);
}

/** Nothing to say where there is a pull request, or where none was to be expected. */
function whereTheWorkIs(task: Ended, words: Words): string {
  const { ending, work, pullRequest } = task;
  if (pullRequest !== null) return '';
  if (work?.checkpoint.change && ending.reason !== 'branch_gone') return words.saved(code(branchOf(task)));
  return ending.reason === 'stopped' || ending.reason === 'withdrawn' || ending.reason === 'budget' ? words.nothingSaved : '';
}
