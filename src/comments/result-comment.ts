/** The result of a task, as a separate comment since an edit notifies nobody. */
import { resultMarker } from '../ports/comment-marker.ts';
import { isReady } from '../plan/publication.ts';
import { baseConflictText } from './base-text.ts';
import { isNotMade, lastReview } from '../state/reviews.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import { checkOutputs, checkSentences } from './check-report.ts';
import { draftText } from './draft-text.ts';
import { endingText, howToAskFurther } from './ending-text.ts';
import { criteriaTable } from './criteria-table.ts';
import { notableFiles } from './notable-files.ts';
import { unfinishedText } from './unfinished-text.ts';
import { assumedText } from './open-questions.ts';
import { refusedChangesText } from './refused-change-comment.ts';
import { code, inline, MAX_STATEMENT } from './safe-text.ts';
import { bulleted, folded, mentionOf, say, sentences } from './say.ts';
import { reviewPart, risks, spent } from './work-report.ts';
import { workWords } from './work-words.ts';
import { progressWords } from './progress-words.ts';
import type { RenderingContext } from './progress-comment.ts';
import type { At } from '../state/task.ts';

export function resultComment(task: At<'report'>, { now, noteUrl }: RenderingContext): string {
  const { language } = task.settings;
  const words = workWords(language);
  const { work, stage } = task;
  const further = howToAskFurther(task, stage);
  const { reason } = stage.ending;
  const change = work?.checkpoint.change ?? null;
  const table = stage.assessment === null ? '' : criteriaTable(task);
  return say(language, [
    resultMarker(task.id),
    endingText(task, stage),
    pullRequestLine(task),
    baseConflictText(task),
    [
      ...(change
        ? [words.changedFiles(change.file_count ?? change.files.length, change.insertions, change.deletions)]
        : []),
      ...(work
        ? [words.subtasksDone(doneSubtasks(work).size, new Set(work.actions.map(({ taskId }) => taskId)).size)]
        : []),
    ].join(' · '),
    work ? checkSentences(task) : '',
    { detail: checkOutputs(task) },
    { detail: table === '' ? '' : folded(words.criteria, table) },
    reason === 'plan_not_passed' || isNotMade(task, 'plan') ? reviewPart(task, 'plan') : '',
    tellsReview(task) ? reviewPart(task, 'diff') : '',
    refusedChangesText(task),
    { detail: assumedText(task) },
    { detail: findings(task) },
    notableFiles(task),
    { detail: unfinishedText(task) },
    { detail: risks(task) },
    [
      words.askedFor(mentionOf(task.request.requester)),
      spent(task, now),
      ...(noteUrl === null ? [] : [`[${progressWords(language).note}](${noteUrl})`]),
    ].join(' · '),
    isSatisfied(task) || further === '' ? '' : `<sub>${further}</sub>`,
  ]);
}

/** Nothing is left to ask for. */
function isSatisfied({ stage, ...task }: At<'report'>): boolean {
  const { status, reason } = stage.ending;
  return status === 'succeeded' && (reason !== 'finished' || isReady(task, stage));
}

/** A passed review says nothing that is not in the pull request. */
function tellsReview(task: At<'report'>): boolean {
  const result = lastReview(task, 'diff')?.result;
  return result === 'FAIL' || result === 'NOT_MADE';
}

function pullRequestLine(task: At<'report'>): string {
  const { language } = task.settings;
  const words = workWords(language);
  const { pullRequest: pull } = task.stage;
  if (pull === null) return '';
  const title = inline(pull.title, 200).replace(/[.。]$/, '');
  const opened = `**${words.pullRequest}** #${pull.number}: ${title}${words.stop}`;
  const refused = pull.notAsked.length === 0 ? '' : words.notAsked(pull.notAsked.map((one) => code(one)).join(', '));
  const ofTeam = pull.notAsked.some((one) => one.startsWith('team:')) ? words.teamNotAsked : '';
  return sentences(language, [opened, draftText(task, pull.draft), refused, ofTeam]);
}

/** The outcome in the model's words; without them, or without a pull request, the result of each action. */
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
    told.slice(0, 50).map((text) => inline(text, MAX_STATEMENT)),
  );
}
