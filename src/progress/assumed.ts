/** What nobody answered and is taken for granted (REPLAN-6, GH-7): said wherever the work is shown. */
import { replanWordsFor } from './replan-words.ts';
import { inline } from './safe-text.ts';
import type { Task } from '../task/task.ts';

const MAX_ENTRIES = 20;

/** As list entries; empty when everything was answered. */
export function assumed({ questions }: Pick<Task, 'questions'>): readonly string[] {
  return questions
    .filter((question) => question.state === 'assumed' && question.kind === 'clarification')
    .flatMap(({ texts, answers, assumptions }) =>
      assumptions.length > 0 ? assumptions : texts.filter((_, index) => !(index in answers)).map((text) => `${text} –`),
    )
    .map((text) => inline(text, 300))
    .filter((text, index, all) => all.indexOf(text) === index)
    .slice(0, MAX_ENTRIES);
}

/** A part of a comment; '' when nothing is assumed. What is over was gone by, and is not gone on with. */
export function assumedText(task: Pick<Task, 'questions' | 'settings'>, isOver = false): string {
  const entries = assumed(task);
  const words = replanWordsFor(task.settings.language);
  return entries.length === 0
    ? ''
    : [`**${isOver ? words.wasAssumed : words.assumed}**:`, ...entries.map((entry) => `- ${entry}`)].join('\n');
}
