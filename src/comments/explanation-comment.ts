/** Says how a question is answered, to somebody whose answer was neither yes nor no, or changed nothing of a plan (REPLAN-5, GH-6). */
import { explanationMarker } from '../ports/comment-marker.ts';
import { replanWordsFor } from './replan-words.ts';
import type { Question } from '../state/question.ts';
import type { QuestionContext } from './question-comment.ts';

export function explanationComment(
  { id, kind }: Question,
  { taskId, language }: Pick<QuestionContext, 'taskId' | 'language'>,
): string {
  const words = replanWordsFor(language);
  const explanation = kind === 'approval' ? words.unchanged : words.explanation;
  return [explanationMarker(taskId, id), `## ${explanation.title}`, explanation.text].join('\n\n');
}
