/**
 * The answer to `status` (GH-5), rendered from the task alone: state, progress, open questions, cost. Without an active
 * task: how the last one ended, its result, and what can be done.
 */
import { isHalted, shownPlan } from '../state/select.ts';
import { checklist } from './checklist.ts';
import { endingText, howToAskFurther } from './ending-text.ts';
import { inBothLanguages, type Both } from './in-both-languages.ts';
import { headingOf, nowDoing } from './now-doing.ts';
import { openQuestionsText } from './open-questions.ts';
import { phaseLine } from './phase-line.ts';
import { progressWords } from './progress-words.ts';
import { inline } from './safe-text.ts';
import { say } from './say.ts';
import { spent } from './work-report.ts';
import { workWords } from './work-words.ts';
import type { At, Task } from '../state/task.ts';

const endedWords = inBothLanguages({
  lastTask: (place: Both) => ({
    en: `I am not working on ${place.en} at the moment. My last task here ended like this:`,
    ja: `現在、${place.ja}では作業をしていません。前回のタスクは次のように終了しました。`,
  }),
  result: (url: string) => ({ en: `[Full result](${url})`, ja: `[結果の全文](${url})` }),
});

export function statusReply(task: Task, now: number): string {
  const { language } = task.settings;
  const shown = shownPlan(task);
  return say(language, [
    `## ${headingOf(task)}`,
    phaseLine(task),
    `**${progressWords(language).now}**: ${nowDoing(task)}`,
    openQuestionsText(task),
    { detail: shown ? checklist(shown, task, isHalted(task) ? 'paused' : 'running') : '' },
    spent(task, now),
  ]);
}

/** The place relative to where the reply is posted. */
export function placeOf(pullRequest: number | undefined): Both {
  return pullRequest === undefined
    ? { en: 'this issue', ja: 'この Issue ' }
    : { en: 'this pull request', ja: 'このプルリクエスト' };
}

export function endedReply(task: At<'ended'>, pullRequest: number | undefined): string {
  const { language } = task.settings;
  const words = endedWords(language);
  const { pullRequest: pull, resultComment } = task.stage;
  return say(language, [
    words.lastTask(placeOf(pullRequest)),
    endingText(task, task.stage),
    pull === null ? '' : `**${workWords(language).pullRequest}** #${pull.number}: ${inline(pull.title, 200)}`,
    resultComment === null ? '' : words.result(resultComment.url),
    howToAskFurther(task, task.stage),
    spent(task, task.updatedAt),
  ]);
}
