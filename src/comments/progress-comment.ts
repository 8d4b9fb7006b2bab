/** The one progress comment of a task, rendered from the task alone. */
import { progressMarker } from '../ports/comment-marker.ts';
import { assumedText } from './assumed.ts';
import { branchOf } from '../plan/branch-of.ts';
import { checklist } from './checklist.ts';
import { endingText } from './ending-text.ts';
import { environmentTrouble } from './environment-trouble.ts';
import { fit } from './fit.ts';
import { noticeLog } from './notices.ts';
import { headingOf, nowDoing } from './now-doing.ts';
import { spent } from './numbers.ts';
import { isTold, phaseLine } from './phase-line.ts';
import { readingNotes } from './reading-notes.ts';
import { refusedChangesText } from './refused-changes.ts';
import { code } from './safe-text.ts';
import { wordsFor } from './words.ts';
import { isResting, reportOf, shownPlan } from '../state/select.ts';
import type { Task } from '../state/task.ts';
import type { Words } from './words.ts';

export interface RenderingContext {
  readonly now: number;
  readonly taskUrl: string | null;
}

export function progressComment(task: Task, context: RenderingContext): string {
  const words = wordsFor(task.settings.language);
  const report = reportOf(task);
  const told = report !== null && isTold(report) ? report : null;
  const isOver = told !== null;
  const shown = shownPlan(task);
  return fit(
    [
      { text: progressMarker(task.id) },
      {
        text: told
          ? endingText(task, told, words)
          : `## ${headingOf(task, words)}\n\n${words.requestedBy(code(task.request.requester.login))}`,
      },
      { text: phaseLine(task, words) },
      { text: shown ? checklist(shown, task, isOver ? 'stopped' : isResting(task) ? 'paused' : 'running') : '' },
      { text: isOver ? '' : `**${words.now}**: ${nowDoing(task, words)}` },
      { text: refusedChangesText(task) },
      { text: assumedText(task) },
      { text: readingNotes(task, words), isDetail: true },
      { text: environmentTrouble(task, words), isDetail: true },
      { text: noticeLog(task.replanning.records, task.settings.language), isDetail: true },
      { text: [spent(task, context.now, words), ...links(task, context, words)].join(' · ') },
      { text: isOver ? '' : `<sub>${words.howToStop(task.settings.botSlug)}</sub>` },
    ],
    words.leftOut,
  );
}

function links(task: Task, context: RenderingContext, words: Words): readonly string[] {
  const change = shownPlan(task)?.work?.checkpoint.change;
  const pullRequest = reportOf(task)?.pullRequest ?? null;
  return [
    ...(change ? [`${words.branch} ${code(branchOf(task))}`] : []),
    ...(pullRequest ? [`${words.pullRequest} #${pullRequest.number}`] : []),
    ...(context.taskUrl === null ? [] : [`[${words.details}](${context.taskUrl})`]),
  ];
}
