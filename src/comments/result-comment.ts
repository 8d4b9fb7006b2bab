/** The result of a task: a comment of its own, since edits notify nobody. */
import { resultMarker } from '../ports/comment-marker.ts';
import { isDenied, isReady, isUnshown, isVerified } from '../plan/publication.ts';
import { isNotMade, lastReview } from '../state/reviews.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import { endingText, howToAskFurther } from './ending-text.ts';
import { criteriaTable } from './criteria-table.ts';
import { unfinishedText } from './unfinished-text.ts';
import { assumedText } from './open-questions.ts';
import { refusedChangesText } from './refused-change-comment.ts';
import { inline } from './safe-text.ts';
import { bulleted, folded, mentionOf, say, sentences } from './say.ts';
import { reviewPart, risks, spent, testOutput, testSentence } from './work-report.ts';
import { workWords } from './work-words.ts';
import type { RenderingContext } from './progress-comment.ts';
import type { At } from '../state/task.ts';

export function resultComment(task: At<'report'>, { now }: RenderingContext): string {
  const { language } = task.settings;
  const words = workWords(language);
  const { work, stage } = task;
  const further = howToAskFurther(task, stage);
  const { status, reason } = stage.ending;
  const change = work?.checkpoint.change ?? null;
  const table = stage.assessment === null ? '' : criteriaTable(task);
  return say(language, [
    resultMarker(task.id),
    endingText(task, stage),
    pullRequestLine(task),
    change ? words.changedFiles(change.file_count ?? change.files.length, change.insertions, change.deletions) : '',
    work ? words.subtasksDone(doneSubtasks(work).size, new Set(work.actions.map(({ taskId }) => taskId)).size) : '',
    work ? testSentence(task) : '',
    { detail: testOutput(task) },
    { detail: table === '' ? '' : folded(words.criteria, table) },
    reason === 'plan_not_passed' || isNotMade(task, 'plan') ? reviewPart(task, 'plan') : '',
    tellsReview(task) ? reviewPart(task, 'diff') : '',
    refusedChangesText(task),
    { detail: assumedText(task) },
    { detail: findings(task) },
    { detail: unfinishedText(task) },
    { detail: risks(task) },
    `${words.askedFor(mentionOf(task.request.requester))} · ${spent(task, now)}`,
    status === 'succeeded' || further === '' ? '' : `<sub>${further}</sub>`,
  ]);
}

/** One that passed has nothing to say that the pull request does not. */
function tellsReview(task: At<'report'>): boolean {
  const result = lastReview(task, 'diff')?.result;
  return result === 'FAIL' || result === 'NOT_MADE';
}

function pullRequestLine(task: At<'report'>): string {
  const { language } = task.settings;
  const words = workWords(language);
  const { pullRequest: pull, ending } = task.stage;
  if (pull === null) return '';
  const title = inline(pull.title, 200).replace(/[.。]$/, '');
  const opened = `**${words.pullRequest}** #${pull.number}: ${title}${words.stop}`;
  if (isReady(task, task.stage)) return opened;
  if (isVerified(task, task.stage)) {
    const why = task.stage.assessment === 'not_had' ? words.draftUnassessed : words.draftUnreviewed;
    return sentences(language, [opened, why]);
  }
  if (isUnshown(task, task.stage)) return sentences(language, [opened, words.draftUnshown]);
  if (isDenied(task, task.stage)) return sentences(language, [opened, words.draftDenied]);
  if (ending.reason === 'change_not_passed') return sentences(language, [opened, words.draftRefused]);
  return sentences(language, [opened, ending.reason === 'budget' ? words.draftUnfinished : words.draftBecause]);
}

/** What came of it in the model's words; without them, and where no pull request tells it, what each action came to. */
function findings({ work, settings, stage: { summary, pullRequest } }: At<'report'>): string {
  const successes = (work?.actions ?? []).filter((action) => action.status === 'success' && action.evaluation !== '');
  const told =
    summary && summary.keyOutcomes.length > 0
      ? summary.keyOutcomes
      : pullRequest
        ? []
        : successes.map((action) => action.evaluation);
  return bulleted(
    `**${workWords(settings.language).found}**\n`,
    told.slice(0, 50).map((text) => inline(text, 300)),
  );
}
