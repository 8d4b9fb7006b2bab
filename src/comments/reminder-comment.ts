/** Brings a question back to mind that only a person can settle; once, as a comment that notifies (EXEC-1). */
import { reminderMarker } from '../ports/comment-marker.ts';
import { mentionOf } from './question-comment.ts';
import { replanWordsFor } from './replan-words.ts';
import { inline } from './safe-text.ts';
import type { QuestionContext } from './question-comment.ts';
import type { Question } from '../state/question.ts';

const MAX_TEXTS = 5;

export function reminderComment(
  question: Question,
  { taskId, language, requester }: Omit<QuestionContext, 'timeoutMinutes'>,
): string {
  const { reminder } = replanWordsFor(language);
  const open = question.texts.filter((_, index) => !(index in question.answers)).slice(0, MAX_TEXTS);
  return [
    reminderMarker(taskId, question.id),
    `## ${reminder.title}`,
    reminder.text(mentionOf(requester)),
    open.map((text) => `- ${inline(text, 500)}`).join('\n'),
  ].join('\n\n');
}
