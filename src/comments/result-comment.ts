/** The result of a task: a comment of its own, since edits notify nobody. */
import { resultMarker } from '../ports/comment-marker.ts';
import { assumedText } from './assumed.ts';
import { isReady } from '../plan/pull-request-readiness.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import { endingText } from './ending-text.ts';
import { fit } from './fit.ts';
import { spent } from './numbers.ts';
import { refusedChangesText } from './refused-changes.ts';
import { reviewText } from './review-text.ts';
import { risks } from './risks.ts';
import { inline } from './safe-text.ts';
import { testOutput, testSentence } from './test-result.ts';
import { wordsFor } from './words.ts';
import type { Words } from './words.ts';
import type { RenderingContext } from './progress-comment.ts';
import type { Ending } from '../state/outcome.ts';
import type { At } from '../state/task.ts';
import type { Work } from '../state/work.ts';

export function resultComment(task: At<'report'>, { now }: RenderingContext): string {
  const words = wordsFor(task.settings.language);
  const { work, plan, stage: report } = task;
  const { ending, pullRequest: pull, tests } = report;
  const change = work?.checkpoint.change ?? null;
  const draft = pull && !isReady(task, report) ? `${words.gap}${whyDraft(ending, words)}` : '';
  return fit(
    [
      { text: resultMarker(task.id) },
      { text: endingText(task, report, words) },
      { text: pull ? `**${words.pullRequest}** #${pull.number}: ${inline(pull.title, 200)}${words.stop}${draft}` : '' },
      {
        text: change
          ? words.changedFiles(change.file_count ?? change.files.length, change.insertions, change.deletions)
          : '',
      },
      { text: work ? words.subtasksDone(...subtaskCounts(work)) : '' },
      { text: work ? testSentence(tests, plan, words) : '' },
      { text: testOutput(tests, words), isDetail: true },
      { text: ending.reason === 'plan_not_passed' ? reviewText(task, 'plan', words) : '' },
      { text: ending.reason === 'change_not_passed' ? reviewText(task, 'diff', words) : '' },
      { text: refusedChangesText(task) },
      { text: assumedText(task), isDetail: true },
      { text: findings(task, words), isDetail: true },
      { text: risks(task, words), isDetail: true },
      { text: spent(task, now, words) },
      { text: ending.status === 'succeeded' ? '' : `<sub>${words.howToAskAgain(task.settings.botSlug)}</sub>` },
    ],
    words.leftOut,
  );
}

function whyDraft({ reason }: Ending, words: Words): string {
  if (reason === 'change_not_passed') return words.draftRefused;
  return reason === 'budget' ? words.draftUnfinished : words.draftBecause;
}

/** What came of it in the words of the model; without them, and where no pull request tells it, what each action came to. */
function findings({ work, stage: { summary, pullRequest } }: At<'report'>, words: Words): string {
  const successes = (work?.actions ?? []).filter((action) => action.status === 'success' && action.evaluation !== '');
  const told =
    summary && summary.keyOutcomes.length > 0
      ? summary.keyOutcomes
      : pullRequest
        ? []
        : successes.map((action) => action.evaluation);
  return told.length === 0
    ? ''
    : [`**${words.found}**`, '', ...told.slice(0, 50).map((text) => `- ${inline(text, 300)}`)].join('\n');
}

function subtaskCounts(work: Work): [completed: number, all: number] {
  const completed = doneSubtasks(work).size;
  return [completed, new Set(work.actions.map((action) => action.taskId)).size];
}
