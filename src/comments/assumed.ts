/** What nobody answered and is taken for granted (REPLAN-6, GH-7): said wherever the work is shown. */
import { replanWordsFor } from './replan-words.ts';
import { inline } from './safe-text.ts';
import { isOver } from '../state/select.ts';
import type { Task } from '../state/task.ts';

const MAX_ENTRIES = 20;

/** As list entries; empty when everything was answered. */
export function assumed({ questions }: Pick<Task, 'questions'>): readonly string[] {
  const entries = questions
    .filter((question) => question.state === 'assumed' && question.kind === 'clarification')
    .flatMap(({ texts, answers, assumptions }) =>
      assumptions.length > 0 ? assumptions : texts.filter((_, index) => !(index in answers)).map((text) => `${text} –`),
    )
    .map((text) => inline(text, 300));
  return [...new Set(entries)].slice(0, MAX_ENTRIES);
}

/** A part of a comment; '' when nothing is assumed. A task that is over goes on with nothing. */
export function assumedText(task: Pick<Task, 'questions' | 'settings' | 'stage'>): string {
  const entries = assumed(task);
  const words = replanWordsFor(task.settings.language);
  const title = isOver(task) ? words.hadAssumed : words.assumed;
  return entries.length === 0 ? '' : [`**${title}**:`, ...entries.map((entry) => `- ${entry}`)].join('\n');
}
