/** The answer to `status` (GH-5): state, progress, open questions, cost. Rendered from the task alone. */
import { checklist } from './checklist.ts';
import { fit } from './fit.ts';
import { headingOf, nowDoing } from './now-doing.ts';
import { spent } from './numbers.ts';
import { phaseLine } from './phase-line.ts';
import { replanWordsFor } from './replan-words.ts';
import { inline } from './safe-text.ts';
import { wordsFor } from './words.ts';
import { isResting, shownPlan } from '../state/select.ts';
import type { Task } from '../state/task.ts';
import type { Question } from '../state/question.ts';

const MAX_TEXTS = 10;

export function statusReply(task: Task, now: number): string {
  const words = wordsFor(task.settings.language);
  const shown = shownPlan(task);
  return fit(
    [
      { text: `## ${headingOf(task, words)}` },
      { text: phaseLine(task, words) },
      { text: `**${words.now}**: ${nowDoing(task, words)}` },
      { text: openQuestionsText(task) },
      { text: shown ? checklist(shown, task, isResting(task) ? 'paused' : 'running') : '', isDetail: true },
      { text: spent(task, now, words) },
    ],
    words.leftOut,
  );
}

export function openQuestionsText(task: Task): string {
  const open = task.questions.filter(({ state }) => state === 'open');
  return open.map((question) => openTexts(question, task)).join('\n\n');
}

function openTexts({ kind, texts, answers }: Question, { settings }: Task): string {
  const open = texts.filter((_, index) => !(index in answers)).slice(0, MAX_TEXTS);
  const { asked } = replanWordsFor(settings.language).questions[kind];
  return [`**${asked(open.length)}**:`, ...open.map((text) => `- ${inline(text, 500)}`)].join('\n');
}
